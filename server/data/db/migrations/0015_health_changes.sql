-- When the health of a resource changed: a resource that keeps changing is flapping. One row for each resource, because
-- only the changes of the last day and the latest hundred are of use.
create table console.health_changes (
  resource_id uuid primary key,
  times timestamptz[] not null
);
comment on table console.health_changes is 'When the health of checks, config items and components last changed.';

create function console.note_health_change() returns trigger language plpgsql as $$
begin
  insert into console.health_changes as known (resource_id, times) values (new.id, array[now()])
  on conflict (resource_id) do update set times = array(
    select at from unnest(known.times) as at where at > now() - interval '1 day' order by at desc limit 99
  ) || now();
  return null;
end
$$;
create trigger note_health_change after update of status on checks for each row
  when (old.status <> new.status) execute function console.note_health_change();
create trigger note_health_change after update of health on config_items for each row
  when (old.health <> new.health) execute function console.note_health_change();
create trigger note_health_change after update of health on components for each row
  when (old.health <> new.health) execute function console.note_health_change();

create function console.forget_health_changes() returns trigger language plpgsql as $$
begin
  delete from console.health_changes where resource_id = old.id;
  return null;
end
$$;
create trigger forget_health_changes after delete on checks
  for each row execute function console.forget_health_changes();
create trigger forget_health_changes after delete on config_items
  for each row execute function console.forget_health_changes();
create trigger forget_health_changes after delete on components
  for each row execute function console.forget_health_changes();
