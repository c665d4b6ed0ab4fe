-- Functions that walk the relationships of config items. A walk visits an item once per direction, so cycles end.

create function console.check_direction(type_filter text, allowed text[]) returns void language plpgsql immutable as $$
begin
  if type_filter is null or type_filter <> all (allowed) then
    raise exception 'Invalid type_filter %. It must be one of %', type_filter, array_to_string(allowed, ', ');
  end if;
end
$$;

create function console.walk_configs(start uuid, direction text, hard_only boolean, max_depth integer)
returns table (parent_id uuid, child_id uuid, relation text, depth integer) language sql stable as $$
  -- "union" drops items already reached at the same depth, so the cost grows with items times depth and not with paths.
  -- The limit on the depth ends cycles.
  with recursive reached as (
    select start as item, 0 as depth
    union
    select edge.there, reached.depth + 1
    from reached cross join lateral (
      select related_id as there from config_relationships
      where direction = 'outgoing' and config_id = reached.item and deleted_at is null
        and (not hard_only or relation = 'hard')
      union all
      select config_id from config_relationships
      where direction = 'incoming' and related_id = reached.item and deleted_at is null
        and (not hard_only or relation = 'hard')
    ) as edge
    where reached.depth < least(max_depth, 50)
  ), nearest as (
    select item, min(depth) as depth from reached group by item
  )
  select edge.config_id, edge.related_id, min(edge.relation), min(nearest.depth) + 1
  from nearest cross join lateral (
    select config_id, related_id, relation, deleted_at from config_relationships
    where direction = 'outgoing' and config_id = nearest.item
    union all
    select config_id, related_id, relation, deleted_at from config_relationships
    where direction = 'incoming' and related_id = nearest.item
  ) as edge
  where nearest.depth < least(max_depth, 50) and edge.deleted_at is null and (not hard_only or edge.relation = 'hard')
  group by edge.config_id, edge.related_id
$$;

create function get_recursive_path(start uuid)
returns table (id uuid, related_id uuid, relation_type text, direction text, depth integer) language sql stable as $$
  -- The stored path lists the ancestors from the root down. Some writers end it with the item itself.
  with member as (
    select console.as_uuid(part) as id, row_number() over (order by position desc) as distance
    from config_items, unnest(string_to_array(config_items.path, '.')) with ordinality as step (part, position)
    where config_items.id = start and console.as_uuid(part) <> start
  )
  select member.id, coalesce(below.id, start), 'parent', 'incoming', member.distance::integer
  from member left join member as below on below.distance = member.distance - 1
  order by member.distance
$$;

create function config_relationships_recursive(
  config_id uuid, type_filter text default 'outgoing', max_depth integer default 5,
  incoming_relation text default 'both', outgoing_relation text default 'both'
)
returns table (id uuid, related_id uuid, relation_type text, direction text, depth integer) language plpgsql stable as $$
begin
  perform console.check_direction(type_filter, array['incoming', 'outgoing', 'all']);
  return query
    select walk.parent_id, walk.child_id, walk.relation, 'outgoing', walk.depth
    from console.walk_configs(config_id, 'outgoing', outgoing_relation = 'hard', max_depth) as walk
    where type_filter in ('outgoing', 'all')
    union
    select walk.parent_id, walk.child_id, walk.relation, 'incoming', walk.depth
    from console.walk_configs(config_id, 'incoming', incoming_relation = 'hard', max_depth) as walk
    where type_filter in ('incoming', 'all')
    union
    select * from get_recursive_path(config_id);
end
$$;

create function related_config_ids_recursive(
  config_id uuid, type_filter text default 'outgoing', max_depth integer default 5,
  incoming_relation text default 'both', outgoing_relation text default 'both'
)
returns table (id uuid, direction text, depth integer) language sql stable as $$
  select related.id, min(related.direction), min(related.depth)
  from (
    select case edge.direction when 'outgoing' then edge.related_id else edge.id end as id, edge.direction, edge.depth
    from config_relationships_recursive(config_id, type_filter, max_depth, incoming_relation, outgoing_relation) as edge
  ) as related
  where related.id <> config_id
  group by related.id
  order by 3
$$;

create function related_configs_recursive(
  config_id uuid, type_filter text default 'outgoing', include_deleted_configs boolean default false,
  max_depth integer default 5, incoming_relation text default 'both', outgoing_relation text default 'both'
)
returns table (
  id uuid, name text, type text, related_ids text[], tags jsonb, changes integer, analysis jsonb,
  cost_per_minute numeric, cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric,
  created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, agent_id uuid, health text, ready boolean,
  status text, path text
) language sql stable as $$
  with edge as (
    select * from config_relationships_recursive(config_id, type_filter, max_depth, incoming_relation, outgoing_relation)
  ), endpoint as (
    select end_id, min(depth) as depth
    from (
      select config_id as end_id, 0 as depth
      union all select edge.id, edge.depth - (edge.direction = 'outgoing')::integer from edge
      union all select edge.related_id, edge.depth - (edge.direction = 'incoming')::integer from edge
    ) as every_end
    group by end_id
  ), pointing as (
    select edge.id as from_id, array_agg(distinct edge.related_id::text) as related_ids from edge group by edge.id
  )
  select configs.id, configs.name, configs.type, pointing.related_ids, configs.tags, configs.changes, configs.analysis,
    configs.cost_per_minute, configs.cost_total_1d, configs.cost_total_7d, configs.cost_total_30d, configs.created_at,
    configs.updated_at, configs.deleted_at, configs.agent_id, configs.health, configs.ready, configs.status, configs.path
  from endpoint
    join configs on configs.id = endpoint.end_id
    left join pointing on pointing.from_id = configs.id
  where include_deleted_configs or configs.deleted_at is null
  order by endpoint.depth, configs.name
$$;

create function related_configs(
  config_id uuid, type_filter text default 'all', include_deleted_configs boolean default false
)
returns table (
  id uuid, name text, type text, related_ids text[], tags jsonb, changes integer, analysis jsonb,
  cost_per_minute numeric, cost_total_1d numeric, cost_total_7d numeric, cost_total_30d numeric,
  created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, agent_id uuid, health text, ready boolean,
  status text, path text
) language sql stable as $$
  select * from related_configs_recursive(config_id, type_filter, include_deleted_configs, 1)
$$;

-- Returns ids only. console.walk_configs also returns the links, which costs a second look-up.
create function console.reached_configs(start uuid, direction text, hard_only boolean, max_depth integer)
returns setof uuid language sql stable as $$
  with recursive reached as (
    select start as item, 0 as depth
    union
    select edge.there, reached.depth + 1
    from reached cross join lateral (
      select related_id as there from config_relationships
      where direction = 'outgoing' and config_id = reached.item and deleted_at is null
        and (not hard_only or relation = 'hard')
      union all
      select config_id from config_relationships
      where direction = 'incoming' and related_id = reached.item and deleted_at is null
        and (not hard_only or relation = 'hard')
    ) as edge
    where reached.depth < least(max_depth, 50)
  )
  select item from reached
$$;

-- Returns ids only, so that the planner of a query for changes can choose how to find and order them. A function that
-- returned the changes would create all rows first.
create function console.related_config_ids(lookup_id uuid, type_filter text, max_depth integer, soft boolean)
returns setof uuid language sql stable as $$
  select lookup_id
  union
  select console.reached_configs(lookup_id, 'outgoing', not soft, max_depth) where type_filter in ('downstream', 'all')
  union
  select console.reached_configs(lookup_id, 'incoming', not soft, max_depth) where type_filter in ('upstream', 'all')
  union
  select ancestor.id from get_recursive_path(lookup_id) as ancestor where type_filter in ('upstream', 'all')
$$;


create function related_changes_recursive(
  lookup_id uuid, type_filter text default 'downstream', include_deleted_configs boolean default false,
  max_depth integer default 5, soft boolean default false
)
returns setof catalog_changes language plpgsql stable as $$
begin
  perform console.check_direction(type_filter, array['downstream', 'upstream', 'all', 'none', '']);
  return query
    select change.* from catalog_changes as change
    where change.config_id in (
      select console.related_config_ids(lookup_id, type_filter, max_depth, soft)
    )
    and (include_deleted_configs or change.deleted_at is null);
end
$$;

create function lookup_config_children(id text, max_depth integer)
returns table (child_id uuid, parent_id uuid, level integer) language sql stable as $$
  with recursive child as (
    select config_items.id as child_id, config_items.parent_id, 0 as level
    from config_items where config_items.id = $1::uuid
    union all
    select config_items.id, config_items.parent_id, child.level + 1
    from config_items join child on config_items.parent_id = child.child_id
    where child.level < case when max_depth < 0 then 10 else least(max_depth, 50) end
  )
  select * from child
$$;

create function lookup_config_relations(config_id text) returns table (id uuid) language sql stable as $$
  select related_id from config_relationships where deleted_at is null and config_relationships.config_id = $1::uuid
  union
  select config_relationships.config_id from config_relationships where deleted_at is null and related_id = $1::uuid
$$;

create function drop_config_items(ids text[]) returns void language sql volatile as $$
  delete from config_items where id::text = any (ids)
$$;

-- Retention: removes items that were soft-deleted more than this number of days ago.
create function delete_old_config_items(older_than integer) returns integer language plpgsql volatile as $$
declare
  removed integer;
begin
  delete from config_items
  where deleted_at < now() - make_interval(days => older_than)
    and not exists (select from evidences where evidences.config_id = config_items.id);
  get diagnostics removed = row_count;
  return removed;
end
$$;
