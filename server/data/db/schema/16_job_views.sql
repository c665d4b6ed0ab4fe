create view job_history_latest_status as
select * from (
  select *, row_number() over (partition by resource_id order by created_at desc) as rn from job_history
) as numbered
where rn = 1;
comment on view job_history_latest_status is 'The newest job run of each resource.';

create view job_history_names as select distinct name from job_history order by name;
comment on view job_history_names is 'Names of jobs that have run.';

create view job_histories as
select job_history.*,
  case job_history.resource_type
    when 'components' then (select name from components where id = (select console.as_uuid(resource_id)))
    when 'config_scraper' then (select name from config_scrapers where id = (select console.as_uuid(resource_id)))
    when 'canary' then (select name from canaries where id = (select console.as_uuid(resource_id)))
    when 'topology' then (select name from topologies where id = (select console.as_uuid(resource_id)))
    else job_history.resource_id
  end as resource_name,
  jsonb_build_object('id', agents.id, 'name', agents.name) as agent
from job_history left join agents on agents.id = job_history.agent_id;
comment on view job_histories is 'Job runs with the name of what they were for.';

-- The newest run of a resource and its latest failure, for the views below.
create function console.latest_job(resource text, kind text default null)
returns table (
  job_name text, job_success_count integer, job_error_count integer, job_details jsonb, job_hostname text,
  job_duration_millis integer, job_resource_type text, job_status text, job_time_start timestamptz,
  job_time_end timestamptz, job_created_at timestamptz, job_last_failed timestamptz
) language sql stable as $$
  select name, success_count, error_count, details, hostname, duration_millis, resource_type, status, time_start,
    time_end, created_at,
    (select max(time_start) from job_history where resource_id = resource and status = 'FAILED')
  from job_history
  where resource_id = resource and (kind is null or resource_type = kind)
  order by created_at desc limit 1
$$;

create view topologies_with_status as
select topologies.*, job.*, jsonb_build_object('id', agents.id, 'name', agents.name) as agent
from topologies
  left join agents on agents.id = topologies.agent_id
  left join lateral console.latest_job(topologies.id::text, 'topology') as job on true
where topologies.deleted_at is null;
comment on view topologies_with_status is 'Live topologies with their newest job run.';

create view config_scrapers_with_status as
select config_scrapers.*, job.*, jsonb_build_object('id', agents.id, 'name', agents.name) as agent
from config_scrapers
  left join agents on agents.id = config_scrapers.agent_id
  left join lateral console.latest_job(config_scrapers.id::text) as job on true
where config_scrapers.deleted_at is null;
comment on view config_scrapers_with_status is 'Live scrapers with their newest job run.';

create view canaries_with_status as
select canaries.id, canaries.name, canaries.namespace, canaries.spec ->> 'interval' as interval,
  canaries.spec ->> 'schedule' as schedule, canaries.labels, canaries.source, canaries.created_by,
  canaries.created_at, canaries.deleted_at,
  (select max(last_runtime) from checks where canary_id = canaries.id) as last_runtime,
  job.*, jsonb_build_object('id', agents.id, 'name', agents.name) as agent
from canaries
  left join agents on agents.id = canaries.agent_id
  left join lateral console.latest_job(canaries.id::text) as job on true
where canaries.deleted_at is null;
comment on view canaries_with_status is 'Live canaries with when they last ran and their newest job run.';

create view teams_with_status as
select teams.*, job.*
from teams left join lateral console.latest_job(teams.id::text, 'team') as job on true
where teams.deleted_at is null;
comment on view teams_with_status is 'Live teams with their newest job run.';

create view integrations_with_status as
select integration.*, job.*, people.name as creator_name, people.avatar as creator_avatar,
  people.title as creator_title, people.email as creator_email
from (
  select id, name, coalesce(description, '') as description, 'scrapers' as integration_type, source::text, agent_id,
    created_at, updated_at, deleted_at, created_by,
    (select jsonb_build_object('id', agents.id, 'name', agents.name) from agents where agents.id = agent_id) as agent
  from config_scrapers where deleted_at is null
  union all
  select id, name, '', 'topologies', source::text, agent_id, created_at, updated_at, deleted_at, created_by,
    (select jsonb_build_object('id', agents.id, 'name', agents.name) from agents where agents.id = agent_id)
  from topologies where deleted_at is null
  union all
  select id, name, '', 'logging_backends', source::text, agent_id, created_at, updated_at, deleted_at, created_by, null
  from logging_backends
) as integration
  left join lateral console.latest_job(integration.id::text) as job on integration.integration_type <> 'logging_backends'
  left join people on people.id = integration.created_by;
comment on view integrations_with_status is 'Scrapers, topologies and log backends in one list, with their newest job run.';
