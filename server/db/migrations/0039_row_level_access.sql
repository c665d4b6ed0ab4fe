-- Row-level access: what somebody sees who may see some config items and components only. Whoever owns the tables sees
-- all of them, as ever. The role "console_guest" sees what the setting "console.sight" lists, for as long as a
-- transaction that took both upon itself: nothing without the setting. Tables and views that are not granted to the role
-- are closed to it, so that a new one is closed until somebody has decided.

-- One description for each agent that a rule is about: a thing that contains a description is meant by it.
create function console.sight(kind text, part text) returns jsonb[] language sql stable as $$
  select coalesce(array_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', rule -> 'id', 'agent_id', agents.id, 'tags', rule -> 'tags'
  ))), '{}')
  from jsonb_array_elements(coalesce(nullif(current_setting('console.sight', true), ''), '{}')::jsonb #> array[kind, part]) as rule
    left join public.agents on rule -> 'agents' ? agents.id::text or rule -> 'agents' ? agents.name
  where not rule ? 'agents' or agents.id is not null
$$;

-- Rules have texts; what is stored may have numbers.
create function console.tag_texts(map jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, value) from jsonb_each_text(console.as_map(map))
$$;

-- The lists are parameters, so that a query makes them once and not for each row.
create function console.shows(shown jsonb[], hidden jsonb[], id uuid, agent_id uuid, tags jsonb) returns boolean
language sql stable as $$
  select jsonb_build_object('agent_id', agent_id, 'tags', console.tag_texts(tags)) @> any (shown)
    and not jsonb_build_object('id', id, 'agent_id', agent_id, 'tags', console.tag_texts(tags)) @> any (hidden)
$$;

-- What hangs on something that is not shown is not shown either. These look at all rows, which policies do not.
create function console.hidden_configs() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from config_items
  where not console.shows(
    (select console.sight('configs', 'shown')), (select console.sight('configs', 'hidden')), id, agent_id, tags)
$$;
create function console.hidden_components() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select id from components
  where not console.shows(
    (select console.sight('components', 'shown')), (select console.sight('components', 'hidden')), id, agent_id, null)
$$;

-- A canary describes its checks, so it is hidden with the first of them. Links that have ended still tell what it is about.
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

-- A topology describes its components.
create function console.hidden_topologies() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select topology_id from components where topology_id is not null and id in (select console.hidden_components())
$$;

-- An incident is about its evidence.
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

-- By the policy of the run itself, and so on upwards.
create function console.shows_run(run uuid) returns boolean language sql stable as $$
  select exists (select from public.playbook_runs where id = run)
$$;

create function console.is_guest() returns boolean language sql stable parallel safe as $$
  select current_user = 'console_guest'
$$;

-- Each policy is about the row "one".
create procedure console.limit_rows(relation text, shown text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', relation);
  execute format(
    'create policy sight on %I using ((select not console.is_guest()) or (%s))', relation, replace(shown, 'one.', quote_ident(relation) || '.')
  );
end
$$;

-- Whether each of these columns, where it is not empty, names a row that is shown.
create function console.hangs_on(variadic pairs text[]) returns text language sql immutable as $$
  select string_agg(
    format('(one.%1$I is null or exists (select from %2$I as parent where parent.id = one.%1$I))', pair[1], pair[2]), ' and '
  )
  from (select string_to_array(pair, ' > ') as pair from unnest(pairs) as pair) as split
$$;

call console.limit_rows('config_items', $$console.shows(
  (select console.sight('configs', 'shown')), (select console.sight('configs', 'hidden')), one.id, one.agent_id, one.tags)$$);
call console.limit_rows('components', $$console.shows(
  (select console.sight('components', 'shown')), (select console.sight('components', 'hidden')), one.id, one.agent_id, null)$$);
call console.limit_rows('canaries', 'not one.id in (select console.hidden_canaries())');
call console.limit_rows('checks', 'not one.canary_id in (select console.hidden_canaries())');
call console.limit_rows('topologies', 'not one.id in (select console.hidden_topologies())');
call console.limit_rows('incidents', 'not one.id in (select console.hidden_incidents())');

call console.limit_rows('config_changes', console.hangs_on('config_id > config_items'));
call console.limit_rows('config_analysis', console.hangs_on('config_id > config_items'));
call console.limit_rows('config_relationships', console.hangs_on('config_id > config_items', 'related_id > config_items'));
call console.limit_rows('config_component_relationships', console.hangs_on('config_id > config_items', 'component_id > components'));
call console.limit_rows('component_relationships', console.hangs_on('component_id > components', 'relationship_id > components'));
call console.limit_rows('team_components', console.hangs_on('component_id > components'));
call console.limit_rows('check_statuses', console.hangs_on('check_id > checks'));
call console.limit_rows('check_statuses_1h', console.hangs_on('check_id > checks'));
call console.limit_rows('check_statuses_1d', console.hangs_on('check_id > checks'));
call console.limit_rows('check_status_summary', console.hangs_on('check_id > checks'));
call console.limit_rows('check_config_relationships', console.hangs_on('check_id > checks', 'config_id > config_items'));
call console.limit_rows('check_component_relationships', console.hangs_on('check_id > checks', 'component_id > components'));
call console.limit_rows('playbook_run_actions', console.hangs_on('playbook_run_id > playbook_runs'));
call console.limit_rows('playbook_approvals', console.hangs_on('run_id > playbook_runs'));
call console.limit_rows('artifacts', console.hangs_on('check_id > checks', 'playbook_run_action_id > playbook_run_actions'));
call console.limit_rows('hypotheses', console.hangs_on('incident_id > incidents'));
call console.limit_rows('evidences', console.hangs_on('hypothesis_id > hypotheses'));
call console.limit_rows('comments', console.hangs_on('incident_id > incidents'));
call console.limit_rows('responders', console.hangs_on('incident_id > incidents'));
call console.limit_rows('incident_histories', console.hangs_on('incident_id > incidents'));
call console.limit_rows('comment_responders', console.hangs_on('comment_id > comments'));
call console.limit_rows('incident_relationships', console.hangs_on('incident_id > incidents', 'related_id > incidents'));
call console.limit_rows('playbook_runs', console.hangs_on('config_id > config_items', 'component_id > components', 'check_id > checks')
  || ' and (one.parent_id is null or console.shows_run(one.parent_id))');

-- What a job was for stands there as text; of the kinds that are not here nobody can say whether it may be seen.
call console.limit_rows('job_history', $$case one.resource_type
  when 'team' then true
  when 'canary' then exists (select from canaries as parent where parent.id = console.as_uuid(one.resource_id))
  when 'topology' then exists (select from topologies as parent where parent.id = console.as_uuid(one.resource_id))
  else false
end$$);

drop procedure console.limit_rows;
drop function console.hangs_on;

-- Opens to the role what it may look into, and makes the role if this user may. Safe to repeat; views that were made anew
-- and tables that were added are seen to when it is called again.
-- Returns null, or why row-level access cannot be had here.
create function console.admit_guests() returns text language plpgsql as $$
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

  -- A view reads as whoever asks. These read tables that are closed, and show nothing of items.
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
  -- Selectors of playbooks name the scraper of an item.
  if not has_column_privilege('console_guest', 'public.config_scrapers', 'name', 'select') then
    grant select (id, namespace, name) on public.config_scrapers to console_guest;
  end if;
  return null;
exception when insufficient_privilege or invalid_parameter_value then
  return sqlerrm;
end
$$;
select console.admit_guests();
