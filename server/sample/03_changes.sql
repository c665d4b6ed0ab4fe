-- Changes: the deployment that broke checkout twelve minutes ago, and two quieter weeks before.

insert into config_changes (id, config_id, external_change_id, external_created_by, change_type, severity, source, summary, diff, patches, details, created_by, created_at, count, first_observed)
values
  (pg_temp.id('change', 1), pg_temp.id('config', 105), 'checkout-generation-88', 'system:serviceaccount:flux-system:kustomize-controller', 'diff', '', 'diff',
   'metadata.labels.app.kubernetes.io/version, spec.template.spec.containers',
   E'--- before\n+++ after\n@@ -12,9 +12,9 @@\n     spec:\n       containers:\n         - name: checkout\n-          image: registry.quillmoor.example/checkout:4.18.2\n+          image: registry.quillmoor.example/checkout:4.19.0\n           resources:\n             limits:\n               cpu: "1"\n-              memory: 512Mi\n+              memory: 128Mi\n',
   '{"metadata": {"labels": {"app.kubernetes.io/version": "4.18.2"}}, "spec": {"template": {"spec": {"containers": [{"name": "checkout", "image": "registry.quillmoor.example/checkout:4.18.2", "resources": {"limits": {"cpu": "1", "memory": "512Mi"}}}]}}}}',
   null, null, now() - interval '12 minutes', 1, now() - interval '12 minutes'),
  (pg_temp.id('change', 2), pg_temp.id('config', 434), 'checkout-settings-19', 'hanneke@quillmoor.example', 'diff', '', 'diff', 'data.retries',
   E'--- before\n+++ after\n@@ -3,2 +3,2 @@\n   currency: GBP\n-  retries: "5"\n+  retries: "3"\n', '{"data": {"retries": "5"}}', null, pg_temp.id('person', 5), now() - interval '12 minutes 5 seconds', 1, now() - interval '12 minutes 5 seconds'),
  (pg_temp.id('change', 3), pg_temp.id('config', 513), 'media-bucket-policy', 'arn:aws:iam::100200300400:user/ravi', 'PutBucketPolicy', 'critical', 'CloudTrail', 'Bucket policy allows public read access', null, null,
   '{"eventName": "PutBucketPolicy", "eventSource": "s3.amazonaws.com", "userIdentity": {"arn": "arn:aws:iam::100200300400:user/ravi"}, "requestParameters": {"bucketName": "quillmoor-media"}}', pg_temp.id('person', 4), now() - interval '6 days 4 hours', 1, now() - interval '6 days 4 hours'),
  (pg_temp.id('change', 4), pg_temp.id('config', 602), null, 'lior@quillmoor.example', 'diff', '', 'diff', 'data.ברכה',
   E'--- before\n+++ after\n@@ -1,1 +1,1 @@\n-ברכה: שלום\n+ברכה: ברוכים הבאים\n', '{"data": {"ברכה": "שלום"}}', null, pg_temp.id('person', 7), now() - interval '40 days', 1, now() - interval '40 days');

insert into config_changes (id, config_id, external_created_by, change_type, severity, source, summary, details, created_at, count, first_observed)
select pg_temp.id('change', number), pg_temp.id('config', config), external_created_by, change_type, severity, source, summary,
  jsonb_build_object('reason', change_type, 'message', summary, 'type', case when severity in ('info', '') then 'Normal' else 'Warning' end, 'source', source),
  now() - last::interval, count, now() - coalesce(first, last)::interval
from (values
  -- checkout, from the new version to now
  (10, 439, null, 'ReconciliationSucceeded', 'info', 'kustomize-controller', 'Reconciliation finished, revision main@sha1:9f0c1de', '12 minutes', null, 1),
  (11, 105, null, 'ScalingReplicaSet', 'info', 'deployment-controller', 'Scaled up replica set checkout to 2', '11 minutes 58 seconds', null, 1),
  (12, 205, null, 'SuccessfulCreate', 'info', 'replicaset-controller', 'Created 2 pods', '11 minutes 57 seconds', null, 1),
  (13, 1051, null, 'Scheduled', 'info', 'default-scheduler', 'Assigned to harbour-2', '11 minutes 56 seconds', null, 1),
  (14, 1052, null, 'Scheduled', 'info', 'default-scheduler', 'Assigned to harbour-1', '11 minutes 56 seconds', null, 1),
  (15, 1051, null, 'Pulled', 'info', 'kubelet', 'Container image "registry.quillmoor.example/checkout:4.19.0" already present on machine', '3 minutes', '11 minutes 50 seconds', 7),
  (16, 1051, null, 'OOMKilling', 'high', 'kubelet', 'Memory cgroup out of memory: killed process 2471 (node)', '3 minutes', '11 minutes 31 seconds', 6),
  (17, 1052, null, 'OOMKilling', 'high', 'kubelet', 'Memory cgroup out of memory: killed process 1893 (node)', '2 minutes 40 seconds', '11 minutes 28 seconds', 6),
  (18, 1051, null, 'BackOff', 'medium', 'kubelet', 'Back-off restarting failed container checkout', '25 seconds', '11 minutes 20 seconds', 41),
  (19, 1052, null, 'BackOff', 'medium', 'kubelet', 'Back-off restarting failed container checkout', '40 seconds', '11 minutes 15 seconds', 38),
  (20, 1051, null, 'Unhealthy', 'medium', 'kubelet', 'Readiness probe failed: connect: connection refused', '1 minute', '11 minutes', 33),
  (21, 105, null, 'PlaybookScheduled', 'info', 'Playbook', 'Playbook: restart-deployment', '8 minutes', null, 1),
  (22, 444, null, 'SuccessfulDelete', 'info', 'replicaset-controller', 'Deleted 2 pods', '11 minutes 40 seconds', null, 1),
  -- media, for two days
  (30, 112, null, 'ScalingReplicaSet', 'info', 'deployment-controller', 'Scaled up replica set media to 1', '2 days', null, 1),
  (31, 1121, null, 'Failed', 'high', 'kubelet', 'Failed to pull image "registry.quillmoor.example/media:0.9.14": not found', '4 minutes', '2 days', 574),
  (32, 1121, null, 'BackOff', 'medium', 'kubelet', 'Back-off pulling image "registry.quillmoor.example/media:0.9.14"', '50 seconds', '2 days', 12906),
  -- cart, restarting for eighteen hours
  (40, 1041, null, 'Unhealthy', 'medium', 'kubelet', 'Liveness probe failed: HTTP probe failed with statuscode: 500', '3 minutes', '18 hours', 168),
  (41, 1042, null, 'Killing', 'info', 'kubelet', 'Container cart failed liveness probe, will be restarted', '55 minutes', '17 hours', 14),
  (42, 442, null, 'FailedMount', 'low', 'kubelet', 'Unable to attach or mount volumes: timed out waiting for the condition', '18 hours', null, 2),
  -- search, since the campaign began
  (50, 433, null, 'SuccessfulRescale', 'info', 'horizontal-pod-autoscaler', 'New size: 2; reason: cpu resource utilization above target', '26 hours', null, 1),
  (51, 433, null, 'FailedGetScale', 'medium', 'horizontal-pod-autoscaler', 'the desired replica count is more than the maximum replica count', '2 minutes', '25 hours', 200),
  -- clusters and nodes
  (60, 23, 'tomasz@quillmoor.example', 'NodeNotSchedulable', 'low', 'kubelet', 'Node harbour-3 status is now: NodeNotSchedulable', '1 hour', null, 1),
  (61, 24, null, 'NodeNotReady', 'high', 'node-controller', 'Node dockyard-1 status is now: NodeNotReady', '3 days', null, 1),
  (62, 438, null, 'UpgradeSucceeded', 'info', 'helm-controller', 'Helm upgrade succeeded for release platform/ingress-nginx', '22 days', null, 1),
  (63, 432, null, 'Issuing', 'info', 'cert-manager', 'Renewal was scheduled, but the order is pending', '6 hours', '5 days', 20),
  (64, 436, 'tomasz@quillmoor.example', 'Suspended', 'low', 'cronjob-controller', 'Suspended since the move to the new bucket', '16 days', null, 1),
  (65, 440, null, 'Unhealthy', 'high', 'kubelet', 'Readiness probe failed: too many clients already', '3 days 1 hour', '3 days 2 hours', 13),
  -- the cloud account
  (70, 510, 'arn:aws:iam::100200300400:user/tomasz', 'DetachVolume', 'info', 'CloudTrail', 'Volume detached from i-0a11', '40 days', null, 1),
  (71, 509, 'arn:aws:iam::100200300400:user/tomasz', 'AuthorizeSecurityGroupIngress', 'medium', 'CloudTrail', 'Port 443 opened to 0.0.0.0/0', '16 days', null, 1),
  (72, 512, 'arn:aws:iam::100200300400:role/maintenance', 'ModifyDBInstance', 'info', 'CloudTrail', 'Backup window moved to 04:00', '2 hours', null, 1),
  (73, 515, 'arn:aws:iam::100200300400:role/harbour-node', 'AssumeRole', 'info', 'CloudTrail', null, '11 minutes', '9 days', 2160),
  (74, 516, 'github-actions', 'UpdateFunctionCode', 'info', 'CloudTrail', 'New code for resize-images', '50 days', null, 1),
  (75, 513, 'arn:aws:iam::100200300400:user/ines', 'PutPublicAccessBlock', 'info', 'CloudTrail', 'Public access blocked', '6 days 1 hour', null, 1),
  (76, 506, 'system', 'EC2InstanceRebootScheduled', 'low', 'CloudTrail', 'Reboot planned for a kernel update', '1 day', null, 1),
  -- deleted, from an agent, and without any text
  (80, 604, 'colm@quillmoor.example', 'ScalingReplicaSet', 'info', 'deployment-controller', 'Scaled down replica set gift-cards to 0', '129 days', null, 1),
  (81, 605, null, 'OutOfLabels', 'medium', 'printer', 'Out of labels 📦', '50 minutes', '51 minutes', 3),
  (82, 603, null, null, null, null, null, '19 days', null, 1)
) as change (number, config, external_created_by, change_type, severity, source, summary, last, first, count);

-- Regular deployments: three earlier versions of every service.
insert into config_changes (id, config_id, external_change_id, external_created_by, change_type, severity, source, summary, diff, patches, created_at, first_observed)
select pg_temp.id('change', d.number * 10 + age), pg_temp.id('config', d.number), format('%s-generation-%s', d.name, 80 - age),
  'system:serviceaccount:flux-system:kustomize-controller', 'diff', '', 'diff', 'spec.template.spec.containers',
  format(E'--- before\n+++ after\n@@ -14,1 +14,1 @@\n-          image: registry.quillmoor.example/%1$s:%2$s.%3$s\n+          image: registry.quillmoor.example/%1$s:%2$s.%4$s\n', d.name, split_part(d.version, '.', 1), 9 - age, 10 - age),
  jsonb_build_object('spec', jsonb_build_object('template', jsonb_build_object('spec', jsonb_build_object('containers', jsonb_build_array(jsonb_build_object('image', format('registry.quillmoor.example/%s:%s.%s', d.name, split_part(d.version, '.', 1), 9 - age))))))),
  moment, moment
from sample_deployment d
cross join generate_series(1, 3) as age
cross join lateral (select now() - (age * 4 - 2.5) * interval '1 day' - (d.number % 12) * interval '97 minutes' as moment) at
where d.number < 120;

-- A backup every night, and a reconciliation without further changes.
insert into config_changes (id, config_id, change_type, severity, source, summary, details, created_at, count, first_observed)
select pg_temp.id('change', 2000 + night), pg_temp.id('config', 435), 'Completed', 'info', 'job-controller', format('Job nightly-backup-%s completed', 20410 - night), '{"reason": "Completed"}', moment, 1, moment
from generate_series(0, 13) as night
cross join lateral (select now() - interval '5 hours' - night * interval '1 day' as moment) at;

-- Insights.
insert into config_analysis (id, config_id, scraper_id, created_by, source, analyzer, analysis_type, severity, summary, status, message, analysis, first_observed, last_observed)
values
  (pg_temp.id('insight', 1), pg_temp.id('config', 105), pg_temp.id('scraper', 1), null, 'Kubernetes', 'container-oom-killed', 'availability', 'critical', 'checkout: OOMKilled', 'open', 'Container <b>checkout</b> exceeded its memory limit of 128Mi 12 times.<br><br>The previous version used 210Mi.', '{"container": "checkout", "limit": "128Mi", "used": "128Mi", "usedBefore": "210Mi"}', now() - interval '11 minutes', now() - interval '2 minutes'),
  (pg_temp.id('insight', 2), pg_temp.id('config', 112), pg_temp.id('scraper', 1), null, 'Kubernetes', 'image-not-found', 'reliability', 'high', 'media: image not found', 'open', 'registry.quillmoor.example/media:0.9.14 not found. The latest tag is 0.9.13.', '{"image": "media:0.9.14", "latest": "0.9.13"}', now() - interval '2 days', now() - interval '3 minutes'),
  (pg_temp.id('insight', 3), pg_temp.id('config', 432), pg_temp.id('scraper', 1), null, 'Kubernetes', 'certificate-expiry', 'availability', 'medium', 'payments.quillmoor.example expires in 9 days', 'open', 'The certificate should have been renewed 6 days ago.', '{"renewBefore": "360h"}', now() - interval '5 days', now() - interval '3 minutes'),
  (pg_temp.id('insight', 4), pg_temp.id('config', 513), pg_temp.id('scraper', 3), null, 'AWS Config', 's3-bucket-public-read-prohibited', 'security', 'critical', 'S3 bucket quillmoor-media is publicly readable', 'resolved', 'The bucket policy allows <code>s3:GetObject</code> to <code>*</code>.', '{"rule": "s3-bucket-public-read-prohibited"}', now() - interval '6 days 4 hours', now() - interval '6 days 1 hour'),
  (pg_temp.id('insight', 5), pg_temp.id('config', 510), pg_temp.id('scraper', 3), null, 'AWS Trusted Advisor', 'Underutilized Amazon EBS Volumes', 'cost', 'low', 'Unattached EBS volume, 200 GiB', 'open', 'Estimated cost: 17.60 per month.', '{"monthly": 17.6}', now() - interval '33 days', now() - interval '24 minutes'),
  (pg_temp.id('insight', 6), pg_temp.id('config', 503), pg_temp.id('scraper', 3), null, 'AWS Config', 'eks-endpoint-no-public-access', 'security', 'medium', 'EKS endpoint is publicly accessible', 'silenced', 'Accepted until the VPN is replaced.', null, now() - interval '150 days', now() - interval '24 minutes'),
  (pg_temp.id('insight', 7), pg_temp.id('config', 509), pg_temp.id('scraper', 3), null, 'AWS Config', 'vpc-sg-open-only-to-authorized-ports', 'compliance', 'high', 'Port 443 is open to 0.0.0.0/0', 'open', 'Opened 16 days ago by tomasz.', null, now() - interval '16 days', now() - interval '24 minutes'),
  (pg_temp.id('insight', 8), pg_temp.id('config', 103), pg_temp.id('scraper', 1), null, 'Kubernetes', 'autoscaler-at-maximum', 'performance', 'high', 'search: 4 replicas desired, maximum is 2', 'open', 'CPU above target for 25 hours.', '{"desired": 4, "maximum": 2}', now() - interval '25 hours', now() - interval '3 minutes'),
  (pg_temp.id('insight', 9), pg_temp.id('config', 102), pg_temp.id('scraper', 1), null, 'Trivy', 'AVD-KSV-0014', 'security', 'low', 'Root file system is writable', 'open', null, '{"container": "catalogue"}', now() - interval '70 days', now() - interval '9 hours'),
  (pg_temp.id('insight', 10), pg_temp.id('config', 106), pg_temp.id('scraper', 1), null, 'Trivy', 'QSA-2025-0117', 'security', 'high', 'libink 3.0.2: known vulnerability', 'open', 'libink 3.0.2 is affected. Fixed in 3.0.8.', '{"package": "libink", "installed": "3.0.2", "fixed": "3.0.8"}', now() - interval '12 days', now() - interval '9 hours'),
  (pg_temp.id('insight', 11), pg_temp.id('config', 107), pg_temp.id('scraper', 1), null, 'Trivy', 'QSA-2025-0117', 'security', 'high', 'libink 3.0.2: known vulnerability', 'resolved', 'libink 3.0.2 is affected. Fixed in 3.0.8.', '{"package": "libink", "installed": "3.0.2", "fixed": "3.0.8"}', now() - interval '12 days', now() - interval '4 days'),
  (pg_temp.id('insight', 12), pg_temp.id('config', 436), pg_temp.id('scraper', 1), null, 'Kubernetes', 'cronjob-suspended', 'technical_debt', 'low', 'weekly-export has been suspended for 16 days', 'open', null, null, now() - interval '9 days', now() - interval '3 minutes'),
  (pg_temp.id('insight', 13), pg_temp.id('config', 516), pg_temp.id('scraper', 3), null, 'AWS Trusted Advisor', 'Low Utilization', 'recommendation', 'info', 'resize-images: memory is over-provisioned', 'closed', '', '{}', now() - interval '58 days', now() - interval '8 days'),
  (pg_temp.id('insight', 14), pg_temp.id('config', 602), null, pg_temp.id('person', 7), 'ידני', 'תרגום-חסר', 'other', 'info', 'חסר תרגום לשלושה טקסטים', 'open', 'מספר הטקסטים: 3', null, now() - interval '39 days', now() - interval '39 days'),
  -- Written by a client that omitted the first time: Go's zero time.
  (pg_temp.id('insight', 15), pg_temp.id('config', 605), pg_temp.id('scraper', 5), null, 'printer', 'out-of-labels', null, null, null, 'open', null, null, '0001-01-01 00:00:00+00', '0001-01-01 00:00:00+00');
