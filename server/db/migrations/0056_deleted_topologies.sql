-- A topology takes its components along when it is deleted softly, and brings them back; so does a component with its links.
-- What was deleted at another moment was deleted for another reason, and stays so. Rows of agents are theirs.

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
