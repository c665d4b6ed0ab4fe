-- Notifications: recipients, deliveries, and silences.

insert into notifications (id, name, namespace, events, error, title, template, filter, properties, person_id, team_id, repeat_interval, inhibitions, wait_for, wait_for_eval_period, group_by, group_by_interval, custom_services, fallback_delay, fallback_person_id, created_by, source, created_at, updated_at, deleted_at)
values
  (pg_temp.id('notification', 1), 'failing gold checks', 'default', '{check.failed}', null, '{{.check.name}} fails', E'{{.check.name}} of {{.canary.name}} fails:\n{{.check.description}}\n\n{{.permalink}}', 'check.labels.tier == ''gold''', null, null, pg_temp.id('team', 1), '1h', null, null, null, null, null, null, null, null, pg_temp.id('person', 1), 'UI', now() - interval '120 days', now() - interval '30 days', null),
  (pg_temp.id('notification', 2), 'deployments', 'default', '{config.unhealthy,config.warning}', null, null, null, 'config.type == ''Kubernetes::Deployment''', null, null, null, '4h', '[{"direction": "outgoing", "from": "Kubernetes::Deployment", "to": ["Kubernetes::Pod", "Kubernetes::ReplicaSet"], "depth": 2}]', 120000000000, 30000000000, '{type,description}', 3600000000000, '[{"name": "chat", "connection": "connection://default/platform-chat", "properties": {"channel": "#deployments"}}]', 600000000000, pg_temp.id('person', 2), pg_temp.id('person', 1), 'UI', now() - interval '120 days', now() - interval '12 days', null),
  (pg_temp.id('notification', 3), 'component down', 'default', '{component.unhealthy}', null, '{{.component.name}} is down', null, null, null, pg_temp.id('person', 5), null, '2h', null, null, null, null, null, null, null, null, pg_temp.id('person', 5), 'UI', now() - interval '90 days', now() - interval '90 days', null),
  (pg_temp.id('notification', 4), 'recovered', 'default', '{check.passed}', null, '{{.check.name}} is healthy again', null, 'check.severity == ''critical''', null, null, pg_temp.id('team', 2), null, null, null, null, null, null, null, null, null, pg_temp.id('person', 5), 'UI', now() - interval '90 days', now() - interval '90 days', null),
  (pg_temp.id('notification', 5), 'printers', 'depot', '{config.unhealthy}', 'ERROR: <input>:1:15: Syntax error: mismatched input ''<EOF>''', null, null, 'config.type ==', null, null, null, null, null, null, null, null, null, '[{"url": "ntfy://ntfy.quillmoor.example/depot"}]', null, null, pg_temp.id('person', 7), 'UI', now() - interval '50 days', now() - interval '49 days', null),
  (pg_temp.id('notification', 6), 'restart crashing pods', null, '{config.unhealthy}', null, null, null, 'config.type == ''Kubernetes::Pod'' && config.status == ''CrashLoopBackOff''', null, null, null, null, null, null, null, null, null, null, null, null, null, 'KubernetesCRD', now() - interval '60 days', now() - interval '60 days', null),
  (pg_temp.id('notification', 7), 'gift cards', 'default', '{check.failed}', null, null, null, null, null, pg_temp.id('person', 11), null, null, null, null, null, null, null, null, null, null, pg_temp.id('person', 11), 'UI', now() - interval '350 days', now() - interval '130 days', now() - interval '128 days');
update notifications set playbook_id = pg_temp.id('playbook', 1) where id = pg_temp.id('notification', 6);

insert into notification_silences (id, name, namespace, description, filter, selectors, error, "from", until, recursive, config_id, check_id, canary_id, component_id, source, created_by, created_at, updated_at, deleted_at)
values
  (pg_temp.id('silence', 1), 'cart-flaps', 'default', 'Known: the session cache. Until the storefront team is awake.', null, null, null, now() - interval '16 hours', now() + interval '5 hours', false, null, null, pg_temp.id('canary', 4), null, 'UI', pg_temp.id('person', 2), now() - interval '16 hours', now() - interval '16 hours', null),
  (pg_temp.id('silence', 2), 'dockyard', 'default', 'Staging may break at night', null, null, null, now() - interval '3 days', null, true, pg_temp.id('config', 2), null, null, null, 'UI', pg_temp.id('person', 1), now() - interval '3 days', now() - interval '3 days', null),
  (pg_temp.id('silence', 3), 'kernel-update', 'default', null, null, '[{"types": ["Kubernetes::Node"], "tagSelector": "cluster=harbour"}]', null, now() + interval '8 hours', now() + interval '11 hours', false, null, null, null, null, 'UI', pg_temp.id('person', 2), now() - interval '1 hour', now() - interval '1 hour', null),
  (pg_temp.id('silence', 4), 'maintenance-of-the-warehouse-management-system-and-all-printers-scanners-and-doors-that-hang-on-it', 'depot', 'תחזוקה בלילה', null, null, null, now() - interval '40 days', now() - interval '39 days', true, null, null, null, pg_temp.id('component', 41), 'UI', pg_temp.id('person', 7), now() - interval '41 days', now() - interval '41 days', null),
  (pg_temp.id('silence', 5), 'typo', 'default', 'Never matched anything', 'config.tags.namespace = ''dev''', null, 'Syntax error: token recognition error at: ''= ''', now() - interval '9 days', null, false, null, null, null, null, 'UI', pg_temp.id('person', 4), now() - interval '9 days', now() - interval '9 days', null),
  (pg_temp.id('silence', 6), 'certificate', 'default', null, null, null, null, now() - interval '4 days', now() - interval '3 days', false, null, pg_temp.id('check', 11), null, null, 'UI', pg_temp.id('person', 6), now() - interval '4 days', now() - interval '4 days', now() - interval '3 days 12 hours');

insert into notification_groups (id, hash, notification_id, created_at)
values (pg_temp.id('group', 1), 'c1f2f0b7e1', pg_temp.id('notification', 2), now() - interval '10 minutes');
insert into notification_group_resources (group_id, config_id, created_at, updated_at, resolved_at)
values
  (pg_temp.id('group', 1), pg_temp.id('config', 105), now() - interval '10 minutes', null, null),
  (pg_temp.id('group', 1), pg_temp.id('config', 112), now() - interval '2 days', now() - interval '10 minutes', null),
  (pg_temp.id('group', 1), pg_temp.id('config', 107), now() - interval '3 days 2 hours', now() - interval '3 days 1 hour', now() - interval '3 days 1 hour');

-- Times are those of delivery; a row that stands for several deliveries began at `first`.
insert into notification_send_history (id, notification_id, body, status, not_before, retries, resource_health, payload, count, first_observed, source_event, resource_id, person_id, team_id, connection_id, silenced_by, playbook_run_id, error, duration_millis, created_at, group_id, parent_id)
select pg_temp.id('send', number), pg_temp.id('notification', notification), body, status, now() - not_before::interval, coalesce(retries, 0), health,
  jsonb_build_object(
    'event_id', pg_temp.id('send', number), 'event_name', event, 'notification_id', pg_temp.id('notification', notification),
    'event_created_at', to_char((now() - sent::interval) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'resource_id', resource, 'resource_health', health, 'resource_status', '', 'resource_health_description', '',
    'properties', '{}', 'custom_service', ''
  ),
  count, now() - coalesce(first, sent)::interval, event, resource, pg_temp.id('person', person), pg_temp.id('team', team), pg_temp.id('connection', connection), pg_temp.id('silence', silence), pg_temp.id('run', run),
  error, duration, now() - sent::interval, case when event like 'config%' and notification = 2 then pg_temp.id('group', 1) end, pg_temp.id('send', parent)
from (values
  (1, 2, 'config.unhealthy', pg_temp.id('config', 105), 'sent', 'checkout is unhealthy: Deployment "checkout" exceeded its progress deadline', '10 minutes', null, 1, null::int, null::int, 1, null::int, null::int, null, 412, null::int, null, null::int),
  (2, 1, 'check.failed', pg_temp.id('check', 8), 'sent', E'checkout API of checkout fails:\nCustomers cannot pay while this fails', '10 minutes 50 seconds', null, 1, null, 1, null, null, null, null, 388, null, null, null),
  (3, 1, 'check.failed', pg_temp.id('check', 9), 'sent', 'checkout form of checkout fails', '10 minutes 48 seconds', null, 1, null, 1, null, null, null, null, 371, null, null, null),
  (4, 3, 'component.unhealthy', pg_temp.id('component', 15), 'error', 'checkout is down', '9 minutes', null, 1, 5, null, null, null, null, 'failed to send message: 401', 5021, 4, null, null),
  (5, 1, 'check.failed', pg_temp.id('check', 7), 'silenced', '', '2 minutes', '16 hours', 160, null, 1, null, 1, null, null, null, null, null, null),
  (6, 2, 'config.unhealthy', pg_temp.id('config', 1051), 'inhibited', '', '9 minutes 30 seconds', null, 1, null, null, 1, null, null, null, null, null, null, 1),
  (7, 2, 'config.unhealthy', pg_temp.id('config', 205), 'inhibited', '', '9 minutes 40 seconds', null, 1, null, null, 1, null, null, null, null, null, null, 1),
  (8, 2, 'config.unhealthy', pg_temp.id('config', 112), 'sent', 'media is unhealthy: Back-off pulling image', '1 day 23 hours 58 minutes', null, 1, null, null, 1, null, null, null, 295, null, null, null),
  (9, 2, 'config.unhealthy', pg_temp.id('config', 112), 'repeat-interval', '', '35 minutes', '1 day 23 hours', 12, null, null, 1, null, null, null, null, null, null, 8),
  (10, 6, 'config.unhealthy', pg_temp.id('config', 1052), 'error', 'Playbook restart-deployment', '8 minutes', null, 1, null, null, null, null, 1, 'playbook run failed', 74000, null, null, null),
  (11, 2, 'config.warning', pg_temp.id('config', 104), 'pending', '', '20 seconds', null, 1, null, null, 1, null, null, null, null, null, '-100 seconds', null),
  (12, 2, 'config.warning', pg_temp.id('config', 103), 'evaluating-waitfor', '', '2 minutes 5 seconds', null, 1, null, null, 1, null, null, null, null, null, '-5 seconds', null),
  (13, 2, 'config.warning', pg_temp.id('config', 107), 'skipped', '', '3 days 2 hours', null, 1, null, null, 1, null, null, null, null, null, null, null),
  (14, 3, 'component.unhealthy', pg_temp.id('component', 19), 'attempting_fallback', 'media is down', '1 day 23 hours 50 minutes', null, 1, 5, null, null, null, null, 'failed to send message: 401', 5003, 4, null, null),
  (15, 4, 'check.passed', pg_temp.id('check', 15), 'sent', 'open orders is healthy again', '3 days 59 minutes', null, 1, null, 2, 2, null, null, null, 120, null, null, null),
  (16, 4, 'check.passed', pg_temp.id('check', 8), 'sent', 'checkout API is healthy again', '6 days 10 hours 59 minutes', null, 1, null, 2, 2, null, null, null, 131, null, null, null),
  (17, 1, 'check.failed', pg_temp.id('check', 12), 'sent', 'card network gateway of payments fails', '6 days 12 hours 34 minutes', null, 1, null, 1, null, null, null, null, 340, null, null, null),
  (18, 2, 'config.unhealthy', pg_temp.id('config', 24), 'silenced', '', '2 days 12 hours', null, 1, null, null, 1, 2, null, null, null, null, null, null)
) as send (number, notification, event, resource, status, body, sent, first, count, person, team, connection, silence, run, error, duration, retries, not_before, parent)
cross join lateral (
  select case split_part(event, '.', 2) when 'failed' then 'unhealthy' when 'passed' then 'healthy' else split_part(event, '.', 2) end as health
) as of;
