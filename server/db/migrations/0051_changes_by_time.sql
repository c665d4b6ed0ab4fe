-- Counting the changes of a month reads this index alone, once the table has been vacuumed, and a page comes in its order.
drop index config_changes_created;
create index config_changes_created on config_changes (created_at desc, id) include (config_id, change_type, severity);
-- Items of a type are found without their rows, which hold documents.
drop index config_items_type;
create index config_items_type on config_items (type, name) include (id, deleted_at);

-- What a walk down follows, without the rows.
create index config_relationships_down on config_relationships (config_id, relation, related_id) where deleted_at is null;

-- Only the ids: the links between them, which a walk tells as well, are looked up a second time.
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

create or replace function console.related_config_ids(lookup_id uuid, type_filter text, max_depth integer, soft boolean)
returns setof uuid language sql stable as $$
  select lookup_id
  union
  select console.reached_configs(lookup_id, 'outgoing', not soft, max_depth) where type_filter in ('downstream', 'all')
  union
  select console.reached_configs(lookup_id, 'incoming', not soft, max_depth) where type_filter in ('upstream', 'all')
  union
  select ancestor.id from get_recursive_path(lookup_id) as ancestor where type_filter in ('upstream', 'all')
$$;
