-- Columns that the tables and views of a Mission Control have.

-- Tables.

alter table artifacts
  add column config_change_id uuid,
  add column scraper_id uuid,
  add column job_history_id uuid,
  add column content bytea,
  add column compression_type text;
comment on column artifacts.content is 'Null: the files are in the data folder.';

update config_analysis set last_observed = first_observed where last_observed is null;
alter table config_analysis
  alter column last_observed set default now(),
  alter column last_observed set not null;

alter table config_relationships add column scraper_id uuid;
comment on column config_relationships.scraper_id is 'The scraper that found the link.';

alter table config_scrapers add column application_id uuid;
comment on column config_scrapers.application_id is 'Null: there are no applications here.';

alter table notifications
  add column error_at timestamptz,
  add column watchdog_schedule text;
comment on column notifications.error_at is 'When the error was found.';

alter table notification_send_history
  add column body_payload jsonb,
  add column resource_health text,
  add column resource_status text,
  add column resource_health_description text;
comment on column notification_send_history.resource_health is 'The health of the resource at the time of the event.';
update notification_send_history set retries = 0 where retries is null;
alter table notification_send_history
  alter column retries set default 0,
  alter column retries set not null;

alter table permissions add column error text;
comment on column permissions.error is 'Why the permission has no effect.';

alter table team_members add column source text not null default 'UI';

-- Views. A view that selects all columns of a table has those of the time when it was created.

create or replace view catalog_changes as
select config_changes.id, config_changes.config_id, config_items.name, config_items.deleted_at, config_items.type,
  config_items.tags, config_changes.external_created_by, config_changes.created_at, config_changes.severity,
  config_changes.change_type, config_changes.source, config_changes.summary, config_changes.created_by,
  config_changes.count, config_changes.first_observed, config_items.agent_id, config_changes.inserted_at
from config_changes left join config_items on config_items.id = config_changes.config_id;

create or replace view change_types as
select distinct change_type from config_changes where change_type is not null order by change_type;

create or replace view config_detail as
select config_items.id, config_items.agent_id, config_items.icon, config_items.scraper_id, config_items.config_class,
  config_items.status, config_items.health, config_items.ready, config_items.external_id, config_items.type,
  config_items.cost_per_minute, config_items.cost_total_1d, config_items.cost_total_7d, config_items.cost_total_30d,
  config_items.name, config_items.description, config_items.config, config_items.source, config_items.labels,
  config_items.tags, config_items.tags_values, config_items.properties, config_items.parent_id, config_items.path,
  config_items.is_pushed, config_items.created_by, config_items.last_scraped_time, config_items.created_at,
  config_items.updated_at, config_items.deleted_at, config_items.delete_reason, config_items.inserted_at,
  config_items.properties_values,
  agents.name as agent_name,
  jsonb_build_object(
    'relationships', (
      select count(*) from config_relationships
      where config_id = config_items.id or related_id = config_items.id
    ),
    'analysis', (select count(*) from config_analysis where config_id = config_items.id and status = 'open'),
    'changes', (
      select count(*) from config_changes
      where created_at > now() - interval '7 days' and config_id in (
        select console.as_uuid(member) from unnest(string_to_array(config_items.path, '.')) as member
      )
    ),
    'playbook_runs', (
      select count(*) from playbook_runs
      where config_id = config_items.id and start_time > now() - interval '30 days'
    ),
    'checks', (
      select count(*) from check_config_relationships where config_id = config_items.id and deleted_at is null
    )
  ) as summary,
  (
    select jsonb_agg(to_jsonb(components))
    from config_component_relationships as link join components on components.id = link.component_id
    where link.config_id = config_items.id
  ) as components,
  (
    select jsonb_build_object('id', scrapers.id, 'name', scrapers.name)
    from config_scrapers as scrapers where scrapers.id = config_items.scraper_id
  ) as scraper
from config_items left join agents on agents.id = config_items.agent_id;

drop view config_scrapers_with_status;
create view config_scrapers_with_status as
select config_scrapers.*, job.*, jsonb_build_object('id', agents.id, 'name', agents.name) as agent
from config_scrapers
  left join agents on agents.id = config_scrapers.agent_id
  left join lateral console.latest_job(config_scrapers.id::text) as job on true
where config_scrapers.deleted_at is null;
comment on view config_scrapers_with_status is 'Live scrapers with their newest job run.';

create or replace view identities as
select id, schema_id, traits, state, state_changed_at, created_at, updated_at, nid,
  null::jsonb as metadata_public, null::jsonb as metadata_admin, null::uuid as organization_id, null::text as external_id
from identity.identities;
comment on view identities is
  'Sign-in identities without what the sign-in needs; a person has the same id. Times carry no zone. The identity service stores no metadata.';

create or replace view notifications_summary as
select notifications.id, notifications.name, coalesce(notifications.namespace, '') as namespace, notifications.error,
  notifications.title, notifications.events, notifications.filter, notifications.person_id, notifications.team_id,
  notifications.custom_services, notifications.created_at, notifications.updated_at, notifications.created_by,
  notifications.source, notifications.repeat_interval, notifications.wait_for,
  (
    select count(*) from event_queue
    where name = 'notification.send' and attempts < 4 and properties ->> 'notification_id' = notifications.id::text
  ) as pending,
  sends.avg_duration_ms, coalesce(sends.failed, 0) as failed, coalesce(sends.sent, 0) as sent,
  sends.most_common_error, sends.last_failed_at, notifications.error_at
from notifications
  left join lateral (
    select round(avg(duration_millis) filter (where error is not null), 2) as avg_duration_ms,
      count(*) filter (where error is not null) as failed, count(*) filter (where status = 'sent') as sent,
      mode() within group (order by error) as most_common_error,
      max(created_at) filter (where error is not null) as last_failed_at
    from notification_send_history
    where notification_id = notifications.id and source_event not like 'watchdog%'
  ) as sends on true
where notifications.deleted_at is null;

drop view notification_send_history_summary;
create view notification_send_history_summary as
select history.*, configs.tags as resource_tags,
  case kind
    when 'config' then jsonb_build_object(
      'id', configs.id, 'icon', configs.icon, 'name', configs.name, 'type', configs.type, 'health', configs.health,
      'status', configs.status, 'deleted_at', configs.deleted_at)
    when 'component' then jsonb_build_object(
      'id', components.id, 'icon', components.icon, 'name', components.name, 'type', components.type,
      'health', components.health, 'status', components.status, 'deleted_at', components.deleted_at)
    when 'check' then jsonb_build_object(
      'id', checks.id, 'icon', checks.icon, 'name', checks.name, 'type', checks.type, 'health', checks.status,
      'status', checks.status, 'deleted_at', checks.deleted_at)
    when 'canary' then jsonb_build_object(
      'id', canaries.id, 'icon', null, 'name', canaries.name, 'type', null, 'health', null, 'status', null,
      'deleted_at', canaries.deleted_at)
  end as resource,
  kind as resource_kind,
  case kind when 'config' then configs.type when 'component' then components.type when 'check' then checks.type end
    as resource_type,
  case when runs.id is not null then jsonb_build_object(
    'id', runs.id, 'playbook_id', runs.playbook_id, 'status', runs.status,
    'playbook_name', coalesce(nullif(playbooks.title, ''), playbooks.name))
  end as playbook_run
from notification_send_history as history
  left join lateral (
    select prefix as kind from split_part(history.source_event, '.', 1) as prefix
    where prefix in ('config', 'component', 'check', 'canary')
  ) as event on true
  left join config_items as configs on configs.id = history.resource_id and kind = 'config'
  left join components on components.id = history.resource_id and kind = 'component'
  left join checks on checks.id = history.resource_id and kind = 'check'
  left join canaries on canaries.id = history.resource_id and kind = 'canary'
  left join playbook_runs as runs on runs.id = history.playbook_run_id
  left join playbooks on playbooks.id = runs.playbook_id;
comment on view notification_send_history_summary is
  'Messages with their resource, its kind and its type. An event of anything else, such as an incident, has no resource.';

create or replace view permissions_summary as
select permission.id, permission.name, permission.namespace, permission.description, permission.action,
  permission.object, permission.object_selector, permission.deny, permission.subject, permission.subject_type,
  permission.created_at, permission.updated_at, permission.deleted_at, permission.created_by, permission.updated_by,
  permission.until, permission.tags, permission.agents,
  case when subject_type = 'person' then (
    select jsonb_build_object('id', id, 'name', name, 'email', email) from people where id = console.as_uuid(subject)
  ) end as person,
  case when subject_type = 'team' then (
    select jsonb_build_object('id', id, 'namespace', source, 'name', name) from teams where id = console.as_uuid(subject)
  ) end as team,
  case when subject_type = 'canary' then (
    select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from canaries where id = console.as_uuid(subject)
  ) end as canary,
  case when subject_type = 'notification' then (
    select jsonb_build_object('id', id, 'namespace', namespace, 'name', name)
    from notifications where id = console.as_uuid(subject)
  ) end as notification,
  case when subject_type = 'playbook' then (
    select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from playbooks where id = console.as_uuid(subject)
  ) end as playbook,
  case when subject_type = 'scraper' then (
    select jsonb_build_object('id', id, 'namespace', namespace, 'name', name)
    from config_scrapers where id = console.as_uuid(subject)
  ) end as scraper,
  case when subject_type = 'topology' then (
    select jsonb_build_object('id', id, 'namespace', namespace, 'name', name) from topologies where id = console.as_uuid(subject)
  ) end as topology,
  case when subject_type = 'group' then (
    select jsonb_build_object('id', groups.id, 'namespace', groups.namespace, 'name', groups.name)
    from (select 1) as always left join permission_groups as groups on groups.name = permission.subject
    limit 1
  ) end as "group",
  permission.error, permission.source,
  (
    select jsonb_build_object('id', id, 'icon', icon, 'name', name) from components where id = permission.component_id
  ) as component_object,
  (
    select jsonb_build_object('id', id, 'icon', icon, 'name', name, 'type', type)
    from config_items where id = permission.config_id
  ) as config_object,
  (select jsonb_build_object('id', id, 'name', name) from canaries where id = permission.canary_id) as canary_object,
  (
    select jsonb_build_object('id', id, 'icon', icon, 'name', name) from playbooks where id = permission.playbook_id
  ) as playbook_object,
  (
    select jsonb_build_object('id', id, 'name', name, 'type', type) from connections where id = permission.connection_id
  ) as connection_object
from permissions as permission
where permission.deleted_at is null;
comment on view permissions_summary is 'Live permissions with whom and what they are for.';

-- Functions.

drop function get_playbook_run_actions(uuid);
create function get_playbook_run_actions(run_id uuid)
returns table (
  id uuid, name text, playbook_run_id uuid, status text, scheduled_time timestamptz, start_time timestamptz,
  end_time timestamptz, result jsonb, agent_id uuid, retry_count integer, agent jsonb
) language sql stable as $$
  select actions.id, actions.name, actions.playbook_run_id, actions.status, actions.scheduled_time, actions.start_time,
    actions.end_time, actions.result, actions.agent_id, actions.retry_count,
    jsonb_build_object('id', agents.id, 'name', agents.name)
  from playbook_run_actions as actions
    join playbook_runs as runs on runs.id = actions.playbook_run_id
    left join agents on agents.id = actions.agent_id
  where runs.id = run_id or runs.parent_id = run_id
  order by actions.start_time nulls last
$$;

select console.grant_guest_access();
