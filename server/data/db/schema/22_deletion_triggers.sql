-- Soft deletion includes dependent rows.

create function console.canary_deleted() returns trigger language plpgsql as $$
begin
  update checks set deleted_at = new.deleted_at where canary_id = new.id and deleted_at is null;
  update check_component_relationships set deleted_at = new.deleted_at where canary_id = new.id and deleted_at is null;
  return null;
end
$$;
create trigger deleted after update on canaries for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function console.canary_deleted();

create function console.check_deleted() returns trigger language plpgsql as $$
begin
  update check_component_relationships set deleted_at = new.deleted_at where check_id = new.id and deleted_at is null;
  return null;
end
$$;
create trigger deleted after update on checks for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function console.check_deleted();

create function console.component_deleted() returns trigger language plpgsql as $$
begin
  delete from team_components where component_id = new.id;
  update component_relationships set deleted_at = new.deleted_at
  where deleted_at is null and (component_id = new.id or relationship_id = new.id);
  update check_component_relationships set deleted_at = new.deleted_at where component_id = new.id and deleted_at is null;
  update config_component_relationships set deleted_at = new.deleted_at where component_id = new.id and deleted_at is null;
  return null;
end
$$;
create trigger deleted after update on components for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function console.component_deleted();

create function console.team_deleted() returns trigger language plpgsql as $$
begin
  delete from team_components where team_id = new.id;
  return null;
end
$$;
create trigger deleted after update on teams for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function console.team_deleted();

create function console.team_spec_changed() returns trigger language plpgsql as $$
begin
  update notifications set error = null where team_id = new.id and error is not null;
  return null;
end
$$;
create trigger spec_changed after update on teams for each row
  when (old.spec is distinct from new.spec) execute function console.team_spec_changed();

create function console.agent_deleted() returns trigger language plpgsql as $$
begin
  update access_tokens set expires_at = now() where person_id = new.person_id and expires_at > now();
  if new.cleanup then
    perform delete_agent_resources(new.id);
  end if;
  return null;
end
$$;
create trigger deleted after update on agents for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function console.agent_deleted();

-- Soft-deleting a topology deletes its components, and restoring it restores them; the same holds for a component and its
-- links. Rows with another deletion time were deleted for another reason and stay deleted. Rows of agents are not touched.

create function console.topology_deleted() returns trigger language plpgsql as $$
begin
  update components set deleted_at = new.deleted_at
  where topology_id = new.id and agent_id = new.agent_id and deleted_at is not distinct from old.deleted_at;
  return null;
end
$$;

create trigger deleted after update on topologies for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function console.topology_deleted();

create function console.component_restored() returns trigger language plpgsql as $$
begin
  update component_relationships set deleted_at = null
  where deleted_at = old.deleted_at and (component_id = new.id or relationship_id = new.id);
  update check_component_relationships set deleted_at = null
  where component_id = new.id and deleted_at = old.deleted_at
    and exists (select from checks where checks.id = check_id and checks.deleted_at is null);
  update config_component_relationships set deleted_at = null where component_id = new.id and deleted_at = old.deleted_at;
  return null;
end
$$;

create trigger restored after update on components for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function console.component_restored();

-- A deleted component belongs to no team; a restored one belongs to its former teams again. A trigger stores them before the
-- deletion, because the trigger "deleted" then removes them.

create table console.ended_team_components (
  team_id uuid not null references teams (id) on delete cascade,
  component_id uuid not null references components (id) on delete cascade,
  role text,
  selector_id text,
  primary key (component_id, team_id)
);
comment on table console.ended_team_components is 'The teams of deleted components.';

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
