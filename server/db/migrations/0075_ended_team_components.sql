-- A component that is deleted belongs to no team (0022_deletion_triggers.sql), and one that is restored to those to which it
-- did. What it belonged to is kept before it is deleted: the trigger that takes it away comes after.

create table console.ended_team_components (
  team_id uuid not null references teams (id) on delete cascade,
  component_id uuid not null references components (id) on delete cascade,
  role text,
  selector_id text,
  primary key (component_id, team_id)
);
comment on table console.ended_team_components is 'To which teams deleted components belonged.';

create function console.keep_teams() returns trigger language plpgsql as $$
begin
  insert into console.ended_team_components (team_id, component_id, role, selector_id)
  select team_id, component_id, role, selector_id from team_components where component_id = new.id;
  return new;
end
$$;
create trigger keep_teams before update on components for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function console.keep_teams();

create function console.restore_teams() returns trigger language plpgsql as $$
begin
  insert into team_components (team_id, component_id, role, selector_id)
  select team_id, component_id, role, selector_id from console.ended_team_components
  where component_id = new.id and exists (select from teams where teams.id = team_id and teams.deleted_at is null)
  on conflict do nothing;
  delete from console.ended_team_components where component_id = new.id;
  return null;
end
$$;
create trigger restore_teams after update on components for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function console.restore_teams();
