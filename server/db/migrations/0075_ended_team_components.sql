-- A component that is deleted belongs to no team, and one that is restored to those to which it did.

create table console.ended_team_components (
  team_id uuid not null references teams (id) on delete cascade,
  component_id uuid not null references components (id) on delete cascade,
  role text,
  selector_id text,
  deleted_at timestamptz not null,
  primary key (component_id, team_id)
);
comment on table console.ended_team_components is 'To which teams deleted components belonged.';

create or replace function console.component_deleted() returns trigger language plpgsql as $$
begin
  insert into console.ended_team_components (team_id, component_id, role, selector_id, deleted_at)
  select team_id, component_id, role, selector_id, new.deleted_at from team_components where component_id = new.id;
  delete from team_components where component_id = new.id;
  update component_relationships set deleted_at = new.deleted_at
  where deleted_at is null and (component_id = new.id or relationship_id = new.id);
  update check_component_relationships set deleted_at = new.deleted_at where component_id = new.id and deleted_at is null;
  update config_component_relationships set deleted_at = new.deleted_at where component_id = new.id and deleted_at is null;
  return null;
end
$$;

create or replace function console.component_restored() returns trigger language plpgsql as $$
begin
  update component_relationships set deleted_at = null
  where deleted_at = old.deleted_at and (component_id = new.id or relationship_id = new.id);
  update check_component_relationships set deleted_at = null
  where component_id = new.id and deleted_at = old.deleted_at
    and exists (select from checks where checks.id = check_id and checks.deleted_at is null);
  update config_component_relationships set deleted_at = null where component_id = new.id and deleted_at = old.deleted_at;
  insert into team_components (team_id, component_id, role, selector_id)
  select team_id, component_id, role, selector_id from console.ended_team_components
  where component_id = new.id and exists (select from teams where teams.id = team_id and teams.deleted_at is null)
  on conflict do nothing;
  delete from console.ended_team_components where component_id = new.id;
  return null;
end
$$;
