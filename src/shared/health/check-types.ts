/**
 * Keys of a canary spec that contain checks, with the type in the `checks` table. All other keys are settings of the
 * canary.
 */
export const typeByKey: ReadonlyMap<string, string> = new Map([
  ...[
    'http tcp icmp dns postgres mysql mssql mongodb redis elasticsearch opensearch prometheus alertmanager exec kubernetes',
    'pod namespace s3 folder helm dockerPush containerdPush gitProtocol github junit jmeter restic ldap pubsub argo',
    'dynatrace cloudwatch catalog webhook',
  ]
    .join(' ')
    .split(' ')
    .map((key) => [key, key] as const),
  ['docker', 'dockerPull'],
  ['containerd', 'containerdPull'],
  ['kubernetesResource', 'kubernetes_resource'],
  ['azureDevops', 'azuredevops'],
  ['databaseBackup', 'databasebackupcheck'],
  ['awsConfig', 'awsconfig'],
  ['awsConfigRule', 'awsconfigrule'],
])
