-- The catalog: two clusters, a cloud account, and a few unusual scraped items.

insert into config_scrapers (id, name, namespace, description, spec, source, created_by, agent_id, created_at, updated_at, deleted_at)
values
  (pg_temp.id('scraper', 1), 'harbour', 'mission-control', 'Everything in the production cluster', '{"schedule": "@every 5m", "kubernetes": [{"clusterName": "harbour", "exclusions": {"kinds": ["Secret", "Endpoints"]}}]}', 'KubernetesCRD', null, default, now() - interval '200 days', now() - interval '31 days', null),
  (pg_temp.id('scraper', 2), 'dockyard', 'mission-control', 'Everything in the staging cluster', '{"schedule": "@every 15m", "kubernetes": [{"clusterName": "dockyard"}]}', 'KubernetesCRD', null, default, now() - interval '44 days', null, null),
  (pg_temp.id('scraper', 3), 'cloud', 'default', 'The AWS account of the shop', '{"schedule": "@every 1h", "retention": {"changes": [{"name": "AssumeRole", "age": "3d"}]}, "aws": [{"region": ["eu-west-1"], "connection": "connection://default/aws-audit", "costReporting": {"table": "costs"}}]}', 'UI', pg_temp.id('person', 2), default, now() - interval '190 days', now() - interval '12 days', null),
  (pg_temp.id('scraper', 4), 'price-lists', 'default', 'Price lists of the suppliers, from the back office', '{"schedule": "@every 1h", "sql": [{"connection": "connection://default/back-office", "query": "select * from price_list", "type": "Supplier::PriceList", "id": "$.id", "name": "$.supplier"}]}', 'UI', pg_temp.id('person', 4), default, now() - interval '20 days', now() - interval '6 days', null),
  (pg_temp.id('scraper', 5), 'depot', 'depot', null, '{"schedule": "@every 10m", "file": [{"type": "Depot::LabelPrinter", "id": "$.serial", "paths": ["/etc/printers/*.json"]}]}', 'ConfigFile', null, pg_temp.id('agent', 1), now() - interval '118 days', null, null),
  (pg_temp.id('scraper', 6), 'old-cluster', 'mission-control', 'Switched off', '{"kubernetes": [{"clusterName": "jetty"}]}', 'UI', pg_temp.id('person', 11), default, now() - interval '390 days', now() - interval '44 days', now() - interval '44 days');

-- Clusters, namespaces and nodes. Paths name every ancestor and the item itself.
insert into config_items (id, scraper_id, config_class, type, name, status, health, ready, description, external_id, labels, tags, properties, parent_id, path, config, cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at, last_scraped_time)
select pg_temp.id('config', number), pg_temp.id('scraper', scraper), class, 'Kubernetes::' || class, name, status, health, ready, description,
  array['kubernetes/' || cluster || '/' || lower(class) || '/' || name], labels::jsonb,
  jsonb_strip_nulls(jsonb_build_object('cluster', cluster, 'namespace', case when class = 'Namespace' then name end)), properties::jsonb,
  pg_temp.id('config', parent),
  concat_ws('.', pg_temp.id('config', parent), pg_temp.id('config', number)),
  jsonb_build_object('apiVersion', 'v1', 'kind', class, 'metadata', jsonb_build_object('name', name, 'labels', labels::jsonb)),
  cost, cost * 7, cost * 30, now() - interval '200 days' + number * interval '1 minute', now() - interval '9 days', now() - interval '3 minutes'
from (values
  (1, 1, null::int, 'Cluster', 'harbour', 'harbour', 'Healthy', 'healthy', true, null, '{"environment": "production"}', '[{"name": "version", "text": "v1.33.2", "headline": true}, {"name": "nodes", "value": 3}]', 61.40),
  (2, 2, null, 'Cluster', 'dockyard', 'dockyard', 'Healthy', 'warning', true, '1 of 1 node is not ready', '{"environment": "staging"}', '[{"name": "version", "text": "v1.34.0", "headline": true}, {"name": "nodes", "value": 1}]', 4.10),
  (11, 1, 1, 'Namespace', 'harbour', 'shop', 'Active', 'healthy', true, null, '{"team": "storefront"}', null, null),
  (12, 1, 1, 'Namespace', 'harbour', 'payments', 'Active', 'healthy', true, null, '{"team": "payments", "pci": "yes"}', null, null),
  (13, 1, 1, 'Namespace', 'harbour', 'platform', 'Active', 'healthy', true, null, '{"team": "platform"}', null, null),
  (14, 2, 2, 'Namespace', 'dockyard', 'shop', 'Active', 'healthy', true, null, '{"team": "storefront"}', null, null),
  (21, 1, 1, 'Node', 'harbour', 'harbour-1', 'Healthy', 'healthy', true, null, '{"node.kubernetes.io/instance-type": "m7g.xlarge", "topology.kubernetes.io/zone": "eu-west-1a"}', '[{"name": "cpu", "value": 2310, "max": 4000, "unit": "millicores", "headline": true}, {"name": "memory", "value": 11274289152, "max": 17179869184, "unit": "bytes", "headline": true}]', 4.55),
  (22, 1, 1, 'Node', 'harbour', 'harbour-2', 'Healthy', 'healthy', true, null, '{"node.kubernetes.io/instance-type": "m7g.xlarge", "topology.kubernetes.io/zone": "eu-west-1b"}', '[{"name": "cpu", "value": 1870, "max": 4000, "unit": "millicores", "headline": true}, {"name": "memory", "value": 9663676416, "max": 17179869184, "unit": "bytes", "headline": true}]', 4.55),
  (23, 1, 1, 'Node', 'harbour', 'harbour-3', 'SchedulingDisabled', 'warning', true, 'Cordoned for a kernel update', '{"node.kubernetes.io/instance-type": "m7g.xlarge", "topology.kubernetes.io/zone": "eu-west-1c"}', '[{"name": "cpu", "value": 640, "max": 4000, "unit": "millicores", "headline": true}, {"name": "memory", "value": 3221225472, "max": 17179869184, "unit": "bytes", "headline": true}]', 4.55),
  (24, 2, 2, 'Node', 'dockyard', 'dockyard-1', 'NotReady', 'unhealthy', false, 'Kubelet stopped posting node status.', '{"node.kubernetes.io/instance-type": "t4g.large"}', null, 1.60)
) as item (number, scraper, parent, class, cluster, name, status, health, ready, description, labels, properties, cost);

-- The twelve services of the shop. The deployments are defined once here; replica sets, pods and services are derived.
create temporary table sample_deployment (
  number int, namespace int, name text, team text, version text, replicas int, status text, health text, pod_status text, restarts int, description text, cost numeric
) on commit drop;
insert into sample_deployment
values
  (101, 11, 'storefront', 'storefront', '12.4.1', 3, 'Running', 'healthy', 'Running', 0, null, 3.10),
  (102, 11, 'catalogue', 'storefront', '7.0.3', 2, 'Running', 'healthy', 'Running', 0, null, 2.20),
  (103, 11, 'search', 'storefront', '3.18.0', 2, 'Scaling', 'warning', 'Running', 1, 'At maximum replicas: 2 of 2', 5.75),
  (104, 11, 'cart', 'storefront', '5.9.2', 2, 'Running', 'warning', 'Running', 14, 'Restarted 14 times in 18 hours', 1.35),
  (105, 12, 'checkout', 'payments', '4.19.0', 2, 'Rollout Failed', 'unhealthy', 'CrashLoopBackOff', 6, 'Deployment "checkout" exceeded its progress deadline', 1.90),
  (106, 12, 'payments', 'payments', '9.2.0', 3, 'Running', 'healthy', 'Running', 0, null, 2.85),
  (107, 12, 'orders', 'payments', '6.6.4', 2, 'Running', 'healthy', 'Running', 0, null, 2.05),
  (108, 13, 'inventory', 'platform', '2.31.0', 2, 'Running', 'healthy', 'Running', 0, null, 1.15),
  (109, 13, 'shipping', 'platform', '1.12.7', 1, 'Running', 'healthy', 'Running', 0, null, 0.75),
  (110, 11, 'accounts', 'storefront', '8.1.0', 2, 'Running', 'healthy', 'Running', 0, null, 1.25),
  (111, 13, 'mailer', 'platform', '2.2.2', 1, 'Running', 'healthy', 'Running', 0, null, 0.40),
  (112, 11, 'media', 'storefront', '0.9.14', 1, 'Rolling Out', 'unhealthy', 'ImagePullBackOff', 0, 'Back-off pulling image "registry.quillmoor.example/media:0.9.14"', 0.95),
  (121, 14, 'storefront', 'storefront', '12.5.0-rc.2', 1, 'Running', 'healthy', 'Running', 0, null, 0.60),
  (122, 14, 'search', 'storefront', '3.19.0-rc.1', 1, 'Running', 'healthy', 'Running', 2, null, 0.80),
  (123, 14, 'checkout', 'payments', '4.19.0', 1, 'Scaled to Zero', null, 'Terminating', 0, null, null);

insert into config_items (id, scraper_id, config_class, type, name, status, health, ready, description, external_id, labels, tags, properties, parent_id, path, config, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at, last_scraped_time)
select pg_temp.id('config', d.number), space.scraper_id, 'Deployment', 'Kubernetes::Deployment', d.name, d.status, d.health, d.health is distinct from 'unhealthy', d.description,
  array['6d1c' || d.number || '-deployment'],
  jsonb_build_object('app', d.name, 'team', d.team, 'app.kubernetes.io/version', d.version),
  space.tags,
  jsonb_build_array(
    jsonb_build_object('name', 'replicas', 'value', d.replicas, 'headline', true),
    jsonb_build_object('name', 'version', 'text', d.version, 'headline', true),
    jsonb_build_object('name', 'Image', 'text', format('registry.quillmoor.example/%s:%s', d.name, d.version))
  ),
  space.id, space.path || '.' || pg_temp.id('config', d.number),
  jsonb_build_object(
    'apiVersion', 'apps/v1', 'kind', 'Deployment',
    'metadata', jsonb_build_object('name', d.name, 'namespace', space.name, 'labels', jsonb_build_object('app', d.name, 'team', d.team)),
    'spec', jsonb_build_object(
      'replicas', d.replicas,
      'selector', jsonb_build_object('matchLabels', jsonb_build_object('app', d.name)),
      'template', jsonb_build_object('spec', jsonb_build_object('containers', jsonb_build_array(jsonb_build_object(
        'name', d.name,
        'image', format('registry.quillmoor.example/%s:%s', d.name, d.version),
        'resources', jsonb_build_object('limits', jsonb_build_object('cpu', '1', 'memory', case when d.number = 105 then '128Mi' else '512Mi' end))
      ))))
    )
  ),
  d.cost / 1440, d.cost, d.cost * 7, d.cost * 30,
  now() - interval '180 days' + d.number * interval '1 hour',
  case d.number when 105 then now() - interval '12 minutes' when 112 then now() - interval '2 days' else now() - (d.number % 9 + 1) * interval '1 day' end,
  now() - interval '3 minutes'
from sample_deployment d
join config_items space on space.id = pg_temp.id('config', d.namespace);

-- Replica set 205 belongs to deployment 105, its pods are 1051 and 1052, its service is 405.
insert into config_items (id, scraper_id, config_class, type, name, status, health, ready, external_id, labels, tags, properties, parent_id, path, config, created_at, updated_at, last_scraped_time)
select pg_temp.id('config', d.number + 100), deployment.scraper_id, 'ReplicaSet', 'Kubernetes::ReplicaSet', d.name || '-' || substr(md5(d.name || d.version), 1, 9),
  case when d.health = 'unhealthy' then 'Failed Create' else 'Running' end, d.health, d.health is distinct from 'unhealthy',
  array['7e2d' || d.number || '-replicaset'], deployment.labels, deployment.tags, null,
  deployment.id, deployment.path || '.' || pg_temp.id('config', d.number + 100),
  jsonb_build_object('apiVersion', 'apps/v1', 'kind', 'ReplicaSet', 'metadata', jsonb_build_object('namespace', deployment.tags ->> 'namespace'), 'spec', jsonb_build_object('replicas', d.replicas)),
  deployment.updated_at, deployment.updated_at, now() - interval '3 minutes'
from sample_deployment d
join config_items deployment on deployment.id = pg_temp.id('config', d.number);

insert into config_items (id, scraper_id, config_class, type, name, status, health, ready, description, external_id, labels, tags, properties, parent_id, path, config, created_at, updated_at, last_scraped_time)
select pg_temp.id('config', d.number * 10 + replica), owner.scraper_id, 'Pod', 'Kubernetes::Pod', owner.name || '-' || substr(md5(owner.name || replica), 1, 5),
  d.pod_status, case when d.health = 'unhealthy' then 'unhealthy' when d.restarts > 9 then 'warning' when d.health is null then 'unknown' else 'healthy' end, d.health is distinct from 'unhealthy',
  case d.number when 105 then 'Back-off 5m0s restarting failed container=checkout' when 112 then d.description end,
  array['8f3e' || d.number || replica || '-pod'],
  owner.labels || jsonb_build_object('pod-template-hash', substr(md5(d.name || d.version), 1, 9)), owner.tags,
  jsonb_build_array(
    jsonb_build_object('name', 'restarts', 'value', d.restarts),
    jsonb_build_object('name', 'memory', 'value', 41943040 + d.number * 1048576, 'max', 536870912, 'unit', 'bytes', 'headline', true),
    jsonb_build_object('name', 'node', 'text', 'harbour-' || (replica % 2 + 1))
  ),
  owner.id, owner.path || '.' || pg_temp.id('config', d.number * 10 + replica),
  jsonb_build_object(
    'apiVersion', 'v1', 'kind', 'Pod',
    'metadata', jsonb_build_object('namespace', owner.tags ->> 'namespace', 'labels', owner.labels),
    'status', jsonb_build_object('phase', case when d.pod_status = 'Running' then 'Running' else 'Pending' end, 'restartCount', d.restarts)
  ),
  owner.created_at + replica * interval '4 seconds', case when d.health = 'unhealthy' then owner.created_at + interval '1 minute' else now() - least(interval '30 seconds' * d.number, now() - owner.created_at - interval '1 minute') end, now() - interval '3 minutes'
from sample_deployment d
join config_items owner on owner.id = pg_temp.id('config', d.number + 100)
cross join lateral generate_series(1, d.replicas) as replica
where d.number <> 123;

insert into config_items (id, scraper_id, config_class, type, name, external_id, labels, tags, parent_id, path, config, created_at, updated_at, last_scraped_time)
select pg_temp.id('config', d.number + 300), space.scraper_id, 'Service', 'Kubernetes::Service', d.name, array['9a4f' || d.number || '-service'],
  jsonb_build_object('app', d.name, 'team', d.team), space.tags, space.id, space.path || '.' || pg_temp.id('config', d.number + 300),
  jsonb_build_object('apiVersion', 'v1', 'kind', 'Service', 'metadata', jsonb_build_object('name', d.name, 'namespace', space.name), 'spec', jsonb_build_object('type', 'ClusterIP', 'ports', jsonb_build_array(jsonb_build_object('port', 80)))),
  now() - interval '180 days', now() - interval '60 days', now() - interval '3 minutes'
from sample_deployment d
join config_items space on space.id = pg_temp.id('config', d.namespace)
where d.number < 120;

-- The rest of the production cluster.
insert into config_items (id, scraper_id, config_class, type, name, status, health, ready, description, external_id, labels, tags, properties, parent_id, path, config, created_at, updated_at, last_scraped_time)
select pg_temp.id('config', number), pg_temp.id('scraper', 1), class, 'Kubernetes::' || class, item.name, item.status, item.health, item.ready, item.description,
  array['a0b0' || number], item.labels::jsonb, owner.tags, item.properties::jsonb, owner.id, owner.path || '.' || pg_temp.id('config', number),
  jsonb_build_object('kind', class, 'metadata', jsonb_build_object('name', item.name, 'namespace', owner.tags ->> 'namespace')) || coalesce(spec::jsonb, '{}'),
  now() - interval '240 days' + number * interval '3 hours', now() - updated::interval, now() - interval '3 minutes'
from (values
  (431, 11, 'Ingress', 'shop', 'Running', 'healthy', true, null, '{"team": "storefront"}', null, '{"spec": {"rules": [{"host": "shop.quillmoor.example"}]}}', '30 days'),
  (432, 12, 'Certificate', 'payments-quillmoor-example', 'Issued', 'warning', true, 'Expires in 9 days and has not been renewed', '{"team": "payments"}', null, '{"spec": {"dnsNames": ["payments.quillmoor.example"], "renewBefore": "360h"}}', '81 days'),
  (433, 11, 'HorizontalPodAutoscaler', 'search', 'Running', 'warning', true, 'The desired replica count is more than the maximum replica count', '{"team": "storefront"}', null, '{"spec": {"minReplicas": 1, "maxReplicas": 2}}', '26 hours'),
  (434, 12, 'ConfigMap', 'checkout-settings', null, null, null, null, '{"team": "payments"}', null, '{"data": {"currency": "GBP", "retries": "3"}}', '12 minutes'),
  (435, 13, 'CronJob', 'nightly-backup', 'Active', 'healthy', true, null, '{"team": "platform"}', null, '{"spec": {"schedule": "0 1 * * *"}}', '5 hours'),
  (436, 13, 'CronJob', 'weekly-export', 'Suspended', 'warning', true, 'Suspended since the move to the new bucket', '{"team": "platform"}', null, '{"spec": {"schedule": "0 3 * * 0", "suspend": true}}', '16 days'),
  (437, 12, 'PersistentVolumeClaim', 'orders-db-data', 'Bound', 'healthy', true, null, '{"app": "orders-db"}', '[{"name": "storage", "value": 64424509440, "max": 107374182400, "unit": "bytes", "headline": true}]', null, '170 days'),
  (438, 13, 'HelmRelease', 'ingress-nginx', 'Ready', 'healthy', true, null, null, null, '{"spec": {"chart": {"spec": {"version": "4.13.2"}}}}', '22 days'),
  (439, 13, 'Kustomization', 'apps', 'Ready', 'healthy', true, 'Applied revision: main@sha1:9f0c1de', null, null, '{"spec": {"path": "./apps/harbour", "interval": "5m"}}', '12 minutes'),
  (440, 12, 'StatefulSet', 'orders-db', 'Running', 'healthy', true, null, '{"app": "orders-db", "team": "payments"}', '[{"name": "replicas", "value": 1, "headline": true}]', '{"spec": {"replicas": 1}}', '3 days'),
  (442, 11, 'StatefulSet', 'sessions', 'Running', 'healthy', true, null, '{"app": "sessions", "team": "storefront"}', '[{"name": "replicas", "value": 1, "headline": true}]', '{"spec": {"replicas": 1}}', '48 days'),
  (444, 12, 'ReplicaSet', 'checkout-5f7b9c4d6', 'Scaled to Zero', null, true, null, '{"app": "checkout"}', null, '{"spec": {"replicas": 0}}', '12 minutes'),
  (601, 11, 'ConfigMap', 'storefront-feature-switches-for-the-seasonal-campaign-with-free-gift-wrapping-and-a-hand-written-note', null, null, null, null, '{"app.kubernetes.io/managed-by": "a-controller-whose-name-is-longer-than-any-column-that-it-will-ever-be-shown-in"}', null, '{"data": {"giftWrapping": "on"}}', '11 days'),
  (602, 11, 'ConfigMap', 'הגדרות-חנות', null, null, null, 'טקסטים של החנות בעברית', '{"language": "he"}', null, '{"data": {"ברכה": "ברוכים הבאים"}}', '40 days')
) as item (number, parent, class, name, status, health, ready, description, labels, properties, spec, updated)
join config_items owner on owner.id = pg_temp.id('config', item.parent);

insert into config_items (id, scraper_id, config_class, type, name, status, health, ready, external_id, labels, tags, parent_id, path, created_at, updated_at, last_scraped_time)
select pg_temp.id('config', number), owner.scraper_id, 'Pod', 'Kubernetes::Pod', owner.name || '-0', 'Running', 'healthy', true, array['b0c0' || number], owner.labels, owner.tags,
  owner.id, owner.path || '.' || pg_temp.id('config', number), now() - interval '48 days', now() - interval '3 days', now() - interval '3 minutes'
from (values (441, 440), (443, 442)) as item (number, parent)
join config_items owner on owner.id = pg_temp.id('config', item.parent);

-- The cloud account.
insert into config_items (id, scraper_id, config_class, type, name, status, health, ready, description, external_id, labels, tags, properties, parent_id, path, config, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at, last_scraped_time)
select pg_temp.id('config', number), pg_temp.id('scraper', 3), class, 'AWS::' || type, name, status, health, health is distinct from 'unhealthy', description, array[external],
  labels::jsonb, jsonb_strip_nulls(jsonb_build_object('account', '100200300400', 'region', case when number > 501 then 'eu-west-1' end, 'zone', zone)), properties::jsonb,
  pg_temp.id('config', parent),
  case when number = 501 then '' when number = 502 then pg_temp.id('config', 501) || '.' else pg_temp.id('config', 501) || '.' || pg_temp.id('config', 502) || '.' end || pg_temp.id('config', number),
  config::jsonb, cost / 1440, cost, cost * 7, cost * 30, now() - interval '191 days' + number * interval '1 minute', now() - updated::interval, now() - interval '24 minutes'
from (values
  (501, null::int, 'Account', 'Account', 'quillmoor', null, null, null, '100200300400', null, null, null, '{"Id": "100200300400", "Email": "cloud@quillmoor.example"}', null::numeric, '190 days'),
  (502, 501, 'Region', 'Region', 'eu-west-1', null, null, null, 'eu-west-1', null, null, null, null, null, '190 days'),
  (503, 502, 'KubernetesCluster', 'EKS::Cluster', 'harbour', 'ACTIVE', 'healthy', null, 'arn:aws:eks:eu-west-1:100200300400:cluster/harbour', null, null, null, '{"version": "1.33", "endpointPublicAccess": true}', 2.40, '31 days'),
  (504, 502, 'VirtualMachine', 'EC2::Instance', 'harbour-1', 'running', 'healthy', null, 'i-0a11', 'eu-west-1a', '{"node": "harbour-1"}', '[{"name": "instance type", "text": "m7g.xlarge"}, {"name": "private ip", "text": "10.20.1.11"}]', '{"InstanceId": "i-0a11", "InstanceType": "m7g.xlarge"}', 4.55, '60 days'),
  (505, 502, 'VirtualMachine', 'EC2::Instance', 'harbour-2', 'running', 'healthy', null, 'i-0b22', 'eu-west-1b', '{"node": "harbour-2"}', '[{"name": "instance type", "text": "m7g.xlarge"}, {"name": "private ip", "text": "10.20.2.12"}]', '{"InstanceId": "i-0b22", "InstanceType": "m7g.xlarge"}', 4.55, '60 days'),
  (506, 502, 'VirtualMachine', 'EC2::Instance', 'harbour-3', 'running', 'healthy', null, 'i-0c33', 'eu-west-1c', '{"node": "harbour-3"}', '[{"name": "instance type", "text": "m7g.xlarge"}, {"name": "private ip", "text": "10.20.3.13"}]', '{"InstanceId": "i-0c33", "InstanceType": "m7g.xlarge"}', 4.55, '60 days'),
  (507, 502, 'VPC', 'EC2::VPC', 'quillmoor-main', 'available', null, null, 'vpc-0d44', null, null, null, '{"CidrBlock": "10.20.0.0/16"}', null, '190 days'),
  (508, 502, 'Subnet', 'EC2::Subnet', 'quillmoor-main-a', 'available', null, null, 'subnet-0e55', 'eu-west-1a', null, null, '{"CidrBlock": "10.20.1.0/24"}', null, '190 days'),
  (509, 502, 'SecurityGroup', 'EC2::SecurityGroup', 'harbour-nodes', null, null, null, 'sg-0f66', null, null, null, '{"IpPermissions": [{"FromPort": 443, "ToPort": 443}]}', null, '16 days'),
  (510, 502, 'DiskStorage', 'EBS::Volume', 'vol-0777', 'available', 'warning', 'Unattached for 40 days', 'vol-0777', 'eu-west-1a', null, '[{"name": "storage", "value": 214748364800, "unit": "bytes"}]', '{"Size": 200, "State": "available"}', 0.59, '40 days'),
  (511, 502, 'DiskStorage', 'EBS::Volume', 'orders-db-data', 'in-use', 'healthy', null, 'vol-0888', 'eu-west-1b', '{"app": "orders-db"}', '[{"name": "storage", "value": 107374182400, "unit": "bytes"}]', '{"Size": 100, "State": "in-use"}', 0.30, '170 days'),
  (512, 502, 'RelationalDatabase', 'RDS::DBInstance', 'back-office', 'backing-up', 'healthy', null, 'arn:aws:rds:eu-west-1:100200300400:db:back-office', 'eu-west-1a', null, '[{"name": "storage", "value": 32212254720, "max": 53687091200, "unit": "bytes", "headline": true}]', '{"Engine": "postgres", "EngineVersion": "16.4"}', 3.20, '2 hours'),
  (513, 502, 'ObjectStorage', 'S3::Bucket', 'quillmoor-media', null, null, null, 'arn:aws:s3:::quillmoor-media', null, '{"team": "storefront"}', '[{"name": "storage", "value": 1319413953331, "unit": "bytes", "headline": true}]', '{"PublicAccessBlock": true}', 1.05, '6 days'),
  (514, 502, 'ObjectStorage', 'S3::Bucket', 'quillmoor-backups', null, null, null, 'arn:aws:s3:::quillmoor-backups', null, '{"team": "platform"}', null, '{"Versioning": "Enabled"}', 0.42, '16 days'),
  (515, 502, 'Role', 'IAM::Role', 'harbour-node', null, null, null, 'arn:aws:iam::100200300400:role/harbour-node', null, null, null, '{"MaxSessionDuration": 3600}', null, '120 days'),
  (516, 502, 'Lamba', 'Lambda::Function', 'resize-images', 'Active', 'healthy', null, 'arn:aws:lambda:eu-west-1:100200300400:function:resize-images', null, '{"team": "storefront"}', null, '{"Runtime": "nodejs22.x"}', 0.07, '50 days'),
  (517, 502, 'Queue', 'SQS::Queue', 'mail', null, null, null, 'https://sqs.eu-west-1.example/100200300400/mail', null, '{"team": "platform"}', null, null, 0.01, '100 days'),
  (518, 502, 'LoadBalancer', 'ElasticLoadBalancingV2::LoadBalancer', 'harbour-ingress', 'active', 'healthy', null, 'arn:aws:elasticloadbalancing:eu-west-1:100200300400:loadbalancer/net/harbour-ingress', null, null, null, '{"Type": "network"}', 0.95, '120 days'),
  (519, 502, 'DNSZone', 'Route53::HostedZone', 'quillmoor.example', null, null, null, 'Z0QUILLMOOR', null, null, '[{"name": "records", "value": 41}]', null, 0.02, '33 days'),
  (520, 502, 'ContainerRegistry', 'ECR::Repository', 'media', null, null, null, 'arn:aws:ecr:eu-west-1:100200300400:repository/media', null, '{"team": "storefront"}', null, null, 0.03, '2 days')
) as item (number, parent, class, type, name, status, health, description, external, zone, labels, properties, config, cost, updated);

-- Unusual items: only required members, deleted, from an agent, and of a unique type.
insert into config_items (id, config_class, type, created_at, updated_at)
values (pg_temp.id('config', 603), 'Unknown', 'Supplier::PriceList', now() - interval '19 days', null);
insert into config_items (id, scraper_id, agent_id, config_class, type, name, status, health, ready, description, external_id, labels, tags, path, config, created_at, updated_at, last_scraped_time, deleted_at, delete_reason)
values
  (pg_temp.id('config', 604), pg_temp.id('scraper', 1), default, 'Deployment', 'Kubernetes::Deployment', 'gift-cards', 'Deleted', 'unknown', false, null, array['6d1c113-deployment'], '{"app": "gift-cards"}', '{"cluster": "harbour", "namespace": "shop"}', concat_ws('.', pg_temp.id('config', 1), pg_temp.id('config', 11), pg_temp.id('config', 604)), '{"kind": "Deployment", "metadata": {"name": "gift-cards", "namespace": "shop"}}', now() - interval '160 days', now() - interval '129 days', now() - interval '4 days', now() - interval '3 days', 'STALE'),
  (pg_temp.id('config', 605), pg_temp.id('scraper', 5), pg_temp.id('agent', 1), 'Printer', 'Depot::LabelPrinter', 'Label printer № 7, dock «Süd»', 'Error', 'unhealthy', false, 'Out of labels 📦', array['LP-0007'], '{"dock": "south"}', '{"depot": "leeds"}', pg_temp.id('config', 605)::text, '{"serial": "LP-0007", "labels": 0}', now() - interval '118 days', now() - interval '50 minutes', now() - interval '3 minutes', null, null),
  (pg_temp.id('config', 606), pg_temp.id('scraper', 5), pg_temp.id('agent', 1), 'Printer', 'Depot::LabelPrinter', 'Label printer № 8', 'Ready', 'healthy', true, null, array['LP-0008'], '{"dock": "north"}', '{"depot": "leeds"}', pg_temp.id('config', 606)::text, '{"serial": "LP-0008", "labels": 412}', now() - interval '118 days', now() - interval '2 days', now() - interval '3 minutes', null, null);

-- Soft relationships. Parents and children are related automatically.
insert into config_relationships (config_id, related_id, relation, selector_id, created_at, updated_at)
select pg_temp.id('config', d.number + 300), pod.id, 'ServicePod', null, pod.created_at, pod.created_at
from sample_deployment d
join config_items pod on pod.parent_id = pg_temp.id('config', d.number + 100)
where d.number < 120
union all
select node.id, pod.id, 'NodePod', null, pod.created_at, pod.created_at
from config_items pod
join lateral jsonb_array_elements(pod.properties) as entry (property) on property ->> 'name' = 'node'
join config_items node on node.type = 'Kubernetes::Node' and node.name = property ->> 'text'
where pod.type = 'Kubernetes::Pod' and pod.tags ->> 'cluster' = 'harbour'
union all
select pg_temp.id('config', parent), pg_temp.id('config', child), relation, null, now() - interval '120 days', now() - interval '120 days'
from (values
  (503, 1, 'EKSCluster'), (504, 21, 'EC2InstanceNode'), (505, 22, 'EC2InstanceNode'), (506, 23, 'EC2InstanceNode'),
  (507, 508, 'VPCSubnet'), (508, 504, 'SubnetInstance'), (509, 504, 'SecurityGroupInstance'), (509, 505, 'SecurityGroupInstance'),
  (515, 504, 'IAMRoleInstanceProfile'), (511, 437, 'EBSVolumeClaim'), (441, 437, 'PodPersistentVolumeClaim'), (505, 511, 'EC2InstanceVolume'),
  (431, 401, 'IngressService'), (431, 402, 'IngressService'), (431, 404, 'IngressService'), (518, 431, 'LBServiceIngress'),
  (439, 105, 'KustomizationDeployment'), (439, 106, 'KustomizationDeployment'), (434, 105, 'ConfigMapDeployment'),
  (433, 103, 'HorizontalPodAutoscalerDeployment'), (520, 112, 'RepositoryDeployment'), (513, 516, 'BucketFunction'), (519, 518, 'HostedZoneLoadBalancer')
) as related (parent, child, relation);
