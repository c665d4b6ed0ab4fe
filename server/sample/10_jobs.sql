-- Jobs of the backend, most of them successful.

insert into job_history (agent_id, name, success_count, error_count, details, hostname, duration_millis, resource_type, resource_id, status, time_start, time_end, created_at)
select coalesce(pg_temp.id('agent', agent), '00000000-0000-0000-0000-000000000000'), name, successes, errors, details::jsonb, host, duration, resource_type, resource_id::text, status,
  moment, case when status not in ('RUNNING', 'STALE') then moment + coalesce(duration, 0) * interval '1 millisecond' end, moment
from (values
  (null::int, 'Scraper', 147, 0, '{"scrape_summary": {"Kubernetes::Pod": {"added": 0, "updated": 2, "unchanged": 24}, "Kubernetes::Deployment": {"added": 0, "updated": 1, "unchanged": 11}}}', 'config-db-0', 4180, 'config_scraper', pg_temp.id('scraper', 1), 'SUCCESS', '3 minutes', '5 minutes', 3),
  (null, 'Scraper', 9, 1, '{"errors": ["failed to list pods: node dockyard-1 is not ready"]}', 'config-db-0', 15012, 'config_scraper', pg_temp.id('scraper', 2), 'WARNING', '9 minutes', '15 minutes', 3),
  (null, 'Scraper', 20, 0, '{"scrape_summary": {"AWS::EC2::Instance": {"added": 0, "updated": 0, "unchanged": 3, "change": {"ignored": {"AssumeRole": 12}}}}}', 'config-db-0', 38240, 'config_scraper', pg_temp.id('scraper', 3), 'SUCCESS', '24 minutes', '1 hour', 3),
  (null, 'Scraper', 0, 1, '{"errors": ["dial tcp: lookup back-office.quillmoor.example: no such host"]}', 'config-db-0', 5004, 'config_scraper', pg_temp.id('scraper', 4), 'FAILED', '41 minutes', '1 hour', 3),
  (1, 'Scraper', 2, 0, null, 'depot-leeds-01', 210, 'config_scraper', pg_temp.id('scraper', 5), 'SUCCESS', '3 minutes', '10 minutes', 2),
  (null, 'Topology', 18, 0, null, 'canary-checker-0', 620, 'topology', pg_temp.id('topology', 1), 'SUCCESS', '2 minutes', '5 minutes', 3),
  (1, 'Topology', 2, 0, null, 'depot-leeds-01', 95, 'topology', pg_temp.id('topology', 2), 'SUCCESS', '3 minutes', '10 minutes', 2),
  (null, 'IncidentRule', 0, 0, '{"incidents": {"matched": 1, "opened": 0, "closed": 0}}', 'mission-control-7c9f-x2kq', 34, 'incident_rule', pg_temp.id('rule', 1), 'SUCCESS', '2 minutes', '5 minutes', 3),
  (null, 'IncidentRule', 0, 0, '{"incidents": {"matched": 0, "opened": 0, "closed": 0}}', 'mission-control-7c9f-x2kq', 12, 'incident_rule', pg_temp.id('rule', 2), 'SUCCESS', '2 minutes', '5 minutes', 3),
  (null, 'Canary', 2, 0, null, 'canary-checker-0', 44, 'canary', pg_temp.id('canary', 1), 'SUCCESS', '4 seconds', '10 seconds', 3),
  (null, 'Canary', 0, 2, '{"errors": ["checkout API: response code 503, expected 200", "checkout form: response code 503, expected 200"]}', 'canary-checker-0', 61, 'canary', pg_temp.id('canary', 5), 'FAILED', '6 seconds', '10 seconds', 3),
  (null, 'Canary', 2, 1, '{"errors": ["payments certificate: the certificate expires in 9 days (minimum 14)"]}', 'canary-checker-0', 130, 'canary', pg_temp.id('canary', 6), 'WARNING', '30 seconds', '1 minute', 2),
  (null, 'Canary', 1, 1, '{"errors": ["weekly export of the catalogue: catalogue-2.csv is older than 168h0m0s"]}', 'canary-checker-0', 9, 'canary', pg_temp.id('canary', 14), 'WARNING', '2 minutes', '5 minutes', 2),
  (null, 'AggregateCheckStatuses1h', 26, 0, null, 'canary-checker-0', 812, 'check_statuses', null, 'SUCCESS', '20 minutes', '1 hour', 3),
  (null, 'AggregateCheckStatuses1d', 26, 0, null, 'canary-checker-0', 1503, 'check_statuses', null, 'SUCCESS', '7 hours', '1 day', 3),
  (null, 'DeleteOldCheckStatuses', 51840, 0, null, 'canary-checker-0', 2210, 'check_statuses', null, 'SUCCESS', '7 hours', '1 day', 2),
  (null, 'RefreshCheckStatusSummary', 28, 0, null, 'canary-checker-0', 38, 'check_statuses', null, 'SUCCESS', '40 seconds', '1 minute', 3),
  (null, 'ComponentRelationshipSync', 5, 0, null, 'mission-control-7c9f-x2kq', 77, 'components', null, 'SUCCESS', '4 minutes', '5 minutes', 2),
  (null, 'Team Component Ownership', 16, 0, null, 'mission-control-7c9f-x2kq', 64, 'team', pg_temp.id('team', 2), 'SUCCESS', '4 minutes', '5 minutes', 2),
  (null, 'Team Component Ownership', 0, 1, '{"errors": ["team gift-cards has no selectors"]}', 'mission-control-7c9f-x2kq', 5, 'team', pg_temp.id('team', 3), 'FAILED', '190 days', '1 day', 1),
  (null, 'Evaluate Evidence', 4, 1, '{"errors": ["evidence Search objective: no such key: failed"]}', 'mission-control-7c9f-x2kq', 41, null, null, 'WARNING', '2 minutes', '5 minutes', 3),
  (null, 'IncidentRules', 1, 0, null, 'mission-control-7c9f-x2kq', 33, null, null, 'SUCCESS', '2 minutes', '5 minutes', 3),
  (null, 'ProcessPendingNotifications', 2, 0, null, 'mission-control-7c9f-x2kq', 21, null, null, 'SUCCESS', '8 seconds', '15 seconds', 3),
  (null, 'ProcessPendingNotifications', null, null, null, 'mission-control-7c9f-x2kq', null, null, null, 'SKIPPED', '5 minutes', '15 seconds', 1),
  (null, 'CleanupConfigItems', 1, 0, null, 'config-db-0', 940, null, null, 'SUCCESS', '6 hours', '1 day', 3),
  (1, 'ReconcileAll', null, null, null, 'depot-leeds-01', null, 'upstream', null, 'RUNNING', '20 seconds', '1 hour', 1),
  (2, 'ReconcileAll', null, null, null, 'dockyard-control-0', null, 'upstream', null, 'STALE', '3 days', '1 hour', 1),
  (null, 'SyncComments', 0, 3, '{"errors": ["tickets.quillmoor.example: 502 Bad Gateway", "tickets.quillmoor.example: 502 Bad Gateway", "an error whose text is so long that no column can hold it: the remote end closed the connection after four hundred and eleven bytes of a response that it had announced as nine thousand and two bytes long, which is the third time today"]}', 'mission-control-7c9f-x2kq', 9300, null, null, 'FAILED', '50 minutes', '1 hour', 2)
) as job (agent, name, successes, errors, details, host, duration, resource_type, resource_id, status, last, every, times)
cross join lateral generate_series(0, times - 1) as time_ago
cross join lateral (select now() - last::interval - time_ago * every::interval as moment) as at;

-- The triggers dated their entries now; each entry gets the time of its event.
update config_changes c set created_at = h.created_at, first_observed = h.first_observed, count = h.count
from notification_send_history h
where c.source = 'notification' and c.created_at = now() and c.config_id = h.resource_id and c.details = h.payload;

update config_changes c set created_at = moment, first_observed = moment
from config_items i
cross join lateral (
  select case when i.health = 'healthy' then i.created_at else greatest(i.created_at, least(i.updated_at + interval '1 minute', now() - interval '10 minutes 30 seconds')) end as moment
) as at
where c.config_id = i.id and c.source = 'config-db' and c.created_at = now();

-- Parents were related when the child was created.
update config_relationships r set created_at = i.created_at
from config_items i
where r.relation = 'hard' and r.related_id = i.id and r.created_at = now();

-- All events of these files have been handled long ago, except those in the queue here.
delete from event_queue where created_at = now();
insert into event_queue (id, name, properties, error, delay, created_at, last_attempt, attempts, priority)
select pg_temp.id('event', number), name, properties, error, delay, now() - asked::interval, now() - tried::interval, attempts, priority
from (values
  (1, 'notification.send', jsonb_build_object('id', pg_temp.id('component', 15), 'event_name', 'component.unhealthy', 'notification_id', pg_temp.id('notification', 3)), 'failed to send message: 401', null::bigint, '9 minutes', '1 minute', 4, 100),
  (2, 'incident.responder.added', jsonb_build_object('id', pg_temp.id('responder', 8)), 'tickets.quillmoor.example: 502 Bad Gateway', null, '17 hours', '50 minutes', 4, 100),
  (3, 'incident.comment.added', jsonb_build_object('id', pg_temp.id('comment', 4)), 'tickets.quillmoor.example: 502 Bad Gateway', null, '3 minutes', '50 seconds', 2, 100),
  (4, 'config.updated', jsonb_build_object('id', pg_temp.id('config', 105), 'change_id', pg_temp.id('change', 1)), null, null, '12 minutes', null, 0, 200),
  (5, 'config.changed', jsonb_build_object('id', pg_temp.id('config', 1051), 'change_id', pg_temp.id('change', 18)), null, null, '25 seconds', null, 0, 200),
  (6, 'check.failed', jsonb_build_object('id', pg_temp.id('check', 6), 'last_runtime', now() - interval '4 seconds'), null, 30000000000, '4 seconds', null, 0, 100)
) as event (number, name, properties, error, delay, asked, tried, attempts, priority);

select console.refresh_check_status_summary();
drop function pg_temp.system_person();
drop function pg_temp.id(text, int);
