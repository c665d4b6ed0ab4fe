-- Soft deletion takes along what cannot stand alone.

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
