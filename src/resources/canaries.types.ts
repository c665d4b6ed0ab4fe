import { capital } from '../lib/format'
import { typeByKey } from '../lib/check-types'
import { isRecord } from '../lib/document/value'

/** Types of checks whose name is not written as their key. */
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

export const CUSTOM = 'custom'

/** The types of the checks in a spec, by their keys, in its order, wherever the schedule and other settings stand. */
export const typesOfSpec = (spec: unknown): string[] =>
  isRecord(spec) ? Object.keys(spec).filter((key) => typeByKey.has(key)) : []

/** `HTTP`, `Kubernetes resource`. */
export const labelOfType = (key: string): string => labels.get(key) ?? capital(key)
