import { type CheckType, defineCheckType } from '../check-type'

const codeOnly = (key: string, label: string, type = key): CheckType => defineCheckType({ key, label, type })

/** Types without a form. The embedded backend stores their checks, but does not run them. */
export default [
  codeOnly('alertmanager', 'Alertmanager'),
  codeOnly('argo', 'Argo'),
  codeOnly('awsConfig', 'AWS Config', 'awsconfig'),
  codeOnly('awsConfigRule', 'AWS Config rule', 'awsconfigrule'),
  codeOnly('azureDevops', 'Azure DevOps', 'azuredevops'),
  codeOnly('catalog', 'Catalog'),
  codeOnly('cloudwatch', 'CloudWatch'),
  codeOnly('containerd', 'Containerd pull', 'containerdPull'),
  codeOnly('containerdPush', 'Containerd push'),
  codeOnly('databaseBackup', 'Database backup', 'databasebackupcheck'),
  codeOnly('docker', 'Docker pull', 'dockerPull'),
  codeOnly('dockerPush', 'Docker push'),
  codeOnly('dynatrace', 'Dynatrace'),
  codeOnly('gitProtocol', 'Git protocol'),
  codeOnly('github', 'GitHub'),
  codeOnly('helm', 'Helm'),
  codeOnly('jmeter', 'JMeter'),
  codeOnly('junit', 'JUnit'),
  codeOnly('kubernetes', 'Kubernetes'),
  codeOnly('kubernetesResource', 'Kubernetes resource', 'kubernetes_resource'),
  codeOnly('ldap', 'LDAP'),
  codeOnly('namespace', 'Namespace'),
  codeOnly('pod', 'Pod'),
  codeOnly('pubsub', 'Pub/Sub'),
  codeOnly('restic', 'Restic'),
  codeOnly('s3', 'S3'),
  codeOnly('webhook', 'Webhook'),
]
