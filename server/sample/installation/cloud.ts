import {
  DAY,
  earlierVersion,
  hashText,
  HOUR,
  type InstallationBuilder,
  type ItemInput,
  LEDGER_SCRAPER,
  MINUTE,
  people,
  randomAges,
  type SampleItem,
} from './builder'

const LEDGER_ACCOUNT = '200300400500'

const databaseServers = [
  ['ledger', 'postgres', '16.9.0', 200, 6.4],
  ['returns', 'postgres', '16.9.0', 100, 3.2],
  ['cms', 'mysql', '8.4.5', 50, 1.9],
  ['analytics-staging', 'postgres', '17.5.0', 50, 1.1],
] as const

/** A builder for the items of one region. */
type RegionBuilder = InstallationBuilder & {
  addToRegion(input: ItemInput): SampleItem
  /** Adds a change that the audit log of the account recorded. */
  addAuditChange(item: SampleItem, changeType: string, summary: string, age: number, severity?: string): void
}

/** Adds the cloud account with the machines of the cluster's nodes. */
export function addCloud(builder: InstallationBuilder, nodes: readonly SampleItem[]): void {
  const region = createRegionBuilder(builder)
  const subnets = addNetwork(region)
  const [nodeGroup, databaseGroup] = addSecurityGroups(region)
  const nodeRole = addRoles(region)
  addManagedCluster(region, nodes)
  for (const [at, node] of nodes.entries()) {
    const zone = at % subnets.length
    const subnet = subnets[zone]
    if (subnet)
      addMachine(region, { node, privateIp: `10.40.${zone}.${20 + at}`, subnet, group: nodeGroup, role: nodeRole })
  }
  addSpareDisk(region)
  for (const server of databaseServers) addDatabaseServer(region, server, databaseGroup)
  addManagedServices(region)
}

const aws = (type: string, configClass: string, name: string, config: object = {}): ItemInput => ({
  type: `AWS::${type}`,
  configClass,
  name,
  config: { Name: name, ...config },
})

const userArn = (name: string) => `arn:aws:iam::${LEDGER_ACCOUNT}:user/${name}`
const roleArn = (name: string) => `arn:aws:iam::${LEDGER_ACCOUNT}:role/${name}`

/** Adds the account and its region. */
function createRegionBuilder(builder: InstallationBuilder): RegionBuilder {
  const { random, add, addChange, addInsight } = builder
  const account = add(undefined, {
    ...aws('Account', 'Account', 'quillmoor-ledger', { Id: LEDGER_ACCOUNT, Email: 'ledger@quillmoor.example' }),
    scraper: LEDGER_SCRAPER,
    externalId: LEDGER_ACCOUNT,
    tags: { account: LEDGER_ACCOUNT },
    createdAge: 165 * DAY,
  })
  addInsight(account, {
    source: 'AWS Config',
    analyzer: 'root-account-hardware-mfa-enabled',
    analysisType: 'compliance',
    severity: 'high',
    summary: 'The root account has no hardware MFA device',
    firstAge: 90 * DAY,
    lastAge: 24 * MINUTE,
  })
  const region = add(account, {
    ...aws('Region', 'Region', 'eu-central-1'),
    tags: { account: LEDGER_ACCOUNT, region: 'eu-central-1' },
    createdAge: 164 * DAY,
  })
  return {
    ...builder,
    addToRegion: (input) => add(region, input),
    addAuditChange: (item, changeType, summary, age, severity = 'info') =>
      addChange(item, {
        changeType,
        source: 'CloudTrail',
        summary,
        age,
        severity,
        author: userArn(random.pick(people)),
      }),
  }
}

/** @returns the subnets, one per zone. */
function addNetwork({ addToRegion, link }: RegionBuilder): readonly SampleItem[] {
  const network = addToRegion({
    ...aws('EC2::VPC', 'VPC', 'ledger-main', { CidrBlock: '10.40.0.0/16' }),
    status: 'available',
  })
  return ['a', 'b', 'c'].map((zone, at) => {
    const subnet = addToRegion({
      ...aws('EC2::Subnet', 'Subnet', `ledger-main-${zone}`, { CidrBlock: `10.40.${at}.0/24` }),
      status: 'available',
      tags: { account: LEDGER_ACCOUNT, region: 'eu-central-1', zone: `eu-central-1${zone}` },
    })
    link(network, subnet, 'VPCSubnet')
    return subnet
  })
}

/** @returns the groups of the nodes and of the databases. */
function addSecurityGroups(region: RegionBuilder): readonly [nodes: SampleItem, databases: SampleItem] {
  const nodes = addSecurityGroup(region, 'quay-nodes')
  const databases = addSecurityGroup(region, 'databases', { opens8443: true })
  addSecurityGroup(region, 'load-balancers')
  const bastion = addSecurityGroup(region, 'bastion', { opens8443: true, cidr: '0.0.0.0/0' })
  region.addInsight(bastion, {
    source: 'AWS Config',
    analyzer: 'vpc-sg-open-only-to-authorized-ports',
    analysisType: 'security',
    severity: 'high',
    summary: 'Port 443 is open to 0.0.0.0/0',
    message: 'The bastion should be reachable from the office network only.',
    analysis: { cidr: '0.0.0.0/0', port: 443 },
    firstAge: 12 * DAY,
    lastAge: 24 * MINUTE,
  })
  return [nodes, databases]
}

/** Adds a group whose newest version opens one more port, or its ports to other addresses. */
function addSecurityGroup(
  { random, addToRegion, addVersions, addAuditChange }: RegionBuilder,
  name: string,
  { opens8443 = false, cidr = '10.40.0.0/16' } = {}
): SampleItem {
  const documentOf = (ports: readonly number[], from: string) => ({
    Name: name,
    IpPermissions: ports.map((port) => ({ FromPort: port, ToPort: port, CidrIp: from })),
  })
  const previous = documentOf([443, 5432], '10.40.0.0/16')
  const current = documentOf(opens8443 ? [443, 5432, 8443] : [443, 5432], cidr)
  const ages = randomAges(random, 1)
  const group = addToRegion({ ...aws('EC2::SecurityGroup', 'SecurityGroup', name), config: current })
  addVersions(group, [current, previous], ages, userArn(random.pick(people)))
  addAuditChange(group, 'AuthorizeSecurityGroupIngress', 'Ingress rule added', ages[0] ?? DAY, 'medium')
  return group
}

/** @returns the role of the nodes. */
function addRoles({ addToRegion, addChange }: RegionBuilder): SampleItem {
  const role = addToRegion(aws('IAM::Role', 'Role', 'quay-node', { MaxSessionDuration: 3600 }))
  addChange(role, {
    changeType: 'AssumeRole',
    source: 'CloudTrail',
    summary: null,
    author: roleArn(role.name),
    age: 6 * MINUTE,
    firstAge: 9 * DAY,
    count: 3120,
  })
  for (const name of ['report-writer', 'backup', 'deploy', 'audit'])
    addToRegion(aws('IAM::Role', 'Role', name, { MaxSessionDuration: 3600 }))
  return role
}

/** Adds the managed Kubernetes cluster that the nodes belong to. */
function addManagedCluster({ addToRegion, link }: RegionBuilder, [firstNode]: readonly SampleItem[]): void {
  const cluster = addToRegion({
    ...aws('EKS::Cluster', 'KubernetesCluster', 'quay', { version: '1.33', endpointPublicAccess: false }),
    status: 'ACTIVE',
    health: 'healthy',
    cost: 2.4,
  })
  if (firstNode?.parent) link(cluster, { ...firstNode, number: firstNode.parent }, 'EKSCluster')
}

type MachineInput = {
  node: SampleItem
  privateIp: string
  subnet: SampleItem
  group: SampleItem
  role: SampleItem
}

/** Adds the machine of a node with its disk. */
function addMachine(
  { random, addToRegion, addAuditChange, link, addInsight }: RegionBuilder,
  { node, privateIp, subnet, group, role }: MachineInput
): void {
  const id = `i-${hashText(node.name, 8)}`
  const machine = addToRegion({
    ...aws('EC2::Instance', 'VirtualMachine', node.name, { InstanceId: id, InstanceType: 'm7g.2xlarge' }),
    externalId: id,
    status: 'running',
    health: 'healthy',
    labels: { node: node.name },
    properties: [
      { name: 'instance type', text: 'm7g.2xlarge' },
      { name: 'private ip', text: privateIp },
    ],
    cost: 9.1,
  })
  link(machine, node, 'EC2InstanceNode')
  link(subnet, machine, 'SubnetInstance')
  link(group, machine, 'SecurityGroupInstance')
  link(role, machine, 'IAMRoleInstanceProfile')
  const disk = addToRegion({
    ...aws('EBS::Volume', 'DiskStorage', `vol-${hashText(`root/${node.name}`, 4)}`, { Size: 100, State: 'in-use' }),
    status: 'in-use',
    health: 'healthy',
    cost: 0.3,
  })
  link(machine, disk, 'EC2InstanceVolume')
  addAuditChange(machine, 'RunInstances', `Instance ${id} started`, (20 + random.below(15)) * DAY)
  if (machine.health === 'unhealthy')
    addAuditChange(machine, 'StopInstances', `Instance ${id} stopped`, 7 * HOUR, 'medium')
  if (random.chance(0.4))
    addInsight(machine, {
      source: 'AWS Trusted Advisor',
      analyzer: 'Low Utilization Amazon EC2 Instances',
      analysisType: 'cost',
      severity: 'low',
      summary: `${node.name}: utilization below 33%`,
      status: random.pick(['open', 'open', 'closed']),
      message: 'A smaller instance type would save about 4.50 per day.',
      analysis: { daily: 4.5 },
      firstAge: (10 + random.below(30)) * DAY,
      lastAge: 24 * MINUTE,
    })
}

/** Adds a disk that no machine uses. */
function addSpareDisk({ addToRegion, addAuditChange, addInsight }: RegionBuilder): void {
  const spare = addToRegion({
    ...aws('EBS::Volume', 'DiskStorage', 'vol-5e13', { Size: 400, State: 'available' }),
    status: 'available',
    cost: 1.18,
  })
  addAuditChange(spare, 'DetachVolume', 'Volume detached from the old loader', 26 * DAY)
  addInsight(spare, {
    source: 'AWS Trusted Advisor',
    analyzer: 'Underutilized Amazon EBS Volumes',
    analysisType: 'cost',
    severity: 'low',
    summary: 'Unattached EBS volume, 400 GiB',
    message: 'Estimated cost: 35.40 per month.',
    analysis: { monthly: 35.4 },
    firstAge: 19 * DAY,
    lastAge: 24 * MINUTE,
  })
}

function addDatabaseServer(
  { random, addToRegion, addAuditChange, addVersions, addInsight, link }: RegionBuilder,
  [name, engine, version, size, cost]: (typeof databaseServers)[number],
  group: SampleItem
): void {
  const documentAt = (age: number) => ({
    DBInstanceIdentifier: name,
    Engine: engine,
    EngineVersion: age > 1 ? earlierVersion(version, 1) : version,
    DBInstanceClass: age > 0 && name === 'ledger' ? 'db.m7g.large' : 'db.m7g.xlarge',
    BackupRetentionPeriod: age > 2 ? 7 : 14,
  })
  const ages = randomAges(random, 3)
  const server = addToRegion({
    ...aws('RDS::DBInstance', 'RelationalDatabase', name),
    config: documentAt(0),
    status: 'available',
    health: 'healthy',
    properties: [
      {
        name: 'storage',
        value: Math.round(size * 0.6) * 2 ** 30,
        max: size * 2 ** 30,
        unit: 'bytes',
        headline: true,
      },
    ],
    cost,
    ...(ages[0] !== undefined && { updatedAge: ages[0] }),
  })
  addVersions(server, [0, 1, 2, 3].map(documentAt), ages, roleArn('maintenance'))
  addAuditChange(server, 'ModifyDBInstance', 'Maintenance window moved to Sunday 03:00', (2 + random.below(20)) * DAY)
  link(server, group, 'RDSSecurityGroup')
  if (random.chance(0.5))
    addInsight(server, {
      source: 'AWS Config',
      analyzer: 'rds-multi-az-support',
      analysisType: 'reliability',
      severity: 'medium',
      summary: `${name}: Multi-AZ is disabled`,
      status: random.pick(['open', 'silenced']),
      analysis: { multiAZ: false },
      firstAge: (20 + random.below(60)) * DAY,
      lastAge: 24 * MINUTE,
    })
}

/** Adds buckets, functions, queues, registries, a cache and a load balancer. */
function addManagedServices({ random, addToRegion, addAuditChange }: RegionBuilder): void {
  for (const name of ['ledger-exports', 'ledger-backups', 'clickstream-raw', 'clickstream-parquet', 'cms-uploads'])
    addToRegion({
      ...aws('S3::Bucket', 'ObjectStorage', name, { Versioning: 'Enabled', PublicAccessBlock: true }),
      cost: 0.2 + random.below(200) / 100,
      properties: [{ name: 'storage', value: (1 + random.below(900)) * 2 ** 30, unit: 'bytes', headline: true }],
    })
  for (const name of ['rotate-keys', 'export-ledger', 'tag-costs', 'copy-snapshots']) {
    const lambda = addToRegion({
      ...aws('Lambda::Function', 'Lamba', name, { Runtime: 'nodejs22.x', MemorySize: 256 }),
      status: 'Active',
      health: 'healthy',
      cost: 0.04,
    })
    for (const age of randomAges(random, 2)) addAuditChange(lambda, 'UpdateFunctionCode', `New code for ${name}`, age)
  }
  for (const name of ['returns-inbound', 'clickstream-dead-letters', 'label-jobs'])
    addToRegion({ ...aws('SQS::Queue', 'Queue', name), cost: 0.01 })
  for (const name of ['picking', 'stock-ledger', 'returns-portal', 'forecast', 'image-proxy'])
    addToRegion({ ...aws('ECR::Repository', 'ContainerRegistry', name), cost: 0.03 })
  addToRegion({
    ...aws('ElastiCache::CacheCluster', 'Cache', 'returns-sessions', { Engine: 'valkey', EngineVersion: '8.0' }),
    status: 'available',
    health: 'healthy',
    cost: 1.9,
  })
  addToRegion({
    ...aws('ElasticLoadBalancingV2::LoadBalancer', 'LoadBalancer', 'quay-ingress', { Type: 'network' }),
    status: 'active',
    health: 'healthy',
    cost: 0.95,
  })
}
