-- Row-level access: restricts readers to some config items and components. The owner of the tables sees all rows. The role
-- "console_guest" sees the rows that the setting "console.row_access" lists, and none without the setting; both are set per
-- transaction. Tables and views that are not granted to the role are inaccessible, so a new one is inaccessible by default.

-- One pattern for each agent that a rule names: the rule applies to every resource that contains a pattern.
create function console.row_access(kind text, part text) returns jsonb[] language sql stable as $$
  select coalesce(array_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', rule -> 'id', 'agent_id', agents.id, 'tags', rule -> 'tags'
  ))), '{}')
  from jsonb_array_elements(coalesce(nullif(current_setting('console.row_access', true), ''), '{}')::jsonb #> array[kind, part]) as rule
    left join public.agents on rule -> 'agents' ? agents.id::text or rule -> 'agents' ? agents.name
  where not rule ? 'agents' or agents.id is not null
$$;

-- Rules hold texts; stored tags may hold numbers.
create function console.tag_texts(map jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, value) from jsonb_each_text(console.as_map(map))
$$;

-- The lists are parameters, so that a query computes them once instead of once per row.
create function console.is_visible(shown jsonb[], hidden jsonb[], id uuid, agent_id uuid, tags jsonb) returns boolean
language sql stable as $$
  select jsonb_build_object('agent_id', agent_id, 'tags', console.tag_texts(tags)) @> any (shown)
    and not jsonb_build_object('id', id, 'agent_id', agent_id, 'tags', console.tag_texts(tags)) @> any (hidden)
$$;

-- Rows that depend on a hidden row are hidden, too. These functions read all rows, which policies do not.
create function console.hidden_configs() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from config_items
  where not console.is_visible(
    (select console.row_access('configs', 'shown')), (select console.row_access('configs', 'hidden')), id, agent_id, tags)
$$;
create function console.hidden_components() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from components
  where not console.is_visible(
    (select console.row_access('components', 'shown')), (select console.row_access('components', 'hidden')), id, agent_id, null)
$$;

-- A canary contains its checks, so it is hidden if one of them is hidden. Deleted links count: they name what the check is for.
create function console.hidden_canaries() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  with link as (
    select check_id, canary_id from check_config_relationships where config_id in (select console.hidden_configs())
    union
    select check_id, canary_id from check_component_relationships
    where component_id in (select console.hidden_components())
  )
  select canary_id from link
  union
  select canary_id from checks where id in (select check_id from link)
$$;

-- A topology contains its components.
create function console.hidden_topologies() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select topology_id from components where topology_id is not null and id in (select console.hidden_components())
$$;

-- An incident is hidden if one piece of its evidence is hidden.
create function console.hidden_incidents() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  with config as materialized (select console.hidden_configs() as id)
  select hypotheses.incident_id from evidences join hypotheses on hypotheses.id = evidences.hypothesis_id
  where config_id in (select id from config)
    or config_change_id in (select id from config_changes where config_id in (select id from config))
    or config_analysis_id in (select id from config_analysis where config_id in (select id from config))
    or component_id in (select console.hidden_components())
    or check_id in (select id from checks where canary_id in (select console.hidden_canaries()))
$$;

-- Applies the policy of the parent run, and so on upwards.
create function console.is_run_visible(run uuid) returns boolean language sql stable as $$
  select exists (select from public.playbook_runs where id = run)
$$;

create function console.is_guest() returns boolean language sql stable parallel safe as $$
  select current_user = 'console_guest'
$$;

-- In the condition of a policy, "one" stands for the row.
create procedure console.restrict_rows(relation text, shown text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', relation);
  execute format(
    'create policy row_access on %I using ((select not console.is_guest()) or (%s))', relation, replace(shown, 'one.', quote_ident(relation) || '.')
  );
end
$$;

-- Builds the condition that each of these columns is null or references a visible row.
create function console.visible_parents(variadic pairs text[]) returns text language sql immutable as $$
  select string_agg(
    format('(one.%1$I is null or exists (select from %2$I as parent where parent.id = one.%1$I))', pair[1], pair[2]), ' and '
  )
  from (select string_to_array(pair, ' > ') as pair from unnest(pairs) as pair) as split
$$;

call console.restrict_rows('config_items', $$console.is_visible(
  (select console.row_access('configs', 'shown')), (select console.row_access('configs', 'hidden')), one.id, one.agent_id, one.tags)$$);
call console.restrict_rows('components', $$console.is_visible(
  (select console.row_access('components', 'shown')), (select console.row_access('components', 'hidden')), one.id, one.agent_id, null)$$);
call console.restrict_rows('canaries', 'not one.id in (select console.hidden_canaries())');
call console.restrict_rows('checks', 'not one.canary_id in (select console.hidden_canaries())');
call console.restrict_rows('topologies', 'not one.id in (select console.hidden_topologies())');
call console.restrict_rows('incidents', 'not one.id in (select console.hidden_incidents())');

call console.restrict_rows('config_changes', console.visible_parents('config_id > config_items'));
call console.restrict_rows('config_analysis', console.visible_parents('config_id > config_items'));
call console.restrict_rows('config_relationships', console.visible_parents('config_id > config_items', 'related_id > config_items'));
call console.restrict_rows('config_component_relationships', console.visible_parents('config_id > config_items', 'component_id > components'));
call console.restrict_rows('component_relationships', console.visible_parents('component_id > components', 'relationship_id > components'));
call console.restrict_rows('team_components', console.visible_parents('component_id > components'));
call console.restrict_rows('check_statuses', console.visible_parents('check_id > checks'));
call console.restrict_rows('check_statuses_1h', console.visible_parents('check_id > checks'));
call console.restrict_rows('check_statuses_1d', console.visible_parents('check_id > checks'));
call console.restrict_rows('check_status_summary', console.visible_parents('check_id > checks'));
call console.restrict_rows('check_config_relationships', console.visible_parents('check_id > checks', 'config_id > config_items'));
call console.restrict_rows('check_component_relationships', console.visible_parents('check_id > checks', 'component_id > components'));
call console.restrict_rows('playbook_run_actions', console.visible_parents('playbook_run_id > playbook_runs'));
call console.restrict_rows('playbook_approvals', console.visible_parents('run_id > playbook_runs'));
call console.restrict_rows('artifacts', console.visible_parents('check_id > checks', 'playbook_run_action_id > playbook_run_actions'));
call console.restrict_rows('hypotheses', console.visible_parents('incident_id > incidents'));
call console.restrict_rows('evidences', console.visible_parents('hypothesis_id > hypotheses'));
call console.restrict_rows('comments', console.visible_parents('incident_id > incidents'));
call console.restrict_rows('responders', console.visible_parents('incident_id > incidents'));
call console.restrict_rows('incident_histories', console.visible_parents('incident_id > incidents'));
call console.restrict_rows('comment_responders', console.visible_parents('comment_id > comments'));
call console.restrict_rows('incident_relationships', console.visible_parents('incident_id > incidents', 'related_id > incidents'));
call console.restrict_rows('playbook_runs', console.visible_parents('config_id > config_items', 'component_id > components', 'check_id > checks')
  || ' and (one.parent_id is null or console.is_run_visible(one.parent_id))');

-- The resource of a job is stored as text. Jobs of other kinds of resource are hidden, because no rule can decide about them.
call console.restrict_rows('job_history', $$case one.resource_type
  when 'team' then true
  when 'canary' then exists (select from canaries as parent where parent.id = console.as_uuid(one.resource_id))
  when 'topology' then exists (select from topologies as parent where parent.id = console.as_uuid(one.resource_id))
  else false
end$$);

drop procedure console.restrict_rows;
drop function console.visible_parents;

-- Creates the role if this user may, and grants it the readable tables and views. Safe to repeat: a later call covers views
-- that were replaced and tables that were added.
-- Returns null, or the reason why row-level access is not available.
create function console.grant_guest_access() returns text language plpgsql as $$
declare
  relation record;
  before text := current_setting('role');
begin
  if not exists (select from pg_roles where rolname = 'console_guest') then
    create role console_guest nologin;
    grant console_guest to current_user;
  end if;
  perform set_config('role', 'console_guest', true);
  perform set_config('role', before, true);

  -- A view runs with the permissions of its caller. The exceptions read inaccessible tables and expose nothing about items.
  for relation in
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
      and relname not in ('connections_list', 'identities', 'people_roles')
      and not coalesce(reloptions @> array['security_invoker=true'], false)
  loop
    execute format('alter view public.%I set (security_invoker = true)', relation.relname);
  end loop;
  if not has_schema_privilege('console_guest', 'console', 'usage') then
    grant usage on schema console to console_guest;
  end if;
  for relation in
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and not has_table_privilege('console_guest', oid, 'select') and (
      relkind = 'v' or relkind = 'r' and (relrowsecurity or relname in (
        'agents', 'incident_rules', 'people', 'playbooks', 'saved_query', 'severities', 'team_members', 'teams'
      ))
    )
  loop
    execute format('grant select on public.%I to console_guest', relation.relname);
  end loop;
  -- Resource selectors of playbooks name the scraper of an item.
  if not has_column_privilege('console_guest', 'public.config_scrapers', 'name', 'select') then
    grant select (id, namespace, name) on public.config_scrapers to console_guest;
  end if;
  return null;
exception when insufficient_privilege or invalid_parameter_value then
  return sqlerrm;
end
$$;
select console.grant_guest_access();
