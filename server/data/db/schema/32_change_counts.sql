-- The number of recent changes per item, refreshed by a job as in Mission Control. Queries for other periods, or with newer
-- data, count the changes themselves.
create table console.change_counts (
  config_id uuid primary key,
  since_3d integer not null,
  since_7d integer not null,
  since_30d integer not null
);
comment on table console.change_counts is 'Changes of each item in the last days, as of the moment in change_counts_state.';
create table console.change_counts_state (
  is_only boolean primary key default true check (is_only),
  counted_at timestamptz not null
);
comment on table console.change_counts_state is 'When changes were counted last.';

-- Returns the number of rows written or removed.
create function console.count_changes(moment timestamptz) returns bigint language sql volatile as $$
  with counted as (
    select config_id, count(*) filter (where created_at > moment - interval '3 days') as since_3d,
      count(*) filter (where created_at > moment - interval '7 days') as since_7d, count(*) as since_30d
    from config_changes where created_at > moment - interval '30 days'
    group by config_id
  ), removed as (
    delete from console.change_counts where config_id not in (select config_id from counted) returning 1
  ), written as (
    insert into console.change_counts as known (config_id, since_3d, since_7d, since_30d)
    select config_id, since_3d, since_7d, since_30d from counted
    on conflict (config_id) do update
      set since_3d = excluded.since_3d, since_7d = excluded.since_7d, since_30d = excluded.since_30d
      where (known.since_3d, known.since_7d, known.since_30d)
        is distinct from (excluded.since_3d, excluded.since_7d, excluded.since_30d)
    returning 1
  ), noted as (
    insert into console.change_counts_state (counted_at) values (moment)
    on conflict (is_only) do update set counted_at = excluded.counted_at
  )
  select (select count(*) from removed) + (select count(*) from written)
$$;

-- Also for readers with row-level access: the counts of items they cannot see are joined to no row.
create function console.changes_counted_at() returns timestamptz language sql stable security definer
set search_path = pg_catalog, console as $$
  select counted_at from console.change_counts_state
$$;
create function console.counted_changes(days integer) returns table (config_id uuid, found integer)
language sql stable security definer rows 20000 set search_path = pg_catalog, console as $$
  select config_id, case days when 3 then since_3d when 7 then since_7d else since_30d end from console.change_counts
$$;
