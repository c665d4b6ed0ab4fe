-- Statistics of every check over the last hour, or of its latest run when that is older. Recomputing them for each
-- request would read every run of the hour, so the engine refreshes this table instead.
create table check_status_summary (
  check_id uuid primary key references checks (id) on delete cascade,
  passed integer not null,
  failed integer not null,
  last_pass timestamptz,
  last_fail timestamptz,
  p50 integer,
  p95 integer,
  p99 integer,
  avg numeric,
  refreshed_at timestamptz not null default now()
);
comment on table check_status_summary is 'Runs and latency (milliseconds) of each check over the last hour, or of its latest run when that is older.';

-- A run without a status could not be evaluated: it counts neither as passed nor as failed.
create function console.refresh_check_status_summary(check_ids uuid[] default null) returns void
language plpgsql as $$
begin
  -- Check by check along the primary key, for any number of checks. Runs without a status did not happen: the
  -- backend could not run such a check.
  with wanted as (
    select id from checks where check_ids is null or id = any (check_ids)
  ), fresh as (
    select run.* from wanted cross join lateral (
      select check_id, status, duration, time from check_statuses
      where check_id = wanted.id and time > now() - interval '1 hour' and status is not null
      offset 0
    ) as run
  ), latest as (
    select run.* from wanted cross join lateral (
      select check_id, status, duration, time from check_statuses
      where check_id = wanted.id and status is not null
      order by time desc limit 1
    ) as run
    where run.time <= now() - interval '1 hour'
  ), counted as (
    select * from fresh union all select * from latest
  ), stored as (
    insert into check_status_summary as old
    select check_id,
      count(*) filter (where status), count(*) filter (where not status),
      max(time) filter (where status), max(time) filter (where not status),
      percentile_disc(0.5) within group (order by duration),
      percentile_disc(0.95) within group (order by duration),
      percentile_disc(0.99) within group (order by duration),
      round(avg(duration), 1), now()
    from counted group by check_id
    on conflict (check_id) do update set
      passed = excluded.passed, failed = excluded.failed,
      last_pass = coalesce(excluded.last_pass, old.last_pass), last_fail = coalesce(excluded.last_fail, old.last_fail),
      p50 = excluded.p50, p95 = excluded.p95, p99 = excluded.p99, avg = excluded.avg,
      refreshed_at = excluded.refreshed_at
    returning old.check_id
  )
  -- The remaining checks have no run that counts: retention has removed their runs.
  delete from check_status_summary using wanted
  where check_id = wanted.id and check_id not in (select stored.check_id from stored);
end
$$;

create view check_summary as
select checks.id, checks.canary_id, canaries.namespace as canary_namespace, canaries.name as canary_name,
  checks.last_transition_time, checks.type, checks.icon, checks.name, checks.status, checks.description,
  checks.namespace, console.as_map(canaries.labels) || console.as_map(checks.labels) as labels, checks.severity,
  checks.owner, checks.last_runtime, checks.created_at, checks.updated_at, checks.deleted_at, checks.silenced_at,
  json_build_object('passed', passed, 'failed', failed, 'last_pass', last_pass, 'last_fail', last_fail) as uptime,
  json_build_object('p99', p99, 'p95', p95, 'p50', p50, 'avg', avg) as latency
from checks
  join canaries on canaries.id = checks.canary_id
  left join check_status_summary on check_status_summary.check_id = checks.id;
comment on view check_summary is 'Every check with its status, and uptime and latency over the last hour.';

create view check_names as
select id, canary_id, type, name, status from checks
where deleted_at is null and silenced_at is null
order by name;
comment on view check_names is 'Live checks that are not silenced, by name.';

create view check_labels as
select distinct key, value from checks, jsonb_each_text(console.as_map(labels)) where deleted_at is null;
comment on view check_labels is 'Labels of live checks.';

create view checks_labels_keys as
select distinct 'label:' || key as key from checks, jsonb_object_keys(console.as_map(labels)) as key where deleted_at is null;
comment on view checks_labels_keys is 'Keys of the labels of live checks.';

create view checks_by_component as
select link.component_id, checks.id, checks.type, checks.name, checks.severity, checks.status
from checks join check_component_relationships as link on link.check_id = checks.id
where link.deleted_at is null;
comment on view checks_by_component is 'Checks that tell about a component.';

create view check_summary_by_component as
select component_id, jsonb_object_agg(status, found) as checks
from (
  select link.component_id, coalesce(checks.status, 'unknown') as status, count(*) as found
  from checks join check_component_relationships as link on link.check_id = checks.id
  where link.deleted_at is null and checks.deleted_at is null
  group by 1, 2
) as counted
group by component_id;
comment on view check_summary_by_component is 'Checks of each component, counted by status.';

create view checks_by_config as
select link.config_id, checks.id, checks.type, checks.name, checks.severity, checks.status, checks.icon,
  checks.last_runtime
from checks join check_config_relationships as link on link.check_id = checks.id
where link.deleted_at is null;
comment on view checks_by_config is 'Checks that tell about a config item.';

create view check_summary_by_config as
select config_id, jsonb_object_agg(status, found) as checks
from (
  select link.config_id, coalesce(checks.status, 'unknown') as status, count(*) as found
  from checks join check_config_relationships as link on link.check_id = checks.id
  where link.deleted_at is null and checks.deleted_at is null
  group by 1, 2
) as counted
group by config_id;
comment on view check_summary_by_config is 'Checks of each config item, counted by status.';

create view check_summary_for_config as
select link.config_id, check_summary.*
from check_summary join check_config_relationships as link on link.check_id = check_summary.id
where link.deleted_at is null;
comment on view check_summary_for_config is 'Checks of each config item with uptime and latency.';

create view check_statuses_5m as
select check_id, date_bin('5 minutes', time, timestamptz 'epoch') as created_at, count(*) as total_checks,
  count(*) filter (where status) as passed, count(*) filter (where not status) as failed,
  sum(duration) as total_duration
from check_statuses
where time > now() - interval '24 hours'
group by 1, 2;
comment on view check_statuses_5m is 'Runs of the last 24 hours in buckets of five minutes.';

create view check_size_summary as
select checks.canary_id, checks.id, min(run.time) as min_time, max(run.time) as max_time, count(run.time) as count,
  sum(pg_column_size(run)) as size, round(avg(pg_column_size(run))) as avg_size
from checks join check_statuses as run on run.check_id = checks.id
group by checks.canary_id, checks.id;
comment on view check_size_summary is 'How much the stored runs of each check take (bytes).';

create view checks_status_artifacts as
select run.check_id, run.status as check_status, run.message as check_message, run.error, run.invalid, run.time,
  run.duration,
  (
    select jsonb_agg(jsonb_build_object('name', artifacts.filename, 'size', artifacts.size, 'id', artifacts.id))
    from (select 1) as always
      left join artifacts on artifacts.check_id = run.check_id and artifacts.check_time = run.time
  ) as artifacts
from check_statuses as run;
comment on view checks_status_artifacts is 'Runs of checks with the files they left behind.';
