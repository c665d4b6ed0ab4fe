-- The ids alone, so that whoever asks for the changes of many items can choose how to find and order them: as rows of
-- a function they would all be made first.
create function console.related_config_ids(lookup_id uuid, type_filter text, max_depth integer, soft boolean)
returns setof uuid language sql stable as $$
  select lookup_id
  union
  select walk.child_id from console.walk_configs(lookup_id, 'outgoing', not soft, max_depth) as walk
  where type_filter in ('downstream', 'all')
  union
  select walk.parent_id from console.walk_configs(lookup_id, 'incoming', not soft, max_depth) as walk
  where type_filter in ('upstream', 'all')
  union
  select ancestor.id from get_recursive_path(lookup_id) as ancestor where type_filter in ('upstream', 'all')
$$;

create or replace function related_changes_recursive(
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
