import { capital } from '@/shared/format'
import { typeByKey } from '@/shared/health/check-types'
import { isRecord } from '@/shared/document/value'

/** Labels of check types that differ from the capitalised key. */
const labels = new Map([
  ['http', 'HTTP'],
  ['tcp', 'TCP'],
  ['icmp', 'ICMP'],
  ['dns', 'DNS'],
  ['postgres', 'PostgreSQL'],
  ['mysql', 'MySQL'],
  ['mssql', 'SQL Server'],
  ['mongodb', 'MongoDB'],
  ['opensearch', 'OpenSearch'],
  ['exec', 'Script'],
  ['kubernetesResource', 'Kubernetes resource'],
  ['s3', 'S3'],
  ['docker', 'Docker pull'],
  ['dockerPush', 'Docker push'],
  ['containerd', 'Containerd pull'],
  ['containerdPush', 'Containerd push'],
  ['gitProtocol', 'Git protocol'],
  ['github', 'GitHub'],
  ['azureDevops', 'Azure DevOps'],
  ['junit', 'JUnit'],
  ['jmeter', 'JMeter'],
  ['ldap', 'LDAP'],
  ['pubsub', 'Pub/Sub'],
  ['databaseBackup', 'Database backup'],
  ['awsConfig', 'AWS Config'],
  ['awsConfigRule', 'AWS Config rule'],
  ['cloudwatch', 'CloudWatch'],
])

export const CUSTOM_CHECK = 'custom'

/** Keys of the check types in a spec, in the order of the spec. Other keys, such as the schedule, are ignored. */
export const checkTypesIn = (spec: unknown): string[] =>
  isRecord(spec) ? Object.keys(spec).filter((key) => typeByKey.has(key)) : []

/** For example `HTTP` or `Kubernetes resource`. */
export const checkTypeLabel = (key: string): string => labels.get(key) ?? capital(key)
