/**
 * The keys of a canary spec that hold checks, with the type that their rows in `checks` get. Keys not listed here are
 * settings of the canary itself.
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
