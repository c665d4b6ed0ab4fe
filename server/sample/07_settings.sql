-- Connections contain references, never secrets.

insert into connections (id, name, namespace, type, url, source, username, password, certificate, properties, insecure_tls, created_by, created_at, updated_at, deleted_at)
values
  (pg_temp.id('connection', 1), 'platform-chat', 'default', 'slack', 'slack://$(password)@platform', 'UI', 'platform', 'secret://mission-control/chat/token', null, '{"BotName": "console"}', false, pg_temp.id('person', 1), now() - interval '180 days', now() - interval '90 days', null),
  (pg_temp.id('connection', 2), 'on-call-mail', 'default', 'email', 'smtp://$(username):$(password)@127.0.0.1:28110/?UseStartTLS=false&Encryption=None&Auth=None', 'UI', null, null, null, '{"host": "127.0.0.1", "port": "28110", "from": "console@quillmoor.example", "fromName": "Console", "authMethod": "none", "encryptionMethod": "None"}', true, pg_temp.id('person', 1), now() - interval '180 days', now() - interval '80 days', null),
  (pg_temp.id('connection', 3), 'aws-audit', 'default', 'aws', null, 'UI', 'secret://mission-control/aws/key', 'secret://mission-control/aws/secret', null, '{"region": "eu-west-1", "profile": "audit", "insecureTLS": "false"}', false, pg_temp.id('person', 2), now() - interval '190 days', now() - interval '190 days', null),
  (pg_temp.id('connection', 4), 'back-office', 'default', 'postgres', 'postgres://$(username):$(password)@back-office.quillmoor.example:5432/back_office', 'UI', 'reader', 'secret://mission-control/back-office/password', null, null, false, pg_temp.id('person', 4), now() - interval '20 days', now() - interval '6 days', null),
  (pg_temp.id('connection', 5), 'orders', 'payments', 'postgres', 'postgres://console@127.0.0.1:28111/orders', 'UI', 'console', null, null, null, true, pg_temp.id('person', 5), now() - interval '140 days', now() - interval '140 days', null),
  (pg_temp.id('connection', 6), 'catalogue', 'shop', 'http', 'http://127.0.0.1:28102', 'UI', null, null, null, null, true, pg_temp.id('person', 4), now() - interval '150 days', now() - interval '150 days', null),
  (pg_temp.id('connection', 7), 'deployments', 'mission-control', 'git', 'https://git.quillmoor.example/platform/deployments.git', 'KubernetesCRD', 'console', 'secret://mission-control/git/token', null, '{"ref": "main"}', false, null, now() - interval '200 days', now() - interval '60 days', null),
  (pg_temp.id('connection', 8), 'harbour', 'mission-control', 'kubernetes', null, 'KubernetesCRD', null, null, 'secret://mission-control/harbour/kubeconfig', null, false, null, now() - interval '200 days', now() - interval '31 days', null),
  (pg_temp.id('connection', 9), 'prometheus', 'platform', 'prometheus', 'http://prometheus.harbour.quillmoor.example:9090', 'ConfigFile', null, null, null, null, true, null, now() - interval '110 days', now() - interval '110 days', null),
  (pg_temp.id('connection', 10), 'sessions', 'shop', 'redis', 'redis://127.0.0.1:28112', 'UI', null, null, null, '{"db": "0"}', true, pg_temp.id('person', 2), now() - interval '140 days', now() - interval '140 days', null),
  (pg_temp.id('connection', 11), 'gift-cards', 'default', 'mysql', 'mysql://$(username):$(password)@gift-cards.quillmoor.example:3306/cards', 'UI', 'reader', 'secret://mission-control/gift-cards/password', null, null, true, pg_temp.id('person', 11), now() - interval '370 days', now() - interval '130 days', now() - interval '128 days');

insert into logging_backends (id, name, labels, spec, source, created_by, created_at, updated_at)
values
  (pg_temp.id('log backend', 1), 'shop-logs', '{"environment": "production"}', '{"elasticSearch": {"url": "https://logs.quillmoor.example:9200", "index": "shop-*"}}', 'UI', pg_temp.id('person', 2), now() - interval '100 days', now() - interval '14 days'),
  (pg_temp.id('log backend', 2), 'depot-logs', '{"site": "leeds"}', '{"file": {"paths": ["/var/log/depot/*.log"]}}', 'ConfigFile', null, now() - interval '118 days', null),
  -- The path of the sample services' logs is set when they start.
  (pg_temp.id('log backend', 3), 'sample-services', null, '{"file": {"paths": ["/quillmoor/logs/{app}.log"]}}', 'UI', pg_temp.id('person', 2), now() - interval '40 days', now() - interval '40 days');

insert into integrations (id, name, icon, spec, source, created_by, created_at, updated_at)
values
  (pg_temp.id('integration', 1), 'tickets', 'jira', '{"jira": {"url": "https://tickets.quillmoor.example", "project": "PAY"}}', 'UI', pg_temp.id('person', 5), now() - interval '170 days', now() - interval '21 days'),
  (pg_temp.id('integration', 2), 'chat', 'slack', '{"slack": {"connection": "connection://default/platform-chat"}}', 'UI', pg_temp.id('person', 1), now() - interval '180 days', now() - interval '180 days');

insert into saved_query (id, icon, description, query, created_by, created_at, updated_at)
values
  (pg_temp.id('query', 1), 'k8s-pod', 'Pods that restart', 'type=Kubernetes::Pod health=unhealthy', pg_temp.id('person', 2)::text, now() - interval '70 days', now() - interval '70 days'),
  (pg_temp.id('query', 2), null, 'Everything of the payments team', 'labels.team=payments', pg_temp.id('person', 5)::text, now() - interval '50 days', now() - interval '9 days');

insert into properties (name, value, created_by, created_at, updated_at)
values
  ('check.status.retention.days', '30', pg_temp.id('person', 1), now() - interval '180 days', now() - interval '180 days'),
  ('playbook.run.timeout', '30m', pg_temp.id('person', 1), now() - interval '180 days', now() - interval '96 days'),
  ('notifications.max.window', '4h', pg_temp.id('person', 2), now() - interval '60 days', now() - interval '60 days'),
  ('settings.organization_profile.disable', 'true', pg_temp.id('person', 1), now() - interval '180 days', now() - interval '180 days');
