create view notifications_summary as
select notifications.id, notifications.name, coalesce(notifications.namespace, '') as namespace, notifications.error,
  notifications.title, notifications.events, notifications.filter, notifications.person_id, notifications.team_id,
  notifications.custom_services, notifications.created_at, notifications.updated_at, notifications.created_by,
  notifications.source, notifications.repeat_interval, notifications.wait_for,
  (
    select count(*) from event_queue
    where name = 'notification.send' and attempts < 4 and properties ->> 'notification_id' = notifications.id::text
  ) as pending,
  sends.avg_duration_ms, coalesce(sends.failed, 0) as failed, coalesce(sends.sent, 0) as sent,
  sends.most_common_error, sends.last_failed_at
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
comment on view notifications_summary is 'Live notification rules with what became of their messages.';

create view notification_send_history_summary as
select history.*, split_part(history.source_event, '.', 1) as resource_type,
  case split_part(history.source_event, '.', 1)
    when 'config' then jsonb_build_object(
      'id', configs.id, 'name', configs.name, 'type', configs.type, 'config_class', configs.config_class,
      'health', configs.health, 'status', configs.status)
    when 'component' then jsonb_build_object(
      'id', components.id, 'name', components.name, 'icon', components.icon, 'health', components.health,
      'status', components.status)
    when 'check' then jsonb_build_object(
      'id', checks.id, 'name', checks.name, 'type', checks.type, 'status', checks.status, 'icon', checks.icon,
      'health', checks.status)
    when 'canary' then jsonb_build_object('id', canaries.id, 'name', canaries.name)
  end as resource,
  case when runs.id is not null then jsonb_build_object(
    'id', runs.id, 'playbook_id', runs.playbook_id, 'status', runs.status,
    'playbook_name', coalesce(nullif(playbooks.title, ''), playbooks.name))
  end as playbook_run
from notification_send_history as history
  left join config_items as configs on configs.id = history.resource_id
  left join components on components.id = history.resource_id
  left join checks on checks.id = history.resource_id
  left join canaries on canaries.id = history.resource_id
  left join playbook_runs as runs on runs.id = history.playbook_run_id
  left join playbooks on playbooks.id = runs.playbook_id
where split_part(history.source_event, '.', 1) in ('config', 'component', 'check', 'canary');
comment on view notification_send_history_summary is 'Messages about config items, components and checks, with what they were about.';

create view agents_summary as
select agents.*, config_count, config_scrapper_count, checks_count, playbook_runs_count
from agents
  left join (
    select agent_id, count(*) as config_count from config_items group by agent_id
  ) as configs on configs.agent_id = agents.id
  left join (
    select agent_id, count(*) as config_scrapper_count from config_scrapers group by agent_id
  ) as scrapers on scrapers.agent_id = agents.id
  left join (
    select agent_id, count(*) as checks_count from checks group by agent_id
  ) as health on health.agent_id = agents.id
  left join (
    select agent_id, count(*) as playbook_runs_count from playbook_runs group by agent_id
  ) as runs on runs.agent_id = agents.id
where agents.deleted_at is null;
comment on view agents_summary is 'Live agents with what they pushed.';

create view playbook_names as
select id, title, name, spec ->> 'description' as description, spec ->> 'category' as category, spec ->> 'icon' as icon
from playbooks
where deleted_at is null
order by name;
comment on view playbook_names is 'Live playbooks by name.';

create view playbooks_for_agent as
select agents.name as agent_name, agents.person_id, agents.id as agent_id, array_agg(playbooks.id) as playbook_ids
from agents join playbooks on playbooks.deleted_at is null and playbooks.spec -> 'runsOn' ? agents.name
where agents.deleted_at is null
group by agents.id;
comment on view playbooks_for_agent is 'Which playbooks an agent may run.';

-- A reference to a secret is not secret; any other value is.
create function console.masked(secret text) returns text language sql immutable as $$
  select case when secret = '' or secret ~ '^(secret|configmap|helm|serviceaccount)://' then secret else '***' end
$$;

create function console.connection_category(url text) returns text language sql immutable as $$
  select case when split_part(url, '://', 1) in (
    'discord', 'smtp', 'googlechat', 'ifttt', 'mattermost', 'matrix', 'ntfy', 'opsgenie', 'pushbullet', 'pushover',
    'rocketchat', 'slack', 'teams', 'telegram', 'zulip', 'generic'
  ) or url like 'generic+%' then 'notification' else '' end
$$;

create view connections_list as
select id, name, namespace, type, console.connection_category(url) as category, created_by, created_at, updated_at
from connections
where deleted_at is null
order by created_at;
comment on view connections_list is 'Live connections without their addresses and credentials.';

create view connection_details as
select id, name, namespace, type, source, console.mask_sealed(properties) as properties, insecure_tls, created_by,
  created_at, updated_at, console.connection_category(url) as category, console.masked(username) as username,
  console.masked(password) as password, console.masked(certificate) as certificate
from connections
where deleted_at is null
order by created_at;
comment on view connection_details is 'Live connections with their credentials masked.';

create view permissions_summary as
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
  ) end as "group"
from permissions as permission
where permission.deleted_at is null;
comment on view permissions_summary is 'Live permissions with whom they are for.';

create view permissions_group_summary as
select permission.subject, permission.subject_type,
  coalesce(groups.name, permission.subject) as subject_label, permission.action, permission.object, permission.deny
from permissions as permission left join permission_groups as groups on groups.name = permission.subject
where permission.subject_type = 'group' and permission.deleted_at is null;
comment on view permissions_group_summary is 'Live permissions of groups.';

create view people_roles as
select people.id, people.name, people.email, array_agg(casbin_rule.v1::text order by casbin_rule.id) as roles
from people join casbin_rule on casbin_rule.ptype = 'g' and casbin_rule.v0 = people.id::text
group by people.id;
comment on view people_roles is 'The roles of everybody who has one.';

create view event_queue_summary as
select name, count(*) as pending, count(*) filter (where error is not null) as failed,
  round(avg(attempts), 2) as average_attempts,
  min(last_attempt) filter (where error is not null) as first_failure,
  max(last_attempt) filter (where error is not null) as last_failure,
  mode() within group (order by error) as most_common_error
from event_queue
group by name;
comment on view event_queue_summary is 'Waiting events counted by name.';

create view failed_events as
select name, count(distinct error) as unique_errors, round(avg(attempts), 2) as average_attempts,
  count(*) as total_failed_events, mode() within group (order by error) as most_common_error
from event_queue
where error is not null and last_attempt > now() - interval '7 days'
group by name;
comment on view failed_events is 'Events that failed in the last 7 days, counted by name.';

create view push_queue_summary as
select 'artifacts' as "table", count(*) from artifacts where not is_pushed
union all select 'canaries', count(*) from canaries where not is_pushed
union all select 'check_statuses', count(*) from check_statuses where not is_pushed
union all select 'checks', count(*) from checks where not is_pushed
union all select 'components', count(*) from components where not is_pushed
union all select 'config_analysis', count(*) from config_analysis where not is_pushed
union all select 'config_changes', count(*) from config_changes where not is_pushed
union all select 'config_items', count(*) from config_items where not is_pushed
union all select 'config_relationships', count(*) from config_relationships where not is_pushed
union all select 'config_scrapers', count(*) from config_scrapers where not is_pushed
union all select 'job_history', count(*) from job_history where not is_pushed
union all select 'topologies', count(*) from topologies where not is_pushed;
comment on view push_queue_summary is 'Rows of each table that were not pushed upstream yet.';
