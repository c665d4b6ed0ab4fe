-- A deleted team owns no components; a restored one owns its former components again. The triggers that did this for
-- components do it for teams, too. A pair is kept until both its team and its component exist again.

comment on table console.ended_team_components is 'The teams of deleted components, and the components of deleted teams.';

create or replace function console.keep_teams() returns trigger language plpgsql as $$
begin
  insert into console.ended_team_components (team_id, component_id, role, selector_id)
  select team_id, component_id, role, selector_id from team_components where new.id in (component_id, team_id)
  on conflict do nothing;
  return new;
end
$$;
create trigger keep_components before update on teams for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function console.keep_teams();

create or replace function console.restore_teams() returns trigger language plpgsql as $$
begin
  with restored as (
    delete from console.ended_team_components as ended using teams, components
    where new.id in (ended.component_id, ended.team_id)
      and teams.id = ended.team_id and teams.deleted_at is null
      and components.id = ended.component_id and components.deleted_at is null
    returning ended.team_id, ended.component_id, ended.role, ended.selector_id
  )
  insert into team_components (team_id, component_id, role, selector_id)
  select team_id, component_id, role, selector_id from restored
  on conflict do nothing;
  return null;
end
$$;
create trigger restore_components after update on teams for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function console.restore_teams();
