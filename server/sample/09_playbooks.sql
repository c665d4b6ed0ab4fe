-- Playbooks. The embedded backend runs http, sql, exec (if allowed) and notification actions.

insert into playbooks (id, namespace, name, title, icon, description, category, source, tags, created_by, created_at, updated_at, spec, deleted_at)
values
  (pg_temp.id('playbook', 1), 'mission-control', 'restart-deployment', 'Restart deployment', 'k8s', 'Restarts the pods of a deployment one after the other', 'Kubernetes', 'KubernetesCRD', null, null, now() - interval '160 days', now() - interval '45 days', '{
    "title": "Restart deployment", "icon": "k8s", "category": "Kubernetes", "description": "Restarts the pods of a deployment one after the other",
    "configs": [{"types": ["Kubernetes::Deployment"]}],
    "parameters": [{"name": "reason", "label": "Reason", "type": "text", "required": true, "properties": {"multiline": "true"}}],
    "actions": [
      {"name": "restart", "exec": {"script": "kubectl -n \"$NAMESPACE\" rollout restart deploy/\"$NAME\"", "env": [{"name": "NAMESPACE", "value": "{{.config.tags.namespace}}"}, {"name": "NAME", "value": "{{.config.name}}"}]}},
      {"name": "wait for rollout", "timeout": "2m", "exec": {"script": "kubectl -n \"$NAMESPACE\" rollout status deploy/\"$NAME\"", "env": [{"name": "NAMESPACE", "value": "{{.config.tags.namespace}}"}, {"name": "NAME", "value": "{{.config.name}}"}]}},
      {"name": "notify the team", "notification": {"connection": "connection://default/platform-chat", "title": "{{.config.name}} restarted", "message": "{{.params.reason}}"}},
      {"name": "ask for help", "if": "failure()", "notification": {"connection": "connection://default/platform-chat", "title": "{{.config.name}} did not come back", "message": "{{.params.reason}}"}}
    ]}', null),
  (pg_temp.id('playbook', 2), 'mission-control', 'roll-back', 'Roll back to the previous version', 'git', 'Opens a pull request that restores the previous image. Requires approval.', 'GitOps', 'UI', '{"team": "payments"}', pg_temp.id('person', 2), now() - interval '100 days', now() - interval '20 days', '{
    "title": "Roll back to the previous version", "icon": "git", "category": "GitOps", "description": "Opens a pull request that restores the previous image. Requires approval.",
    "configs": [{"types": ["Kubernetes::Deployment"]}],
    "approval": {"type": "any", "approvers": {"people": ["hanneke@quillmoor.example"], "teams": ["platform"]}},
    "parameters": [
      {"name": "version", "label": "Version", "type": "text", "required": true, "properties": {"regex": "^\\d+\\.\\d+\\.\\d+$"}},
      {"name": "urgent", "label": "Skip the pipeline", "type": "checkbox", "default": "false"}
    ],
    "actions": [{"name": "open a change", "gitops": {"repo": {"url": "https://git.quillmoor.example/platform/deployments.git", "connection": "connection://mission-control/deployments", "base": "main", "branch": "roll-back-{{.config.name}}"}, "commit": {"author": "{{.user.name}}", "email": "{{.user.email}}", "message": "Roll {{.config.name}} back to {{.params.version}}"}, "pr": {"title": "Roll {{.config.name}} back"}, "patches": [{"path": "apps/{{.config.name}}.yaml", "yq": ".spec.version = \"{{.params.version}}\""}]}}]}', null),
  (pg_temp.id('playbook', 3), 'default', 'count-products', 'Count the products in the catalogue', 'http', 'Sends a request to a sample service', 'Diagnostics', 'UI', null, pg_temp.id('person', 4), now() - interval '70 days', now() - interval '70 days', '{
    "title": "Count the products in the catalogue", "icon": "http", "category": "Diagnostics", "description": "Sends a request to a sample service",
    "checks": [{"labelSelector": "kind=api"}],
    "actions": [{"name": "ask", "http": {"url": "http://127.0.0.1:28102/products", "method": "GET"}}]}', null),
  (pg_temp.id('playbook', 4), 'default', 'open-orders', 'Count open orders', 'postgres', 'Orders that were paid and not shipped', 'Databases', 'UI', null, pg_temp.id('person', 6), now() - interval '65 days', now() - interval '30 days', '{
    "title": "Count open orders", "icon": "postgres", "category": "Databases", "description": "Orders that were paid and not shipped",
    "components": [{"types": ["Service", "Database"], "labelSelector": "team=payments"}],
    "parameters": [{"name": "since", "label": "Since", "type": "list", "default": "1d", "properties": {"options": [{"label": "Today", "value": "1d"}, {"label": "This week", "value": "7d"}]}}],
    "actions": [
      {"name": "count", "sql": {"connection": "connection://payments/orders", "driver": "postgres", "query": "select count(*) as open_orders from orders where shipped_at is null"}},
      {"name": "only when there are many", "if": "getLastAction().result.rows[0].open_orders > 100", "notification": {"connection": "connection://default/on-call-mail", "title": "Many open orders", "message": "Since {{.params.since}}"}}
    ]}', null),
  (pg_temp.id('playbook', 5), 'default', 'explain', 'Explain what happened', 'sparkles', 'Summarises recent changes. Requires a Mission Control backend.', 'Diagnostics', 'UI', null, pg_temp.id('person', 1), now() - interval '40 days', now() - interval '15 days', '{
    "title": "Explain what happened", "icon": "sparkles", "category": "Diagnostics", "description": "Summarises recent changes. Requires a Mission Control backend.",
    "configs": [{"name": "*"}],
    "parameters": [{"name": "prompt", "label": "Question", "type": "text", "default": "What changed before it broke?", "properties": {"multiline": "true"}}],
    "actions": [{"name": "diagnose", "ai": {"backend": "ollama", "model": "llama3", "systemPrompt": "You are a careful engineer.", "prompt": "{{.params.prompt}}", "formats": ["markdown", "recommendPlaybook"], "changes": {"since": "24h"}, "analysis": {"since": "24h"}}}]}', null),
  (pg_temp.id('playbook', 6), 'depot', 'reprint', 'הדפסת תוויות מחדש', null, null, '', 'ConfigFile', null, null, now() - interval '118 days', now() - interval '118 days', '{
    "title": "הדפסת תוויות מחדש", "runsOn": ["depot-leeds"],
    "configs": [{"types": ["Depot::LabelPrinter"]}],
    "parameters": [{"name": "from", "label": "מתווית", "type": "text", "properties": {"format": "number", "min": 1}}, {"name": "printer", "label": "מדפסת", "type": "config", "properties": {"filter": [{"types": ["Depot::LabelPrinter"]}]}}],
    "actions": [{"name": "הדפסה", "delay": "30s", "exec": {"script": "reprint --from \"$FROM\"", "env": [{"name": "FROM", "value": "{{.params.from}}"}]}}]}', null),
  (pg_temp.id('playbook', 7), 'default', 'gift-card-refund', 'Refund a gift card', null, null, '', 'UI', null, pg_temp.id('person', 11), now() - interval '300 days', now() - interval '130 days', '{"actions": [{"name": "refund", "sql": {"connection": "connection://default/gift-cards", "driver": "mysql", "query": "select 1"}}]}', now() - interval '128 days'),
  (pg_temp.id('playbook', 8), 'default', 'ask-again', 'Send a request and store the response', 'http', 'Sends one request to the address of the check and stores the full response in the run', 'Diagnostics', 'UI', null, pg_temp.id('person', 4), now() - interval '50 days', now() - interval '9 days', '{
    "title": "Send a request and store the response", "icon": "http", "category": "Diagnostics", "description": "Sends one request to the address of the check and stores the full response in the run",
    "checks": [{"types": ["http"]}],
    "parameters": [
      {"name": "reason", "label": "Reason", "type": "text", "required": true, "description": "Sent as a header, so that the log of the service shows the reason"},
      {"name": "method", "label": "Method", "type": "list", "default": "GET", "properties": {"options": [{"label": "GET", "value": "GET"}, {"label": "HEAD, without the body", "value": "HEAD"}]}}
    ],
    "actions": [{"name": "ask", "timeout": "10s", "http": {"url": "{{.check.spec.url}}", "method": "{{.params.method}}", "headers": [{"name": "X-Reason", "value": "{{.params.reason}}"}]}}]}', null),
  (pg_temp.id('playbook', 9), 'payments', 'close-the-till', 'Close the till', 'shield', 'Shows customers a maintenance page instead of the checkout. Requires approval.', 'Diagnostics', 'UI', null, pg_temp.id('person', 5), now() - interval '45 days', now() - interval '45 days', '{
    "title": "Close the till", "icon": "shield", "category": "Diagnostics", "description": "Shows customers a maintenance page instead of the checkout. Requires approval.",
    "checks": [{"search": "checkout"}],
    "approval": {"type": "any", "approvers": {"people": ["hanneke@quillmoor.example"], "teams": ["platform"]}},
    "actions": [{"name": "switch", "exec": {"script": "kubectl -n payments set env deploy/checkout TILL=closed"}}]}', null);

-- One run in every state. `began` and `ended` are ages.
insert into playbook_runs (id, playbook_id, spec, status, created_at, start_time, scheduled_time, end_time, created_by, notification_send_id, check_id, config_id, component_id, parameters, agent_id, parent_id, error)
select pg_temp.id('run', number), p.id, p.spec, run.status, now() - asked::interval, now() - began::interval, now() - coalesce(due, began, asked)::interval, now() - ended::interval,
  pg_temp.id('person', person), pg_temp.id('send', send), pg_temp.id('check', check_number), pg_temp.id('config', config), pg_temp.id('component', component), parameters::jsonb,
  coalesce(pg_temp.id('agent', agent), '00000000-0000-0000-0000-000000000000'), pg_temp.id('run', parent), error
from (values
  (1, 1, 'failed', 5, 10, null::int, 105, null::int, null::int, null::int, '{"reason": "Crash loop after 4.19.0"}', '8 minutes', '7 minutes 59 seconds', '5 minutes 50 seconds', null, null),
  (2, 2, 'pending_approval', 2, null, null, 105, null, null, null, '{"version": "4.18.2", "urgent": "true"}', '3 minutes', null, null, null, null),
  (3, 3, 'completed', 4, null, 3, null, null, null, null, '{}', '5 hours', '5 hours', '4 hours 59 minutes 59 seconds', null, null),
  (4, 4, 'completed', 6, null, null, null, 17, null, null, '{"since": "7d"}', '1 day', '1 day', '23 hours 59 minutes 58 seconds', null, null),
  (5, 1, 'cancelled', 4, null, null, 104, null, null, null, '{"reason": "Empty carts"}', '15 hours', '15 hours', '14 hours 58 minutes', null, null),
  (6, 1, 'timed_out', 2, null, null, 112, null, null, null, '{"reason": "Image pull"}', '1 day 22 hours', '1 day 22 hours', '1 day 21 hours 30 minutes', null, 'run exceeded its timeout of 30m'),
  (7, 6, 'waiting', 7, null, null, 605, null, 1, null, '{"from": "4412"}', '45 minutes', '44 minutes', null, null, null),
  (8, 5, 'completed', 1, null, null, 107, null, null, null, '{"prompt": "Why did it run out of connections?"}', '3 days 1 hour', '3 days 1 hour', '3 days 59 minutes', null, null),
  (9, 4, 'completed', 1, null, null, null, 17, null, 8, '{"since": "1d"}', '3 days 59 minutes 40 seconds', '3 days 59 minutes 40 seconds', '3 days 59 minutes 20 seconds', null, null),
  (10, 1, 'completed', 5, null, null, 106, null, null, null, '{"reason": "New certificate"}', '6 days 10 hours', '6 days 10 hours', '6 days 9 hours 58 minutes', null, null),
  (11, 6, 'sleeping', 7, null, null, 606, null, 1, null, '{"from": "17"}', '2 minutes', null, null, '-28 minutes', null),
  (12, 5, 'failed', 4, null, null, 103, null, null, null, '{"prompt": "What changed before it broke?"}', '20 hours', '20 hours', '19 hours 59 minutes', null, 'no model at http://localhost:11434'),
  (13, 2, 'scheduled', 2, null, null, 103, null, null, null, '{"version": "3.17.4", "urgent": "false"}', '1 day 2 hours', null, null, '-6 hours', null),
  (14, 1, 'running', 21, null, null, 121, null, 2, null, '{"reason": "Nightly restart of staging"}', '90 seconds', '85 seconds', null, null, null)
) as run (number, playbook, status, person, send, check_number, config, component, agent, parent, parameters, asked, began, ended, due, error)
join playbooks p on p.id = pg_temp.id('playbook', playbook);

insert into playbook_run_actions (id, playbook_run_id, name, status, retry_count, scheduled_time, start_time, end_time, result, agent_id, error)
select pg_temp.id('action', number), r.id, name, a.status, retries, r.created_at, r.start_time + began::interval, r.start_time + ended::interval, result::jsonb, nullif(r.agent_id, '00000000-0000-0000-0000-000000000000'), a.error
from (values
  (1, 1, 'restart', 'completed', null::int, '0', '2 seconds', '{"stdout": "deployment.apps/checkout restarted\n", "stderr": "", "exitCode": 0, "path": "/usr/bin/kubectl", "args": ["-n", "payments", "rollout", "restart", "deploy/checkout"]}', null),
  (2, 1, 'wait for rollout', 'failed', null, '2 seconds', '2 minutes 2 seconds', '{"result": {"stdout": "Waiting for deployment \"checkout\" rollout to finish: 0 of 2 updated replicas are available...\n", "stderr": "error: timed out waiting for the condition\n", "exitCode": 1, "path": "/usr/bin/kubectl", "args": []}, "error": {"code": "exit", "message": "exit code 1"}}', 'exit code 1: error: timed out waiting for the condition'),
  (3, 1, 'ask for help', 'completed', null, '2 minutes 2 seconds', '2 minutes 9 seconds', '{"title": "checkout did not come back", "message": "Crash loop after 4.19.0"}', null),
  (4, 3, 'ask', 'completed', null, '0', '1 second', '{"code": 200, "headers": {"content-type": "application/json"}, "content": "{\"service\":\"Quillmoor catalogue\",\"status\":\"ok\",\"products\":1284}"}', null),
  (5, 4, 'count', 'completed', null, '0', '1 second', '{"rows": [{"open_orders": 42}], "count": 1}', null),
  (6, 4, 'only when there are many', 'skipped', null, '1 second', '1 second', null, null),
  (7, 5, 'restart', 'completed', null, '0', '2 seconds', '{"stdout": "deployment.apps/cart restarted\n", "stderr": "", "exitCode": 0, "path": "/usr/bin/kubectl", "args": []}', null),
  (8, 6, 'restart', 'failed', 0, '0', '2 seconds', '{"stdout": "", "stderr": "Unable to connect to the server: EOF\n", "exitCode": 1, "path": "/usr/bin/kubectl", "args": []}', 'exit code 1'),
  (9, 6, 'restart', 'completed', 1, '30 seconds', '32 seconds', '{"stdout": "deployment.apps/media restarted\n", "stderr": "", "exitCode": 0, "path": "/usr/bin/kubectl", "args": []}', null),
  (10, 6, 'wait for rollout', 'running', null, '33 seconds', null, null, null),
  (11, 7, 'הדפסה', 'waiting', null, null, null, null, null),
  (12, 8, 'diagnose', 'completed', null, '0', '1 minute', '{"markdown": "## What happened\n\nThe pool was **switched off** in 6.6.3, twenty minutes before.\n\n| when | what |\n|---|---|\n| 20 min before | orders 6.6.3 |\n| 0 | too many clients |\n", "json": "{\"headline\": \"Pool switched off\", \"confidence\": 0.8}"}', null),
  (13, 9, 'count', 'completed', null, '0', '1 second', '{"rows": [{"open_orders": 317}], "count": 1}', null),
  (14, 9, 'only when there are many', 'completed', null, '1 second', '3 seconds', '{"title": "Many open orders", "message": "Since 1d"}', null),
  (15, 10, 'restart', 'completed', null, '0', '2 seconds', '{"stdout": "deployment.apps/payments restarted\n", "stderr": "", "exitCode": 0, "path": "/usr/bin/kubectl", "args": []}', null),
  (16, 10, 'wait for rollout', 'completed', null, '2 seconds', '1 minute 40 seconds', '{"stdout": "deployment \"payments\" successfully rolled out\n", "stderr": "", "exitCode": 0, "path": "/usr/bin/kubectl", "args": []}', null),
  (17, 10, 'notify the team', 'completed', null, '1 minute 40 seconds', '1 minute 41 seconds', '{"title": "payments restarted", "message": "New certificate"}', null),
  (18, 12, 'diagnose', 'failed', null, '0', '5 seconds', null, 'no model at http://localhost:11434'),
  (19, 14, 'restart', 'running', null, '0', null, null, null)
) as a (number, run, name, status, retries, began, ended, result, error)
join playbook_runs r on r.id = pg_temp.id('run', run);

insert into playbook_approvals (run_id, person_id, team_id, created_at)
values
  (pg_temp.id('run', 13), pg_temp.id('person', 5), null, now() - interval '1 day 1 hour'),
  (pg_temp.id('run', 13), null, pg_temp.id('team', 1), now() - interval '1 day');

insert into artifacts (id, playbook_run_action_id, path, filename, content_type, size, checksum, created_at, updated_at)
select pg_temp.id('artifact', number), pg_temp.id('action', action), 'playbooks/' || pg_temp.id('action', action), filename, content_type, length(content), encode(sha256(convert_to(content, 'UTF8')), 'hex'), now() - age::interval, now() - age::interval
from (values
  (3, 12, 'prompt.md', 'markdown', '# Why did it run out of connections?', '3 days 1 hour'),
  (4, 2, 'pod.log', 'text/plain', E'listening on :8080\nloading 41,203 price rules\nKilled\n', '5 minutes 50 seconds'),
  (5, 5, 'report.json', 'application/json', '{"open_orders": 42}', '1 day')
) as artifact (number, action, filename, content_type, content, age);

insert into permissions (id, name, namespace, description, source, subject_type, subject, action, object, object_selector, deny, config_id, playbook_id, connection_id, person_id, team_id, created_by, created_at, updated_at, until, agents, tags, deleted_at)
values
  (pg_temp.id('permission', 1), 'payments-may-restart', 'default', 'The payments team may restart its own services', 'UI', 'team', pg_temp.id('team', 2)::text, 'playbook:run', null, '{"playbooks": [{"name": "restart-deployment"}], "configs": [{"namespace": "payments"}]}', false, null, null, null, null, pg_temp.id('team', 2), pg_temp.id('person', 1), now() - interval '100 days', now() - interval '100 days', null, null, null, null),
  (pg_temp.id('permission', 2), 'platform-approves', 'default', null, 'UI', 'team', pg_temp.id('team', 1)::text, 'playbook:approve', 'playbooks', null, false, null, pg_temp.id('playbook', 2), null, null, pg_temp.id('team', 1), pg_temp.id('person', 1), now() - interval '100 days', now() - interval '100 days', null, null, null, null),
  (pg_temp.id('permission', 3), 'guests-see-no-catalog', 'default', 'Auditors may read incidents, but not configuration', 'UI', 'group', 'guest', 'read', 'catalog', null, true, null, null, null, null, null, pg_temp.id('person', 1), now() - interval '8 days', now() - interval '8 days', null, null, null, null),
  (pg_temp.id('permission', 4), 'auditor', 'default', 'Until the audit ends', 'UI', 'person', pg_temp.id('person', 10)::text, 'read', null, '{"configs": [{"types": ["Kubernetes::Deployment"], "namespace": "payments"}]}', false, null, null, null, pg_temp.id('person', 10), null, pg_temp.id('person', 1), now() - interval '8 days', now() - interval '8 days', now() + interval '22 days', null, '{"cluster": "harbour"}', null),
  (pg_temp.id('permission', 5), 'playbook-uses-chat', 'mission-control', null, 'KubernetesCRD', 'playbook', pg_temp.id('playbook', 1)::text, 'read', 'connection', null, false, null, null, pg_temp.id('connection', 1), null, null, null, now() - interval '160 days', now() - interval '160 days', null, null, null, null),
  (pg_temp.id('permission', 6), 'depot-only', 'depot', null, 'UI', 'person', pg_temp.id('person', 7)::text, '*', 'topology', null, false, null, null, null, pg_temp.id('person', 7), null, pg_temp.id('person', 1), now() - interval '90 days', now() - interval '90 days', null, array[pg_temp.id('agent', 1)::text], null, null),
  (pg_temp.id('permission', 7), 'colm', 'default', null, 'UI', 'person', pg_temp.id('person', 11)::text, 'create,read,update,delete', 'canaries', null, false, null, null, null, pg_temp.id('person', 11), null, pg_temp.id('person', 1), now() - interval '300 days', now() - interval '130 days', null, null, null, now() - interval '128 days');

insert into permissions (id, description, subject_type, subject, notification_id, action, connection_id, created_by, created_at, updated_at)
values
  (pg_temp.id('permission', 8), 'Its messages go to the chat of the platform team', 'notification', pg_temp.id('notification', 1)::text, pg_temp.id('notification', 1), 'read', pg_temp.id('connection', 1), pg_temp.id('person', 1), now() - interval '40 days', now() - interval '12 days');

insert into permission_groups (id, name, namespace, selectors, source, created_by, created_at, updated_at)
values
  (pg_temp.id('permission group', 1), 'shop-notifications', 'default', '{"notifications": [{"name": "failing gold checks"}, {"name": "deployments"}]}', 'UI', pg_temp.id('person', 1), now() - interval '100 days', now() - interval '100 days'),
  (pg_temp.id('permission group', 2), 'self-healing', 'mission-control', '{"playbooks": [{"namespace": "mission-control", "name": "restart-deployment"}]}', 'KubernetesCRD', null, now() - interval '160 days', now() - interval '160 days');
