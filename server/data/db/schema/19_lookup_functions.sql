create function lookup_configs_by_component(id text)
returns table (config_id uuid, name text, type text, icon text, role text, deleted_at timestamptz)
language sql stable as $$
  select config_items.id, config_items.name, config_items.config_class, config_items.icon, 'left', config_items.deleted_at
  from config_component_relationships as link join config_items on config_items.id = link.config_id
  where link.component_id = $1::uuid and link.deleted_at is null
$$;

create function lookup_changes_by_component(id text) returns setof config_changes language sql stable as $$
  select config_changes.* from config_changes
  where config_id in (
    select config_id from config_component_relationships where component_id = $1::uuid and deleted_at is null
  )
$$;

create function lookup_analysis_by_component(id text) returns setof config_analysis language sql stable as $$
  select config_analysis.* from config_analysis
  where config_id in (
    select config_id from config_component_relationships where component_id = $1::uuid and deleted_at is null
  )
$$;

create function lookup_components_by_config(id text)
returns table (component_id uuid, name text, type text, icon text, role text) language sql stable as $$
  select components.id, components.name, components.type, components.icon, 'left'
  from config_component_relationships as link join components on components.id = link.component_id
  where link.config_id = $1::uuid and link.deleted_at is null
$$;

create function lookup_components_by_check(id uuid) returns setof components language sql stable as $$
  select components.* from components
  where components.id in (
    select component_id from check_component_relationships where check_id = $1 and deleted_at is null
  )
$$;

create function lookup_component_by_property(text, text) returns setof components language sql stable as $$
  select components.* from components
  where deleted_at is null and jsonb_path_exists(
    properties, '$[*] ? (@.name == $name && (@.text == $value || @.value == $value))',
    jsonb_build_object('name', $1, 'value', $2)
  )
$$;

create function lookup_component_children(id text, max_depth integer)
returns table (child_id uuid, parent_id uuid, level integer) language sql stable as $$
  with recursive child as (
    select components.id as child_id, components.parent_id, 0 as level
    from components where components.id = $1::uuid
    union all
    select components.id, components.parent_id, child.level + 1
    from components join child on components.parent_id = child.child_id
    where child.level < case when max_depth < 0 then 10 else least(max_depth, 50) end
  )
  select * from child
$$;

create function lookup_component_relations(component_id text) returns table (id uuid) language sql stable as $$
  select relationship_id from component_relationships
  where deleted_at is null and component_relationships.component_id = $1::uuid
  union
  select component_relationships.component_id from component_relationships
  where deleted_at is null and relationship_id = $1::uuid
$$;

create function lookup_component_incidents(component_id text) returns table (id uuid) language sql stable as $$
  select distinct hypotheses.incident_id
  from evidences join hypotheses on hypotheses.id = evidences.hypothesis_id
  where evidences.component_id = $1::uuid
$$;

create function lookup_component_names(component_id uuid[]) returns table (names text[]) language sql stable as $$
  select array_agg(components.name order by wanted.position)
  from unnest($1) with ordinality as wanted (id, position) join components on components.id = wanted.id
$$;

create function lookup_component_config_id_related_components(component_id text)
returns table (id uuid) language sql stable as $$
  select distinct other.component_id
  from config_component_relationships as mine
    join config_component_relationships as other on other.config_id = mine.config_id and other.deleted_at is null
  where mine.component_id = $1::uuid and mine.deleted_at is null and other.component_id <> mine.component_id
$$;

create function check_summary_for_component(id uuid) returns setof check_summary language sql stable as $$
  select check_summary.* from check_summary
  where check_summary.id in (
    select check_id from check_component_relationships where component_id = $1 and deleted_at is null
  )
$$;

create function get_playbook_run_actions(run_id uuid)
returns table (
  id uuid, name text, playbook_run_id uuid, status text, scheduled_time timestamptz, start_time timestamptz,
  end_time timestamptz, agent_id uuid, retry_count integer, agent jsonb
) language sql stable as $$
  select actions.id, actions.name, actions.playbook_run_id, actions.status, actions.scheduled_time, actions.start_time,
    actions.end_time, actions.agent_id, actions.retry_count,
    jsonb_build_object('id', agents.id, 'name', agents.name)
  from playbook_run_actions as actions
    join playbook_runs as runs on runs.id = actions.playbook_run_id
    left join agents on agents.id = actions.agent_id
  where runs.id = run_id or runs.parent_id = run_id
  order by actions.start_time nulls last
$$;

-- Retention.
create function delete_person(person_id uuid) returns void language sql volatile as $$
  delete from casbin_rule where v0 = person_id::text;
  update people set deleted_at = now() where id = person_id and deleted_at is null;
$$;

create function delete_agent_resources(agent uuid) returns void language sql volatile as $$
  update checks set deleted_at = now() where agent_id = agent and deleted_at is null;
  update canaries set deleted_at = now() where agent_id = agent and deleted_at is null;
  update components set deleted_at = now() where agent_id = agent and deleted_at is null;
  update topologies set deleted_at = now() where agent_id = agent and deleted_at is null;
  update config_items set deleted_at = now() where agent_id = agent and deleted_at is null;
  update config_scrapers set deleted_at = now() where agent_id = agent and deleted_at is null;
  update logging_backends set deleted_at = now() where agent_id = agent and deleted_at is null;
$$;
