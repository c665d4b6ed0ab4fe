-- When the own health of a component last changed: the start of its present outage. A stored health counts, or a status that
-- names a health, as in server/topology/roll-up.ts.
create function console.component_health(health text, status text) returns text language sql immutable as $$
  select case when coalesce(health, status) in ('healthy', 'unhealthy', 'warning') then coalesce(health, status)
    else 'unknown' end
$$;

create table console.component_health_starts (
  component_id uuid primary key references components on delete cascade,
  since timestamptz not null
);
comment on table console.component_health_starts is 'Since when components have their own health.';

-- Earlier changes between two stored healths were recorded; other components have no known time until they change.
insert into console.component_health_starts (component_id, since)
select components.id, times[cardinality(times)]
from console.health_changes join components on components.id = resource_id
where cardinality(times) > 0;

create function console.note_component_health() returns trigger language plpgsql as $$
begin
  insert into console.component_health_starts (component_id, since) values (new.id, now())
  on conflict (component_id) do update set since = excluded.since;
  return null;
end
$$;
create trigger note_component_health after insert on components
  for each row execute function console.note_component_health();
create trigger note_changed_component_health after update of health, status on components for each row
  when (console.component_health(old.health, old.status) <> console.component_health(new.health, new.status))
  execute function console.note_component_health();

-- For callers who may not read the table; the caller passes only components that it may see.
create function console.component_health_starts(components uuid[])
returns table (component_id uuid, since timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select component_id, since from console.component_health_starts where component_id = any (components)
$$;
