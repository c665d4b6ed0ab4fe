-- Checks of the sample services, which run in the same process on loopback. Annotations `sample/<service>` record the
-- address of a service at the last start; the specs are updated from there. The folder of the backups is known only at
-- run time.

insert into canaries (id, name, namespace, labels, annotations, spec, source, created_by, created_at, updated_at)
values
  (pg_temp.id('canary', 1), 'storefront', 'shop', '{"team": "storefront", "tier": "gold"}', '{"sample/storefront": "127.0.0.1:28101"}', '{
    "schedule": "@every 10s", "severity": "critical", "owner": "storefront", "icon": "http",
    "http": [
      {"name": "homepage", "description": "What customers see first", "url": "http://127.0.0.1:28101/", "responseCodes": [200], "responseContent": "Quillmoor Supply", "thresholdMillis": 800, "labels": {"page": "home"}},
      {"name": "דף הבית בעברית", "description": "דף הבית של החנות, בעברית", "url": "http://127.0.0.1:28101/he", "responseCodes": [200], "thresholdMillis": 800, "labels": {"page": "home", "language": "he"}}
    ]}', 'sample', pg_temp.id('person', 4), now() - interval '150 days', now() - interval '30 days'),
  (pg_temp.id('canary', 2), 'catalogue', 'shop', '{"team": "storefront", "tier": "silver"}', '{"sample/catalogue": "127.0.0.1:28102"}', '{
    "schedule": "@every 30s", "severity": "high", "owner": "storefront", "icon": "http",
    "http": [
      {"name": "catalogue API", "description": "Products, prices and pictures", "url": "http://127.0.0.1:28102/products", "responseCodes": [200], "responseJSONContent": {"path": "$.status", "value": "ok"}, "labels": {"kind": "api"}},
      {"name": "product page of the brass reading lamp with the green glass shade, the longest name in the shop, gift-wrapped and with a hand-written note", "url": "http://127.0.0.1:28102/products/brass-reading-lamp?wrap=gift&note=yes", "responseCodes": [200], "labels": {"kind": "page"}}
    ]}', 'sample', pg_temp.id('person', 4), now() - interval '150 days', now() - interval '30 days'),
  (pg_temp.id('canary', 3), 'search', 'shop', '{"team": "storefront", "tier": "silver"}', '{"sample/search": "127.0.0.1:28103"}', '{
    "schedule": "@every 30s", "severity": "medium", "owner": "storefront", "icon": "http",
    "http": [
      {"name": "search results", "description": "Responds within two seconds", "url": "http://127.0.0.1:28103/?q=lamp", "responseCodes": [200], "thresholdMillis": 2000, "labels": {"kind": "api"}},
      {"name": "search within its objective", "description": "Responds within 600 ms, as agreed with the storefront", "url": "http://127.0.0.1:28103/?q=ink", "responseCodes": [200], "thresholdMillis": 600, "labels": {"kind": "objective"}}
    ]}', 'sample', pg_temp.id('person', 4), now() - interval '120 days', now() - interval '26 hours'),
  (pg_temp.id('canary', 4), 'cart', 'shop', '{"team": "storefront", "tier": "gold"}', '{"sample/cart": "127.0.0.1:28104"}', '{
    "schedule": "@every 15s", "severity": "high", "owner": "storefront", "icon": "http",
    "http": [{"name": "cart API", "description": "Four minutes up, two minutes down", "url": "http://127.0.0.1:28104/", "responseCodes": [200], "labels": {"kind": "api"}}]}', 'sample', pg_temp.id('person', 4), now() - interval '150 days', now() - interval '60 days'),
  (pg_temp.id('canary', 5), 'checkout', 'payments', '{"team": "payments", "tier": "gold"}', '{"sample/checkout": "127.0.0.1:28105"}', '{
    "schedule": "@every 10s", "severity": "critical", "owner": "payments", "icon": "http",
    "http": [
      {"name": "checkout API", "description": "Customers cannot pay while this fails", "url": "http://127.0.0.1:28105/ready", "responseCodes": [200], "labels": {"kind": "api", "app": "checkout"}},
      {"name": "checkout form", "url": "http://127.0.0.1:28105/form", "responseCodes": [200], "labels": {"kind": "page", "app": "checkout"}}
    ]}', 'sample', pg_temp.id('person', 5), now() - interval '150 days', now() - interval '45 days'),
  (pg_temp.id('canary', 6), 'payments', 'payments', '{"team": "payments", "tier": "gold"}', '{"sample/payments": "127.0.0.1:28106", "sample/certificate": "127.0.0.1:28108", "sample/gateway": "127.0.0.1:28109"}', '{
    "schedule": "@every 1m", "severity": "high", "owner": "payments", "icon": "http",
    "http": [
      {"name": "payments API", "url": "http://127.0.0.1:28106/", "responseCodes": [200, 204], "labels": {"kind": "api"}},
      {"name": "payments certificate", "description": "Must be valid for at least two weeks. Self-signed, hence insecureSkipVerify.", "url": "https://127.0.0.1:28108/", "maxSSLExpiry": 14, "tlsConfig": {"insecureSkipVerify": true}, "icon": "shield", "labels": {"kind": "certificate"}}
    ],
    "tcp": [{"name": "card network gateway", "endpoint": "127.0.0.1:28109", "thresholdMillis": 500, "icon": "server", "labels": {"kind": "port"}}]}', 'sample', pg_temp.id('person', 5), now() - interval '150 days', now() - interval '20 days'),
  (pg_temp.id('canary', 7), 'accounts', 'shop', '{"team": "storefront", "tier": "silver"}', '{"sample/accounts": "127.0.0.1:28107"}', '{
    "schedule": "@every 30s", "severity": "high", "owner": "storefront", "icon": "user",
    "http": [{"name": "sign-in page", "description": "Expects 200 and the sign-in form", "url": "http://127.0.0.1:28107/sign-in", "responseCodes": [200], "responseContent": "Sign in", "labels": {"kind": "page"}}]}', 'sample', pg_temp.id('person', 4), now() - interval '100 days', now() - interval '100 days'),
  (pg_temp.id('canary', 8), 'media', 'shop', '{"team": "storefront", "tier": "bronze"}', '{"sample/media": "127.0.0.1:28114"}', '{
    "schedule": "@every 1m", "severity": "low", "owner": "storefront", "icon": "http",
    "http": [{"name": "thumbnails", "description": "Thumbnails of the products", "url": "http://127.0.0.1:28114/thumbnail/1.png", "labels": {"kind": "api"}}]}', 'sample', pg_temp.id('person', 3), now() - interval '90 days', now() - interval '90 days'),
  (pg_temp.id('canary', 9), 'orders-database', 'payments', '{"team": "payments", "tier": "gold"}', '{"sample/orders": "127.0.0.1:28111"}', '{
    "schedule": "@every 1m", "severity": "critical", "owner": "payments", "icon": "postgres",
    "postgres": [{"name": "open orders", "description": "The database returns one row", "url": "postgres://console@127.0.0.1:28111/orders", "query": "select count(*) as open_orders from orders where shipped_at is null", "results": 1, "labels": {"kind": "database"}}]}', 'sample', pg_temp.id('person', 2), now() - interval '140 days', now() - interval '140 days'),
  (pg_temp.id('canary', 10), 'sessions', 'shop', '{"team": "storefront", "tier": "silver"}', '{"sample/sessions": "127.0.0.1:28112"}', '{
    "schedule": "@every 30s", "severity": "high", "owner": "storefront", "icon": "redis",
    "redis": [{"name": "session cache", "addr": "127.0.0.1:28112", "db": 0, "labels": {"kind": "cache"}}]}', 'sample', pg_temp.id('person', 2), now() - interval '140 days', now() - interval '140 days'),
  (pg_temp.id('canary', 11), 'mailer', 'platform', '{"team": "platform", "tier": "bronze"}', '{"sample/mailer": "127.0.0.1:28110"}', '{
    "schedule": "@every 1m", "severity": "medium", "owner": "platform", "icon": "email",
    "tcp": [{"name": "outgoing mail", "endpoint": "127.0.0.1:28110", "thresholdMillis": 1000, "labels": {"kind": "port"}}],
    "exec": [{"name": "load of this machine", "description": "Runs a program. Requires the start option --allow-exec.", "script": "uptime", "icon": "terminal", "labels": {"kind": "script"}}]}', 'sample', pg_temp.id('person', 7), now() - interval '80 days', now() - interval '80 days'),
  (pg_temp.id('canary', 12), 'names', 'platform', '{"team": "platform", "tier": "gold"}', '{"sample/names": "127.0.0.1:28113"}', '{
    "schedule": "@every 1m", "severity": "high", "owner": "platform", "icon": "dns",
    "dns": [
      {"name": "shop.quillmoor.example", "server": "127.0.0.1", "port": 28113, "query": "shop.quillmoor.example", "querytype": "A", "minrecords": 2, "timeout": 5, "labels": {"kind": "address"}},
      {"name": "mail route of quillmoor.example", "server": "127.0.0.1", "port": 28113, "query": "quillmoor.example", "querytype": "MX", "exactreply": ["mail.quillmoor.example. 10"], "timeout": 5, "labels": {"kind": "mail"}}
    ]}', 'sample', pg_temp.id('person', 2), now() - interval '140 days', now() - interval '33 days'),
  (pg_temp.id('canary', 13), 'network', 'platform', '{"team": "platform", "tier": "bronze"}', '{}', '{
    "schedule": "@every 30s", "severity": "low", "owner": "platform", "icon": "server",
    "icmp": [{"name": "this machine", "endpoint": "127.0.0.1", "packetCount": 3, "packetLossThreshold": 50, "labels": {"kind": "ping"}}]}', 'sample', pg_temp.id('person', 2), now() - interval '140 days', now() - interval '140 days'),
  (pg_temp.id('canary', 14), 'backups', 'platform', '{"team": "platform", "tier": "silver"}', '{"sample/backups": "/sample/backups"}', '{
    "schedule": "@every 5m", "severity": "high", "owner": "platform", "icon": "folder",
    "folder": [
      {"name": "nightly dump of the orders", "description": "Three dumps, none older than three days", "path": "/sample/backups/nightly", "filter": {"regex": "\\.dump$"}, "minCount": 3, "maxAge": "72h", "minSize": "1kb", "labels": {"kind": "backup"}},
      {"name": "weekly export of the catalogue", "description": "Suspended since the move to the new bucket", "path": "/sample/backups/weekly", "minCount": 1, "maxAge": "7d", "labels": {"kind": "backup"}}
    ]}', 'sample', pg_temp.id('person', 2), now() - interval '130 days', now() - interval '130 days'),
  (pg_temp.id('canary', 15), 'harbour', 'platform', '{"team": "platform", "tier": "gold"}', '{}', '{
    "interval": 300, "severity": "critical", "owner": "platform", "icon": "k8s",
    "kubernetes": [{"name": "pods of the shop", "description": "Requires a cluster. Not run by the embedded backend.", "kind": "Pod", "namespaceSelector": {"name": "shop"}, "ready": true, "labels": {"kind": "cluster"}}],
    "prometheus": [{"name": "error budget of checkout", "url": "http://prometheus.harbour.quillmoor.example:9090", "query": "slo:error_budget:remaining{service=\"checkout\"} > 0", "icon": "prometheus", "labels": {"kind": "objective"}}]}', 'sample', pg_temp.id('person', 1), now() - interval '110 days', now() - interval '110 days'),
  (pg_temp.id('canary', 17), 'gift-cards', 'shop', '{"team": "storefront"}', null, '{"schedule": "@every 1m", "http": [{"name": "gift card balance", "url": "http://127.0.0.1:28199/"}]}', 'sample', pg_temp.id('person', 11), now() - interval '160 days', now() - interval '129 days');

-- Pushed by the agent in the depot, whose machine runs them.
insert into canaries (id, agent_id, name, namespace, labels, annotations, spec, source, created_at, updated_at)
values (pg_temp.id('canary', 16), pg_temp.id('agent', 1), 'depot-leeds', 'depot', '{"team": "platform", "site": "leeds"}', null, '{
    "schedule": "@every 1m", "severity": "medium", "icon": "server",
    "http": [{"name": "label printers", "url": "http://printers.leeds.quillmoor.example/status", "labels": {"kind": "device"}}],
    "tcp": [{"name": "dock door controller", "endpoint": "door.leeds.quillmoor.example:502", "labels": {"kind": "device"}}]}', 'sample', now() - interval '118 days', now() - interval '118 days');

-- The behaviour of each check: usual duration, message when it passes, and the time since its last transition (null:
-- taken from its results). Without a duration the check has no results.
create temporary table sample_check (
  number int, canary int, type text, name text, every_seconds int, usual_ms int, message text, since interval
) on commit drop;
insert into sample_check
values
  (1, 1, 'http', 'homepage', 10, 18, 'code=200', '150 days'),
  (2, 1, 'http', 'דף הבית בעברית', 10, 21, 'code=200', '150 days'),
  (3, 2, 'http', 'catalogue API', 30, 29, 'code=200', '61 days'),
  (4, 2, 'http', 'product page of the brass reading lamp with the green glass shade, the longest name in the shop, gift-wrapped and with a hand-written note', 30, 33, 'code=200', '61 days'),
  (5, 3, 'http', 'search results', 30, 364, 'code=200', '44 days'),
  (6, 3, 'http', 'search within its objective', 30, 364, 'code=200', null),
  (7, 4, 'http', 'cart API', 15, 17, 'code=200', null),
  (8, 5, 'http', 'checkout API', 10, 44, 'code=200', '11 minutes'),
  (9, 5, 'http', 'checkout form', 10, 58, 'code=200', '11 minutes'),
  (10, 6, 'http', 'payments API', 60, 53, 'code=200', '6 days 11 hours'),
  (11, 6, 'http', 'payments certificate', 60, 61, 'code=200', '5 days'),
  (12, 6, 'tcp', 'card network gateway', 60, 9, 'connected to 127.0.0.1:28109', '6 days 11 hours'),
  (13, 7, 'http', 'sign-in page', 30, 12, 'code=200', '3 hours'),
  (14, 8, 'http', 'thumbnails', 60, 26, 'code=200', '2 days'),
  (15, 9, 'postgres', 'open orders', 60, 12, '1 row', '3 days 1 hour'),
  (16, 10, 'redis', 'session cache', 30, 3, 'PONG', '18 hours'),
  (17, 11, 'tcp', 'outgoing mail', 60, 6, 'connected to 127.0.0.1:28110', '80 days'),
  (18, 11, 'exec', 'load of this machine', 60, null, null, null),
  (19, 12, 'dns', 'shop.quillmoor.example', 60, 4, '2 A records', '140 days'),
  (20, 12, 'dns', 'mail route of quillmoor.example', 60, 4, '1 MX record', '33 days'),
  (21, 13, 'icmp', 'this machine', 30, 1, '3 of 3 packets received', '140 days'),
  (22, 14, 'folder', 'nightly dump of the orders', 300, 3, '3 files', '130 days'),
  (23, 14, 'folder', 'weekly export of the catalogue', 300, 3, '2 files', '9 days'),
  (24, 15, 'kubernetes', 'pods of the shop', 300, null, null, null),
  (25, 15, 'prometheus', 'error budget of checkout', 300, null, null, null),
  (26, 16, 'http', 'label printers', 60, 140, 'code=200', '50 minutes'),
  (27, 16, 'tcp', 'dock door controller', 60, 31, 'connected', '118 days'),
  (28, 17, 'http', 'gift card balance', 60, null, null, null);

-- A check that cannot run here has no results: its first run would contradict them.
update sample_check set usual_ms = null, since = null
where type = 'icmp' and not current_setting('sample.can_ping')::boolean;

-- The outages of checks, with their errors. Incidents describe the same outages.
create temporary table sample_outage (check_number int, began interval, ended interval, error text) on commit drop;
insert into sample_outage
values
  (8, '11 minutes', '0', 'response code 503, expected 200'),
  (9, '11 minutes', '0', 'response code 503, expected 200'),
  (10, '6 days 12 hours 35 minutes', '6 days 11 hours', 'response code 502, expected 200 or 204'),
  (12, '6 days 12 hours 35 minutes', '6 days 11 hours', 'connect ECONNREFUSED 127.0.0.1:28109'),
  (8, '6 days 12 hours 30 minutes', '6 days 11 hours', 'response code 502, expected 200'),
  (11, '5 days', '0', 'the certificate expires in 9 days (minimum 14)'),
  (13, '3 hours', '0', 'the response does not contain "Sign in"'),
  (14, '2 days', '0', 'connect ECONNREFUSED 127.0.0.1:28114'),
  (15, '3 days 2 hours', '3 days 1 hour', 'sorry, too many clients already'),
  (16, '18 hours 20 minutes', '18 hours', 'connect ETIMEDOUT 127.0.0.1:28112'),
  (23, '9 days', '0', 'catalogue-2.csv is older than 168h0m0s'),
  (26, '50 minutes', '0', 'response code 500, expected 2xx');

-- Two weeks of results, with decreasing density: every run (at most twice a minute) for two hours, every five minutes
-- for a day, every half hour for a week, hourly before. Durations follow the same rule as the services (delayAround in
-- shop.ts), with noise that depends on check and time only.
create temporary table sample_result on commit drop as
select *, outage is null and not is_cart_down and not (number = 6 and duration > 600) as is_passed
from (
  select c.number, c.every_seconds, moment as time, c.message, o.error as outage,
    round(
      c.usual_ms
      * (1 + 0.35 * cos((extract(epoch from moment)::float8 / 3600 - 15) / 24 * 2 * pi()))
      * (0.8 + 0.4 * noise)
      -- Since the lamp campaign began, one search in seven is slow; in its first three hours all are slower.
      * case when noise > case when c.canary = 3 and moment > now() - interval '26 hours' then 0.86 else 0.98 end then 2 else 1 end
      * case when c.canary = 3 and moment between now() - interval '26 hours' and now() - interval '23 hours' then 1.6 else 1 end
    )::int as duration,
    c.number = 7 and moment > now() - interval '18 hours' and floor(extract(epoch from moment))::bigint % 360 >= 240 as is_cart_down
  from sample_check c
  cross join lateral (
    select now() - interval '3 seconds' - c.number * interval '0.25 seconds' - age as moment
    from (
      select k * greatest(c.every_seconds, 30) * interval '1 second' from generate_series(0, 7199 / greatest(c.every_seconds, 30)) k
      union all select k * interval '5 minutes' from generate_series(24, 287) k
      union all select k * interval '30 minutes' from generate_series(48, 383) k
      union all select k * interval '1 hour' from generate_series(192, 335) k
    ) as ages (age)
  ) as at
  cross join lateral (select (hashtext(c.number || ' ' || floor(extract(epoch from moment) / 5)) & 1023) / 1023.0::float8 as noise) as n
  left join sample_outage o on o.check_number = c.number and moment between now() - o.began and now() - o.ended
  where c.usual_ms is not null
) as result;

-- Rows of `checks` contain the declaration of their canary, and their state.
insert into checks (id, canary_id, agent_id, type, name, namespace, description, icon, spec, labels, owner, severity, status, last_runtime, last_transition_time, next_runtime, created_at, updated_at)
select pg_temp.id('check', c.number), canary.id, canary.agent_id, c.type, c.name, canary.namespace, own ->> 'description',
  coalesce(own ->> 'icon', canary.spec ->> 'icon'), own, own -> 'labels', canary.spec ->> 'owner', canary.spec ->> 'severity',
  case ran.last_run when ran.last_pass then 'healthy' when ran.last_fail then 'unhealthy' end,
  ran.last_run,
  coalesce(now() - c.since, least(ran.last_pass, ran.last_fail) + greatest(c.every_seconds, 30) * interval '1 second'),
  ran.last_run + c.every_seconds * interval '1 second', canary.created_at, canary.updated_at
from sample_check c
join canaries canary on canary.id = pg_temp.id('canary', c.canary)
cross join lateral jsonb_array_elements(canary.spec -> c.type) as entry (own)
left join (
  select number, max(time) as last_run, max(time) filter (where is_passed) as last_pass, max(time) filter (where not is_passed) as last_fail
  from sample_result
  group by number
) as ran on ran.number = c.number
where own ->> 'name' = c.name;

-- Known at the depot.
update checks set silenced_at = now() - interval '40 minutes' where id = pg_temp.id('check', 26);

-- The soft delete includes the check.
update canaries set deleted_at = now() - interval '129 days' where id = pg_temp.id('canary', 17);

insert into check_statuses (check_id, time, created_at, status, duration, message, error, details)
select pg_temp.id('check', number), time, time, is_passed, duration,
  case when is_passed then message end,
  case when not is_passed then coalesce(replace(outage, 'in 9 days', format('in %s days', 9 + extract(day from now() - time))), case when is_cart_down then 'response code 500, expected 200' else format('took %s ms, more than 600 ms', duration) end) end,
  case when message = 'code=200' and outage is null then jsonb_build_object('code', case when is_cart_down then 500 else 200 end) end
from sample_result;

-- The current hour and day have no aggregate yet.
insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed)
select check_id, date_trunc('hour', time, 'UTC') as hour, sum(duration), count(*), count(*) filter (where status), count(*) filter (where not status)
from check_statuses
where time < date_trunc('hour', now(), 'UTC')
group by check_id, hour;

insert into check_statuses_1d (check_id, created_at, duration, total, passed, failed)
select check_id, date_trunc('day', time, 'UTC') as day, sum(duration), count(*), count(*) filter (where status), count(*) filter (where not status)
from check_statuses
where time < date_trunc('day', now(), 'UTC')
group by check_id, day;

insert into check_config_relationships (config_id, check_id, canary_id, selector_id, created_at, updated_at)
select pg_temp.id('config', config), c.id, c.canary_id, 'manual', now() - interval '80 days', now() - interval '80 days'
from (values
  (1, 101), (2, 101), (3, 102), (4, 102), (5, 103), (6, 103), (7, 104), (8, 105), (9, 105), (10, 106), (11, 432), (13, 110),
  (14, 112), (15, 440), (16, 442), (17, 111), (19, 519), (22, 435), (23, 436), (24, 11), (25, 105), (26, 605)
) as pair (number, config)
join checks c on c.id = pg_temp.id('check', number);

-- Artifacts of the last failed run of two checks.
insert into artifacts (id, check_id, check_time, path, filename, content_type, size, checksum, created_at, updated_at, expires_at)
select pg_temp.id('artifact', number), check_id, time, 'checks/' || pg_temp.id('check', check_number), filename, content_type, length(content),
  encode(sha256(convert_to(content, 'UTF8')), 'hex'), time, time, now() + interval '30 days'
from (values
  (1, 8, 'response.json', 'application/json', '{"service":"Quillmoor checkout","status":"error","error":"no healthy upstream"}'),
  (2, 13, 'response.html', 'text/html', '<!doctype html><title>Back soon</title>')
) as artifact (number, check_number, filename, content_type, content)
cross join lateral (
  select check_id, time from check_statuses where check_id = pg_temp.id('check', check_number) and not status order by time desc limit 1
) as failure;
