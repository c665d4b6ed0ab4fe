-- The topology: the shop as customers see it, and its infrastructure.

insert into topologies (id, name, namespace, labels, source, spec, schedule, created_by, created_at, updated_at)
values
  (pg_temp.id('topology', 1), 'quillmoor', 'mission-control', '{"environment": "production"}', 'UI', null, '@every 5m', pg_temp.id('person', 1), now() - interval '200 days', now() - interval '18 days'),
  (pg_temp.id('topology', 2), 'depot', 'mission-control', '{"environment": "depot"}', 'ConfigFile', '{"schedule": "@every 10m", "components": [{"name": "Leeds", "type": "Site"}]}', '@every 10m', null, now() - interval '118 days', null);
update topologies set agent_id = pg_temp.id('agent', 1) where id = pg_temp.id('topology', 2);

-- `weather` is the component's own state; the tree aggregates checks, incidents and insights.
insert into components (id, topology_id, external_id, parent_id, path, name, text, type, topology_type, namespace, icon, owner, labels, status, health, status_reason, description, is_leaf, properties, selectors, configs, component_checks, log_selectors, summary, config_id, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_by, created_at, updated_at)
select pg_temp.id('component', number), pg_temp.id('topology', 1), 'quillmoor/' || name, pg_temp.id('component', parent),
  case when parent is null then '' else concat_ws('.', case when parent > 9 then pg_temp.id('component', parent / 10 % 10) end, pg_temp.id('component', parent)) end,
  name, label, type, 'quillmoor', 'mission-control', icon, owner, jsonb_strip_nulls(jsonb_build_object('team', owner, 'tier', tier)),
  weather, weather, reason, description, is_leaf, properties::jsonb,
  case when number = 2 then '[{"types": ["Kubernetes::Cluster"]}]'::jsonb end,
  case when config is not null then jsonb_build_array(jsonb_build_object('id', pg_temp.id('config', config))) end,
  case when number = 15 then '[{"selector": {"labelSelector": "app=checkout"}}]'::jsonb end,
  case when type = 'Service' then jsonb_build_array(jsonb_build_object('name', name, 'type', 'KubernetesPods', 'labels', jsonb_build_object('app', name))) end,
  summary::jsonb, pg_temp.id('config', config), cost / 1440, cost, cost * 7, cost * 30, pg_temp.id('person', 1), now() - interval '200 days', now() - interval '2 minutes'
from (values
  (1, null::int, 'shop', 'Shop', 'Application', 'shopping-cart', 'storefront', 'gold', 'unhealthy', 'checkout is unhealthy', 'Customer-facing services', false, '[{"name": "orders per minute", "value": 3, "max": 60, "headline": true}, {"name": "uptime", "text": "99.2 %"}, {"name": "runbook", "links": [{"label": "open", "url": "https://wiki.quillmoor.example/shop"}]}]', '{"healthy": 4, "unhealthy": 3, "warning": 2, "checks": {"healthy": 11, "unhealthy": 6}, "incidents": {"availability": {"Blocker": 1, "Low": 1, "High": 1}, "performance": {"High": 1}}, "insights": {"availability": {"critical": 1}, "performance": {"high": 1}, "reliability": {"high": 1}, "security": {"high": 1, "low": 1}}}', null::int, 26.70),
  (2, null, 'clusters', 'Clusters', 'Group', 'k8s', 'platform', null, 'warning', 'dockyard has no ready node', null, false, null, '{"healthy": 1, "warning": 1}', null, 65.50),
  (3, null, 'back office', 'Back office', 'Application', 'database', 'platform', 'bronze', 'healthy', null, 'Stock, shipping and mail', false, null, '{"healthy": 3, "checks": {"healthy": 1}}', null, 5.50),
  (11, 1, 'storefront', null, 'Service', 'http', 'storefront', 'gold', 'healthy', null, null, true, '[{"name": "version", "text": "12.4.1", "headline": true}, {"name": "replicas", "value": 3, "headline": true}]', '{"healthy": 1, "checks": {"healthy": 2}}', 101, 3.10),
  (12, 1, 'catalogue', null, 'Service', 'http', 'storefront', 'silver', 'healthy', null, null, true, '[{"name": "version", "text": "7.0.3", "headline": true}]', '{"healthy": 1, "checks": {"healthy": 2}, "insights": {"security": {"low": 1}}}', 102, 2.20),
  (13, 1, 'search', null, 'Service', 'http', 'storefront', 'silver', 'warning', 'At maximum replicas', null, true, '[{"name": "cpu", "value": 1890, "max": 2000, "unit": "millicores", "headline": true}]', '{"warning": 1, "checks": {"healthy": 1, "unhealthy": 1}, "incidents": {"performance": {"High": 1}}, "insights": {"performance": {"high": 1}}}', 103, 5.75),
  (14, 1, 'cart', null, 'Service', 'http', 'storefront', 'gold', 'warning', 'Frequent restarts', null, true, '[{"name": "restarts", "value": 14, "headline": true}]', '{"warning": 1, "checks": {"healthy": 2}, "incidents": {"availability": {"High": 1}}}', 104, 1.35),
  (15, 1, 'checkout', null, 'Service', 'http', 'payments', 'gold', 'unhealthy', 'No pod is ready', 'Takes orders and payments', true, '[{"name": "version", "text": "4.19.0", "headline": true}, {"name": "replicas", "value": 0, "max": 2, "headline": true, "status": "unhealthy"}, {"name": "memory", "value": 134217728, "max": 134217728, "unit": "bytes", "headline": true}]', '{"unhealthy": 1, "checks": {"unhealthy": 2}, "incidents": {"availability": {"Blocker": 1}}, "insights": {"availability": {"critical": 1}}}', 105, 1.90),
  (16, 1, 'payments', null, 'Service', 'http', 'payments', 'gold', 'healthy', null, null, true, '[{"name": "version", "text": "9.2.0", "headline": true}]', '{"healthy": 1, "checks": {"healthy": 2, "unhealthy": 1}, "insights": {"security": {"high": 1}}}', 106, 2.85),
  (17, 1, 'orders', null, 'Service', 'http', 'payments', 'gold', 'healthy', null, null, false, '[{"name": "open orders", "value": 42, "headline": true}]', '{"healthy": 1, "checks": {"healthy": 1}}', 107, 2.05),
  (18, 1, 'accounts', null, 'Service', 'user', 'storefront', 'silver', 'unhealthy', 'Shows a maintenance page', null, true, null, '{"unhealthy": 1, "checks": {"unhealthy": 1}}', 110, 1.25),
  (19, 1, 'media', null, 'Service', 'http', 'storefront', 'bronze', 'unhealthy', 'Image not found', null, true, null, '{"unhealthy": 1, "checks": {"unhealthy": 1}, "incidents": {"availability": {"Low": 1}}, "insights": {"reliability": {"high": 1}}}', 112, 0.95),
  (171, 17, 'orders-db', null, 'Database', 'postgres', 'payments', 'gold', 'healthy', null, null, true, '[{"name": "storage", "value": 64424509440, "max": 107374182400, "unit": "bytes", "headline": true}]', '{"healthy": 1, "checks": {"healthy": 1}}', 440, null),
  (21, 2, 'harbour', null, 'KubernetesCluster', 'k8s', 'platform', 'gold', 'healthy', null, 'Production', true, '[{"name": "nodes", "value": 3, "headline": true}, {"name": "version", "text": "v1.33.2", "headline": true}]', '{"healthy": 1}', 1, 61.40),
  (22, 2, 'dockyard', null, 'KubernetesCluster', 'k8s', 'platform', null, 'warning', 'dockyard-1 is not ready', 'Staging', true, '[{"name": "nodes", "value": 1, "headline": true}]', '{"warning": 1}', 2, 4.10),
  (31, 3, 'inventory', null, 'Service', 'database', 'platform', 'bronze', 'healthy', null, null, true, null, '{"healthy": 1}', 108, 1.15),
  (32, 3, 'shipping', null, 'Service', 'truck', 'platform', 'bronze', 'healthy', null, null, true, null, '{"healthy": 1}', 109, 0.75),
  (33, 3, 'mailer', null, 'Service', 'email', 'platform', 'bronze', 'healthy', null, null, true, null, '{"healthy": 1, "checks": {"healthy": 1}}', 111, 0.40)
) as component (number, parent, name, label, type, icon, owner, tier, weather, reason, description, is_leaf, properties, summary, config, cost);

-- Unusual components: from an agent, hidden, of unknown health, deleted, and with a right-to-left name.
insert into components (id, topology_id, agent_id, external_id, parent_id, path, name, type, topology_type, namespace, labels, status, health, hidden, silenced, is_leaf, created_at, updated_at, deleted_at)
values
  (pg_temp.id('component', 41), pg_temp.id('topology', 2), pg_temp.id('agent', 1), 'depot/leeds', null, '', 'Leeds', 'Site', 'depot', 'depot', '{"site": "leeds"}', 'warning', 'warning', false, false, false, now() - interval '118 days', now() - interval '3 minutes', null),
  (pg_temp.id('component', 42), pg_temp.id('topology', 2), pg_temp.id('agent', 1), 'depot/leeds/printers', pg_temp.id('component', 41), pg_temp.id('component', 41)::text, 'label printers of the southern dock, the ones beside the cold store and the two that were moved there from Bradford', 'Printer', 'depot', 'depot', null, 'Out of labels', 'unhealthy', false, true, true, now() - interval '118 days', now() - interval '3 minutes', null),
  (pg_temp.id('component', 43), pg_temp.id('topology', 1), default, 'quillmoor/experiments', null, '', 'ניסויים', 'virtual', 'quillmoor', null, '{}', '', 'unknown', true, false, true, now() - interval '30 days', null, null),
  (pg_temp.id('component', 44), pg_temp.id('topology', 1), default, 'quillmoor/gift-cards', pg_temp.id('component', 1), pg_temp.id('component', 1)::text, 'gift cards', 'Service', 'quillmoor', 'mission-control', '{"team": "gift-cards"}', 'unhealthy', 'unhealthy', false, false, true, now() - interval '160 days', now() - interval '129 days', now() - interval '129 days');

-- When each of them began to report its health.
update console.component_health_starts set since = now() - age::interval
from (values
  (1, '11 minutes'), (15, '11 minutes'), (18, '3 hours'), (19, '2 days'), (13, '1 day 2 hours'), (14, '17 hours'),
  (2, '6 hours'), (22, '6 hours'), (41, '50 minutes'), (42, '50 minutes')
) as reported (number, age)
where component_id = pg_temp.id('component', number);

-- The spec of the topology for its components, so that a run finds them unchanged. Their own state is not part of it.
create function pg_temp.component_spec(component uuid) returns jsonb language sql as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', name, 'type', type, 'icon', icon, 'owner', owner, 'labels', labels, 'properties', properties, 'selectors', selectors,
    'configs', configs, 'checks', component_checks, 'logs', log_selectors, 'hidden', nullif(hidden, false),
    'components', (
      select jsonb_agg(pg_temp.component_spec(id) order by id) from components where parent_id = component and deleted_at is null
    )
  ))
  from components where id = component
$$;
update components set schedule = '@every 5m', namespace = 'mission-control' where topology_id = pg_temp.id('topology', 1);
-- A single virtual component is not created: its children are the roots.
update topologies set spec = jsonb_build_object('schedule', schedule, 'components', jsonb_build_array(jsonb_build_object(
  'name', name, 'type', 'virtual', 'components', (
    select jsonb_agg(pg_temp.component_spec(id) order by id) from components
    where topology_id = topologies.id and parent_id is null and deleted_at is null
  )
)))
where id = pg_temp.id('topology', 1);

insert into component_relationships (component_id, relationship_id, selector_id, relationship_path, created_at, updated_at)
select pg_temp.id('component', child), pg_temp.id('component', parent), selector_id, pg_temp.id('component', parent)::text, now() - interval '60 days', now() - interval '60 days'
from (values (15, 16, 'needs-payments'), (15, 17, 'needs-orders'), (13, 12, 'reads-catalogue'), (33, 17, 'mails-orders'), (1, 21, 'runs-on')) as relationship (parent, child, selector_id);

insert into check_component_relationships (component_id, check_id, canary_id, selector_id, created_at, updated_at)
select pg_temp.id('component', component), c.id, c.canary_id, 'labels', now() - interval '60 days', now() - interval '60 days'
from (values
  (11, 1), (11, 2), (12, 3), (12, 4), (13, 5), (13, 6), (14, 7), (15, 8), (15, 9), (16, 10), (16, 11), (16, 12), (18, 13), (19, 14), (171, 15), (14, 16), (33, 17), (1, 19), (42, 26)
) as pair (component, number)
join checks c on c.id = pg_temp.id('check', number);

insert into config_component_relationships (component_id, config_id, selector_id, created_at, updated_at)
select id, config_id, 'config', now() - interval '60 days', now() - interval '60 days' from components where config_id is not null and topology_id = pg_temp.id('topology', 1)
union all
select pg_temp.id('component', component), pg_temp.id('config', config), 'manual', now() - interval '20 days', now() - interval '20 days'
from (values (15, 1051), (15, 1052), (15, 434), (19, 513), (16, 432), (42, 605)) as pair (component, config);

insert into team_components (team_id, component_id, role, selector_id)
select pg_temp.id('team', team), pg_temp.id('component', component), 'owner', 'team-' || team
from (values (1, 2), (1, 21), (1, 22), (1, 3), (1, 33), (2, 15), (2, 16), (2, 17), (2, 171), (3, 1), (3, 11), (3, 12), (3, 13), (3, 14), (3, 18), (3, 19)) as owned (team, component);
