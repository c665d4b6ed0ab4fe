/** Ids of the rows below: recognisable, and valid for zod. */
export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** At least one row of every relation in the relational API, in one small scenario. */
export const organisation = `
insert into people (id, name, email) values ('${id(1)}', 'Ada', 'ada@shop.example'), ('${id(2)}', 'Bo', 'bo@shop.example');
insert into casbin_rule (ptype, v0, v1) values ('g', '${id(1)}', 'admin');
insert into teams (id, name, created_by) values ('${id(3)}', 'platform', '${id(1)}');
insert into config_scrapers (id, name, spec, source, created_by) values ('${id(4)}', 'files', '{}', 'UI', '${id(1)}');
insert into config_items (id, name, type, config_class, scraper_id, status, health, labels, tags, external_id) values
  ('${id(10)}', 'cluster', 'Kubernetes::Cluster', 'Cluster', '${id(4)}', 'ok', 'healthy', '{"app":"x,y"}', '{"cluster":"eu"}', '{uid-1}'),
  ('${id(11)}', 'api', 'Kubernetes::Pod', 'Pod', '${id(4)}', 'Running', null, '{"app":"api"}', '{"cluster":"eu","namespace":"shop"}', '{}'),
  ('${id(12)}', 'old', 'Kubernetes::Pod', 'Pod', null, 'Gone', null, null, null, null);
update config_items set deleted_at = now() where id = '${id(12)}';
update config_items set parent_id = '${id(10)}', path = '${id(10)}' where id = '${id(11)}';
insert into config_changes (id, config_id, change_type, severity, source, summary) values ('${id(20)}', '${id(11)}', 'diff', 'low', 'diff', 'spec.replicas'), ('${id(21)}', '${id(11)}', '', null, null, null);
insert into config_analysis (id, config_id, analyzer, analysis_type, severity) values ('${id(22)}', '${id(11)}', 'CVE-1', 'security', 'high');
insert into topologies (id, name, namespace, created_by) values ('${id(30)}', 'shop', 'default', '${id(1)}');
insert into components (id, topology_id, name, external_id, status, type) values ('${id(31)}', '${id(30)}', 'checkout', 'checkout', 'healthy', 'Service');
insert into config_component_relationships (component_id, config_id) values ('${id(31)}', '${id(11)}');
insert into team_components (team_id, component_id) values ('${id(3)}', '${id(31)}');
insert into canaries (id, name, namespace, spec, labels, created_by) values ('${id(40)}', 'web', 'default', '{}', '{}', '${id(1)}');
insert into checks (id, canary_id, type, name, labels, status) values ('${id(41)}', '${id(40)}', 'http', 'homepage', '{}', 'healthy');
insert into check_statuses (check_id, time, status, duration, message) select '${id(41)}', now() - make_interval(mins => n), n % 5 > 0, 100 * n, 'code=200' from generate_series(1, 20) as n;
insert into check_component_relationships (component_id, check_id, canary_id) values ('${id(31)}', '${id(41)}', '${id(40)}');
insert into check_config_relationships (config_id, check_id, canary_id) values ('${id(11)}', '${id(41)}', '${id(40)}');
select console.refresh_check_status_summary();
insert into incidents (id, title, description, type, severity, status, created_by, commander_id, communicator_id) values ('${id(50)}', 'Checkout is slow', '', 'performance', 'High', 'open', '${id(1)}', '${id(1)}', '${id(2)}');
insert into hypotheses (id, incident_id, type, title, status, created_by) values ('${id(51)}', '${id(50)}', 'root', 'Database', 'possible', '${id(1)}');
insert into evidences (id, hypothesis_id, description, type, created_by, component_id) values ('${id(52)}', '${id(51)}', '', 'topology', '${id(1)}', '${id(31)}');
insert into responders (id, incident_id, type, team_id, created_by) values ('${id(53)}', '${id(50)}', 'team', '${id(3)}', '${id(1)}');
insert into comments (id, incident_id, hypothesis_id, comment, created_by, responder_id) values ('${id(54)}', '${id(50)}', '${id(51)}', 'Looking', '${id(1)}', '${id(53)}');
insert into playbooks (id, name, title, spec, source, created_by) values ('${id(60)}', 'restart', 'Restart', '{"icon":"k8s"}', 'UI', '${id(1)}');
insert into playbook_runs (id, playbook_id, status, config_id, created_by) values ('${id(61)}', '${id(60)}', 'completed', '${id(11)}', '${id(1)}');
insert into playbook_run_actions (id, name, status, playbook_run_id, result) values ('${id(62)}', 'restart', 'completed', '${id(61)}', '{"stdout":"ok"}');
insert into artifacts (id, playbook_run_action_id, path, filename, size, checksum) values ('${id(63)}', '${id(62)}', '/a', 'report.json', 3, 'x');
insert into playbook_approvals (run_id, person_id) values ('${id(61)}', '${id(1)}');
insert into notifications (id, name, events, person_id, team_id, created_by) values ('${id(70)}', 'failing', '{check.failed}', '${id(1)}', null, '${id(1)}');
insert into notification_send_history (id, notification_id, body, status, source_event, resource_id) values ('${id(71)}', '${id(70)}', '', 'sent', 'check.failed', '${id(41)}');
insert into notification_silences (id, name, check_id, config_id, created_by) values ('${id(72)}', 'quiet', '${id(41)}', null, '${id(1)}');
insert into permissions (id, action, subject, subject_type, object, created_by) values ('${id(80)}', 'read', '${id(1)}', 'person', 'catalog', '${id(1)}');
insert into team_members (team_id, person_id) values ('${id(3)}', '${id(1)}');
insert into properties (name, value, created_by) values ('logs.disable', 'true', '${id(1)}');
insert into job_history (id, name, resource_type, resource_id, status, duration_millis) values ('${id(90)}', 'Canary', 'canary', '${id(40)}', 'SUCCESS', 40);
insert into agents (id, name, created_by) values ('${id(91)}', 'edge', '${id(1)}');
insert into connections (id, name, type, username, password, created_by) values ('${id(92)}', 'db', 'postgres', 'app', 'hunter2', '${id(1)}');
insert into logging_backends (id, name, spec, created_by) values ('${id(93)}', 'logs', '{}', '${id(1)}');
insert into incident_rules (id, name, created_by) values ('${id(94)}', 'rule', '${id(1)}');
`
