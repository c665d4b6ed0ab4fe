-- Incidents, created with their current status; their histories are added at the end of this file.

insert into incident_rules (id, name, spec, source, created_by, created_at, updated_at)
values
  (pg_temp.id('rule', 1), 'unhealthy services', '{"priority": 1, "breakOnMatch": true, "components": [{"types": ["Service"]}], "filter": {"status": ["unhealthy"]}, "template": {"type": "availability"}, "autoAssignOwner": true, "autoClose": {"timeout": "15m"}, "responders": {"email": [{"to": "on-call@quillmoor.example"}]}}', 'UI', pg_temp.id('person', 1), now() - interval '180 days', now() - interval '90 days'),
  (pg_temp.id('rule', 2), 'gift cards', '{"components": [{"labelSelector": "team=gift-cards"}], "filter": {"status": ["unhealthy"]}}', 'UI', pg_temp.id('person', 11), now() - interval '300 days', now() - interval '300 days');

insert into incidents (id, incident_rule_id, title, created_by, commander_id, communicator_id, severity, description, type, status, acknowledged, resolved, closed, created_at, updated_at)
values
  (pg_temp.id('incident', 1), null, 'Payments refused by the card network', pg_temp.id('person', 5), pg_temp.id('person', 5), pg_temp.id('person', 8), 'Critical', 'The gateway of the card network refused connections for an hour and a half. Customers saw "try again later".', 'availability', 'closed', now() - interval '6 days 12 hours 30 minutes', now() - interval '6 days 11 hours', now() - interval '5 days 9 hours', now() - interval '6 days 12 hours 33 minutes', now() - interval '5 days 9 hours'),
  (pg_temp.id('incident', 2), null, 'Media bucket is publicly readable', pg_temp.id('person', 1), pg_temp.id('person', 1), pg_temp.id('person', 1), 'Critical', 'A policy intended for one folder exposed the whole bucket. Access is blocked again; the access logs are under review.', 'security', 'mitigated', now() - interval '6 days 3 hours', null, null, now() - interval '6 days 3 hours 40 minutes', now() - interval '6 days 1 hour'),
  (pg_temp.id('incident', 3), null, 'Unattached volumes', pg_temp.id('person', 2), pg_temp.id('person', 2), null, 'Low', '', 'cost', 'closed', null, now() - interval '12 days', now() - interval '12 days', now() - interval '33 days', now() - interval '12 days'),
  (pg_temp.id('incident', 4), null, 'Orders database ran out of connections', pg_temp.id('person', 6), pg_temp.id('person', 5), pg_temp.id('person', 5), 'High', 'One connection per request after the pool was disabled by mistake.', 'availability', 'resolved', now() - interval '3 days 1 hour 50 minutes', now() - interval '3 days 1 hour', null, now() - interval '3 days 1 hour 55 minutes', now() - interval '3 days 1 hour'),
  (pg_temp.id('incident', 5), pg_temp.id('rule', 1), 'media is unhealthy', pg_temp.system_person(), null, null, 'Low', 'Created by the rule "unhealthy services".', 'availability', 'open', null, null, null, now() - interval '1 day 23 hours 55 minutes', now() - interval '1 day 23 hours 55 minutes'),
  (pg_temp.id('incident', 6), null, 'Search latency above its objective', pg_temp.id('person', 4), pg_temp.id('person', 3), pg_temp.id('person', 3), 'High', 'Since the lamp campaign began, one search in seven takes longer than 600 ms.', 'performance', 'investigating', now() - interval '25 hours', null, null, now() - interval '25 hours 30 minutes', now() - interval '3 hours'),
  (pg_temp.id('incident', 7), null, 'Cart forgets what is in it, and the titles of incidents like this one tend to become very long because everybody wants to be exact', pg_temp.id('person', 8), pg_temp.id('person', 3), null, 'High', 'Customers report empty carts. The check fails for two minutes in every six.', 'availability', 'open', null, null, null, now() - interval '17 hours', now() - interval '17 hours'),
  (pg_temp.id('incident', 8), null, 'Checkout down since 4.19.0', pg_temp.id('person', 5), pg_temp.id('person', 5), pg_temp.id('person', 8), 'Blocker', 'Both pods are OOMKilled right after they start. Customers cannot pay.', 'availability', 'investigating', now() - interval '9 minutes', null, null, now() - interval '10 minutes', now() - interval '9 minutes');

insert into incident_relationships (incident_id, related_id, relationship, created_at, updated_at)
values
  (pg_temp.id('incident', 8), pg_temp.id('incident', 4), 'similar', now() - interval '8 minutes', now() - interval '8 minutes'),
  (pg_temp.id('incident', 7), pg_temp.id('incident', 6), 'caused by the same campaign', now() - interval '16 hours', now() - interval '16 hours');

insert into responders (id, incident_id, type, index, person_id, team_id, external_id, properties, acknowledged, created_by, created_at, updated_at)
select pg_temp.id('responder', number), i.id, case when team is null then 'person' else 'team' end, place, pg_temp.id('person', person), pg_temp.id('team', team), external_id, properties::jsonb,
  case when number <> 8 then i.created_at + after::interval + interval '2 minutes' end, i.created_by, i.created_at + after::interval, i.created_at + after::interval
from (values
  (1, 8, 1, 5, null::int, null, null, '20 seconds'),
  (2, 8, 2, 2, null, null, null, '1 minute'),
  (3, 8, 3, null, 2, 'PAY-3312', '{"responderType": "jira", "project": "PAY", "issueType": "Incident"}', '1 minute 10 seconds'),
  (4, 1, 1, 6, null, null, null, '2 minutes'),
  (5, 1, 2, null, 2, 'PAY-3291', '{"responderType": "jira", "project": "PAY", "issueType": "Incident"}', '2 minutes'),
  (6, 2, 1, 7, null, null, null, '10 minutes'),
  (7, 6, 1, 4, null, null, null, '5 minutes'),
  (8, 7, 1, null, 3, null, null, '5 minutes'),
  (9, 4, 1, 6, null, null, null, '1 minute')
) as responder (number, incident, place, person, team, external_id, properties, after)
join incidents i on i.id = pg_temp.id('incident', incident);

-- A root for every incident, factors below it, and solutions below some of those.
insert into hypotheses (id, created_by, incident_id, parent_id, owner, team_id, type, title, status, created_at, updated_at)
select pg_temp.id('hypothesis', number), coalesce(pg_temp.id('person', person), i.created_by), i.id, pg_temp.id('hypothesis', parent), pg_temp.id('responder', owner), pg_temp.id('team', team),
  kind, h.title, h.status, i.created_at + after::interval, i.created_at + after::interval
from (values
  (1, 1, null::int, null::int, null::int, null::int, 'root', 'Payments refused by the card network', 'proven', '0'),
  (2, 1, 1, 6, 4, null, 'factor', 'The gateway is in unannounced maintenance', 'proven', '10 minutes'),
  (3, 1, 1, 5, null, null, 'factor', 'Our client certificate was rejected', 'disproven', '12 minutes'),
  (4, 1, 2, 6, 4, 2, 'solution', 'Switch to the second gateway manually', 'proven', '80 minutes'),
  (5, 2, null, null, null, null, 'root', 'Media bucket is publicly readable', 'proven', '0'),
  (6, 2, 5, 7, 6, null, 'factor', 'The policy was pasted without its condition', 'proven', '30 minutes'),
  (7, 2, 5, 7, 6, null, 'factor', 'Other objects were downloaded', 'unlikely', '2 hours'),
  (8, 3, null, null, null, null, 'root', 'Unattached volumes', 'possible', '0'),
  (9, 4, null, null, null, null, 'root', 'Orders database ran out of connections', 'proven', '0'),
  (10, 4, 9, 6, 9, null, 'factor', 'The connection pool is disabled in orders 6.6.3', 'proven', '15 minutes'),
  (11, 4, 10, 6, 9, null, 'solution', 'Roll back to 6.6.2, then 6.6.4 with the pool', 'proven', '40 minutes'),
  (12, 5, null, null, null, null, 'root', 'media is unhealthy', 'possible', '0'),
  (13, 5, 12, null, null, null, 'factor', 'media is unhealthy', 'possible', '1 second'),
  (14, 6, null, null, null, null, 'root', 'Search latency above its objective', 'possible', '0'),
  (15, 6, 14, 4, 7, null, 'factor', 'The autoscaler is at its maximum of two', 'likely', '20 minutes'),
  (16, 6, 14, 3, null, 3, 'factor', 'The campaign page requests every lamp at once', 'likely', '2 hours'),
  (17, 6, 14, 4, 7, null, 'factor', 'The index is corrupt', 'improbable', '3 hours'),
  (18, 7, null, null, null, null, 'root', 'Cart forgets what is in it', 'possible', '0'),
  (19, 7, 18, 3, null, null, 'factor', 'The session cache times out', 'possible', '40 minutes'),
  (20, 8, null, null, null, null, 'root', 'Checkout down since 4.19.0', 'likely', '0'),
  (21, 8, 20, 2, 2, null, 'factor', 'The memory limit was reduced from 512Mi to 128Mi', 'likely', '2 minutes'),
  (22, 8, 20, 5, 1, null, 'factor', 'Fewer retries in checkout-settings', 'unlikely', '3 minutes'),
  (23, 8, 21, 2, 2, null, 'solution', 'Roll back to 4.18.2', 'possible', '5 minutes')
) as h (number, incident, parent, person, owner, team, kind, title, status, after)
join incidents i on i.id = pg_temp.id('incident', h.incident);

insert into evidences (id, description, hypothesis_id, type, config_id, config_change_id, config_analysis_id, component_id, check_id, evidence, definition_of_done, done, factor, mitigator, script, script_result, created_by, created_at, updated_at)
select pg_temp.id('evidence', number), e.description, h.id, kind, pg_temp.id('config', config), pg_temp.id('change', change), pg_temp.id('insight', insight), pg_temp.id('component', component), pg_temp.id('check', check_number),
  coalesce(evidence::jsonb, '{}'), script is not null, case when script is not null then script_result = 'true' end, h.type = 'factor', h.type = 'solution', script, script_result,
  h.created_by, least(h.created_at + interval '90 seconds', now() - interval '30 seconds'), least(h.created_at + interval '90 seconds', now() - interval '30 seconds')
from (values
  (1, 20, 'check', 'checkout API fails', null::int, null::int, null::int, null::int, 8, null, 'check.status == ''healthy''', 'false'),
  (2, 20, 'topology', 'checkout in the topology', null, null, null, 15, null, null, null, null),
  (3, 21, 'config_change', '4.19.0 with a quarter of the memory', 105, 1, null, null, null, null, null, null),
  (4, 21, 'config_analysis', 'OOMKilled', 105, null, 1, null, null, null, null, null),
  (5, 21, 'config', 'A pod in CrashLoopBackOff', 1051, null, null, null, null, null, null, null),
  (6, 21, 'log', 'The last log lines of a pod', null, null, null, null, null, '[{"id": "1", "timestamp": "AT", "message": "listening on :8080", "labels": {"app": "checkout", "pod": "checkout-1"}}, {"id": "2", "timestamp": "AT", "message": "loading 41,203 price rules", "labels": {"app": "checkout"}}, {"id": "3", "timestamp": "AT", "message": "Killed", "labels": {"app": "checkout", "stream": "stderr"}}]', null, null),
  (7, 22, 'config_change', 'The settings changed in the same minute', 434, 2, null, null, null, null, null, null),
  (8, 1, 'check', 'The gateway refuses connections', null, null, null, null, 12, null, 'check.status == ''healthy''', 'true'),
  (9, 2, 'comment', 'Their status page confirms it', null, null, null, null, null, '{"comment": "https://status.cards.example: planned maintenance, announced afterwards"}', null, null),
  (10, 5, 'config_change', 'The policy', 513, 3, null, null, null, null, null, null),
  (11, 6, 'config_analysis', 'AWS Config finding', 513, null, 4, null, null, null, null, null),
  (12, 9, 'check', 'Too many clients already', null, null, null, null, 15, null, 'check.status == ''healthy''', 'true'),
  (13, 13, 'topology', 'media is unhealthy', null, null, null, 19, null, null, 'component.status == ''healthy''', 'false'),
  (14, 14, 'check', 'Search objective', null, null, null, null, 6, null, 'check.uptime.failed == 0', 'no such key: failed'),
  (15, 15, 'config_analysis', '4 replicas desired, maximum is 2', 103, null, 8, null, null, null, null, null),
  (16, 18, 'check', 'Two minutes in every six', null, null, null, null, 7, null, null, null),
  (17, 8, 'config', 'The volume', 510, null, null, null, null, null, null, null),
  (18, 18, 'topology', 'Cart depends on the sessions', null, null, null, 14, null, null, null, null),
  (19, 14, 'topology', 'Search', null, null, null, 13, null, null, null, null)
) as e (number, hypothesis, kind, description, config, change, insight, component, check_number, evidence, script, script_result)
join hypotheses h on h.id = pg_temp.id('hypothesis', hypothesis);

-- Log lines need times: a few seconds apart, before the pod was killed the last time.
update evidences set evidence = (
  select jsonb_agg(line || jsonb_build_object('timestamp', to_char((now() - interval '3 minutes' + place * interval '3 seconds') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by place)
  from jsonb_array_elements(evidence) with ordinality as lines (line, place)
)
where type = 'log' and id = pg_temp.id('evidence', 6);

insert into comments (id, created_by, comment, external_id, external_created_by, incident_id, responder_id, hypothesis_id, created_at, updated_at)
select pg_temp.id('comment', number), coalesce(pg_temp.id('person', person), i.created_by), text, external_id, external_created_by, i.id, pg_temp.id('responder', responder), pg_temp.id('hypothesis', hypothesis),
  i.created_at + after::interval, i.created_at + after::interval
from (values
  (1, 8, 2, null::int, 21, 'The limit in the new manifest is **128Mi**. It used 210Mi yesterday.', null, null, '3 minutes'),
  (2, 8, 5, null, 20, 'I restarted it, to no avail. @Tomasz Wieczorek can you prepare the rollback?', null, null, '5 minutes'),
  (3, 8, null, 3, null, 'Ticket taken by the payments team', '41877', 'jira: k.sato', '6 minutes'),
  (4, 8, 8, null, 20, '電話が鳴り止みません。お客様には「10分後にもう一度」と伝えています。', null, null, '7 minutes'),
  (5, 1, 6, null, 2, 'They confirmed maintenance on the phone.', null, null, '25 minutes'),
  (6, 1, null, 5, null, 'Second gateway active', '41512', 'jira: h.dewit', '85 minutes'),
  (7, 2, 7, null, 6, 'המדיניות הודבקה בלי התנאי. תיקנתי.', null, null, '2 hours 30 minutes'),
  (8, 6, 4, null, 16, 'One request of the campaign page returns 1,284 products. <b>Not</b> what we agreed.', null, null, '4 hours'),
  (9, 6, 3, null, 14, 'Marketing will page the list tomorrow.', null, null, '22 hours'),
  (10, 4, 6, null, 11, 'Rolled back.', null, null, '50 minutes'),
  (11, 7, 8, null, 18, E'Three customers so far:\n\n- order 88121\n- order 88127\n- one who would not say', null, null, '10 minutes')
) as c (number, incident, person, responder, hypothesis, text, external_id, external_created_by, after)
join incidents i on i.id = pg_temp.id('incident', incident);

insert into comment_responders (comment_id, responder_id, external_id, created_at, updated_at)
select pg_temp.id('comment', comment), pg_temp.id('responder', responder), external_id, now() - before::interval, now() - before::interval
from (values (1, 3, '41875', '6 minutes'), (2, 3, '41876', '4 minutes'), (5, 5, '41498', '6 days 12 hours')) as copied (comment, responder, external_id, before);

-- The triggers dated their entries now; each entry gets the time of its event.
with told as (
  delete from incident_histories where created_at = now()
  returning id, incident_id, created_by, type, description, hypothesis_id, responder_id, evidence_id, comment_id
)
insert into incident_histories (id, incident_id, created_by, type, description, hypothesis_id, responder_id, evidence_id, comment_id, created_at, updated_at)
select told.id, told.incident_id, told.created_by, told.type, told.description, told.hypothesis_id, told.responder_id, told.evidence_id, told.comment_id, moment, moment
from told
join incidents i on i.id = told.incident_id
left join responders r on r.id = told.responder_id
left join evidences e on e.id = told.evidence_id
left join comments c on c.id = told.comment_id
cross join lateral (select coalesce(c.created_at, e.created_at, r.created_at, i.created_at) as moment) as at;

insert into incident_histories (incident_id, created_by, type, description, hypothesis_id, evidence_id, created_at, updated_at)
select i.id, i.created_by, kind, h.description, pg_temp.id('hypothesis', hypothesis), pg_temp.id('evidence', evidence), i.created_at + after::interval, i.created_at + after::interval
from (values
  (1, 'incident.status_updated', 'investigating', null::int, null::int, '3 minutes'),
  (1, 'hypothesis.status_updated', 'disproven', 3, null, '40 minutes'),
  (1, 'hypothesis.status_updated', 'proven', 2, null, '45 minutes'),
  (1, 'incident.status_updated', 'resolved', null, null, '93 minutes'),
  (1, 'incident.status_updated', 'closed', null, null, '1 day 3 hours 33 minutes'),
  (2, 'incident.status_updated', 'investigating', null, null, '40 minutes'),
  (2, 'incident.status_updated', 'mitigated', null, null, '2 hours 40 minutes'),
  (3, 'incident.status_updated', 'closed', null, null, '21 days'),
  (4, 'incident.status_updated', 'investigating', null, null, '5 minutes'),
  (4, 'evidence.done_definition_added', null, null, 12, '20 minutes'),
  (4, 'incident.status_updated', 'resolved', null, null, '55 minutes'),
  (6, 'incident.status_updated', 'investigating', null, null, '30 minutes'),
  (6, 'hypothesis.status_updated', 'improbable', 17, null, '5 hours'),
  (8, 'incident.status_updated', 'investigating', null, null, '1 minute'),
  (8, 'evidence.done_definition_added', null, null, 1, '2 minutes'),
  (8, 'hypothesis.status_updated', 'likely', 21, null, '4 minutes')
) as h (incident, kind, description, hypothesis, evidence, after)
join incidents i on i.id = pg_temp.id('incident', incident);
