import { createHash } from 'node:crypto'
import { type Random, createRandom } from '../../src/shared/random'
import { diffDocuments } from '../platform/documents/difference'

/** Ages are in seconds before now, as they are written to the database. */
type SampleItem = {
  number: number
  scraper: number
  /** The agent that pushes the item; absent for items of this backend. */
  agent?: number
  configClass: string
  type: string
  name: string
  externalId: string
  status: string | null
  health: string | null
  description: string | null
  labels: Record<string, string>
  tags: Record<string, string>
  properties: object[] | null
  /** The number of its parent. */
  parent: number | null
  /** Numbers of its ancestors and itself, root first. */
  path: number[]
  config: object
  /** Cost per day, in the currency of the cost report. */
  cost: number | null
  createdAge: number
  updatedAge: number
}

type SampleChange = {
  number: number
  item: number
  changeType: string
  severity: string
  source: string
  summary: string | null
  author: string | null
  diff: string | null
  patches: unknown
  details: object | null
  age: number
  firstAge: number
  count: number
}

type SampleInsight = {
  number: number
  item: number
  scraper: number
  source: string
  analyzer: string
  analysisType: string
  severity: string
  summary: string
  status: string
  message: string | null
  analysis: object | null
  firstAge: number
  lastAge: number
}

type SampleLink = { from: number; to: number; relation: string }

export type SampleInstallation = {
  items: readonly SampleItem[]
  changes: readonly SampleChange[]
  insights: readonly SampleInsight[]
  links: readonly SampleLink[]
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Lower numbers are used by other files of the sample. */
const FIRST_ITEM = 10_000
const FIRST_CHANGE = 20_000
const FIRST_INSIGHT = 1000
/** Numbers of scrapers and of the agent. */
export const QUAY_SCRAPER = 7
export const LEDGER_SCRAPER = 8
export const DEPOT_DATABASES_SCRAPER = 9
const DEPOT_AGENT = 1

const GITOPS = 'system:serviceaccount:flux-system:kustomize-controller'
const LEDGER_ACCOUNT = '200300400500'
const people = ['tomasz', 'ines', 'hanneke', 'ravi', 'ken'] as const

type Service = readonly [name: string, replicas: number, version: string, cost: number]

/** The services in the cluster, by namespace and owning team. */
const namespaces: readonly { name: string; team: string; services: readonly Service[] }[] = [
  {
    name: 'warehouse',
    team: 'fulfilment',
    services: [
      ['picking', 3, '5.14.2', 2.4],
      ['packing', 2, '5.9.0', 1.6],
      ['stock-ledger', 3, '11.2.7', 3.9],
      ['dock-scheduler', 2, '2.8.1', 1.1],
      ['label-service', 2, '1.33.0', 0.7],
      ['conveyor-gateway', 1, '0.21.4', 0.5],
    ],
  },
  {
    name: 'returns',
    team: 'fulfilment',
    services: [
      ['returns-portal', 2, '3.6.0', 1.3],
      ['refunds', 2, '4.1.9', 1.2],
      ['inspection', 1, '1.7.3', 0.4],
      ['restock', 1, '2.0.5', 0.4],
    ],
  },
  {
    name: 'analytics',
    team: 'insight',
    services: [
      ['clickstream', 3, '8.3.1', 4.6],
      ['warehouse-loader', 1, '6.0.2', 1.8],
      ['reports', 2, '2.19.0', 1.0],
      ['forecast', 1, '0.14.0', 6.2],
      ['dashboards', 1, '11.4.0', 0.8],
    ],
  },
  {
    name: 'content',
    team: 'content',
    services: [
      ['cms', 2, '9.0.11', 1.4],
      ['image-proxy', 3, '1.12.0', 2.1],
      ['sitemap', 1, '1.0.8', 0.2],
      ['translations', 1, '3.3.3', 0.5],
    ],
  },
  {
    name: 'monitoring',
    team: 'platform',
    services: [
      ['grafana', 1, '12.1.0', 0.6],
      ['alertmanager', 2, '0.28.1', 0.3],
      ['kube-state-metrics', 1, '2.16.0', 0.2],
    ],
  },
  {
    name: 'cluster-services',
    team: 'platform',
    services: [
      ['external-dns', 1, '0.18.0', 0.1],
      ['cluster-autoscaler', 1, '1.33.1', 0.1],
      ['cert-manager', 1, '1.18.2', 0.2],
    ],
  },
]

const statefulSets: readonly (readonly [namespace: string, ...Service])[] = [
  ['warehouse', 'stock-db', 2, '16.9', 3.2],
  ['returns', 'returns-db', 1, '16.9', 1.4],
  ['analytics', 'clickhouse', 3, '25.3.4', 9.8],
  ['analytics', 'kafka', 3, '4.0.0', 7.5],
  ['content', 'cms-cache', 1, '8.0.2', 0.4],
  ['monitoring', 'prometheus', 1, '3.4.1', 2.6],
]

const cronJobs: readonly (readonly [namespace: string, name: string, schedule: string])[] = [
  ['warehouse', 'stock-count', '30 2 * * *'],
  ['warehouse', 'dock-report', '0 6 * * *'],
  ['returns', 'refund-sweep', '*/30 * * * *'],
  ['analytics', 'daily-rollup', '15 1 * * *'],
  ['analytics', 'partition-cleanup', '0 4 * * 0'],
  ['content', 'sitemap-refresh', '0 * * * *'],
]

/** Problems: the status, health and description of an item, by type and name. */
const problems: Readonly<Record<string, readonly [status: string, health: string, description: string]>> = {
  'Deployment/forecast': ['Rollout Failed', 'unhealthy', 'Deployment "forecast" exceeded its progress deadline'],
  'Deployment/conveyor-gateway': ['Running', 'warning', 'Restarted 9 times in 12 hours'],
  'Deployment/image-proxy': ['Scaling', 'warning', 'At maximum replicas: 3 of 3'],
  'StatefulSet/kafka': ['Running', 'warning', '1 partition is under-replicated'],
  'CronJob/partition-cleanup': ['Suspended', 'warning', 'Suspended since the last migration'],
  'Node/quay-5': ['SchedulingDisabled', 'warning', 'Cordoned for a kernel update'],
  'Certificate/returns-quillmoor-example': ['Issuing', 'warning', 'The order has been pending for 2 days'],
  'RelationalDatabase/analytics-staging': ['stopped', 'warning', 'Stopped for 5 days'],
  'DiskStorage/vol-5e13': ['available', 'warning', 'Unattached for 26 days'],
  'VirtualMachine/quay-6': ['stopped', 'unhealthy', 'Instance status check failed'],
  'Database/labels_archive': ['Read only', 'unhealthy', 'The disk is full'],
}

/** Returns hexadecimal text of this length that is constant for the same input. */
const hashText = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)

type ItemInput = Pick<SampleItem, 'configClass' | 'type' | 'name' | 'config'> &
  Partial<Omit<SampleItem, 'configClass' | 'type' | 'name' | 'config'>>

/**
 * Generates the second production cluster of the sample, its cloud account, and the databases of a depot: items with
 * their changes, insights and relationships. The result is constant for the same seed.
 */
export function generateSampleInstallation(seed = 20_260): SampleInstallation {
  const random = createRandom(seed)
  const items: SampleItem[] = []
  const changes: SampleChange[] = []
  const insights: SampleInsight[] = []
  const links: SampleLink[] = []

  const add = (parent: SampleItem | undefined, input: ItemInput): SampleItem => {
    const number = FIRST_ITEM + items.length
    const problem = problems[`${input.configClass}/${input.name}`]
    const item: SampleItem = {
      number,
      scraper: parent?.scraper ?? QUAY_SCRAPER,
      ...(parent?.agent !== undefined && { agent: parent.agent }),
      externalId: `${input.type.toLowerCase()}/${hashText(`${input.type}/${input.name}/${number}`, 12)}`,
      status: null,
      health: null,
      description: null,
      labels: {},
      tags: parent?.tags ?? {},
      properties: null,
      parent: parent?.number ?? null,
      path: [...(parent?.path ?? []), number],
      cost: null,
      createdAge: (40 + random.below(120)) * DAY + random.below(DAY),
      updatedAge: (1 + random.below(20)) * DAY + random.below(DAY),
      ...input,
      ...(problem && { status: problem[0], health: problem[1], description: problem[2] }),
    }
    items.push(item)
    return item
  }
  const link = (from: SampleItem, to: SampleItem, relation: string) => {
    links.push({ from: from.number, to: to.number, relation })
  }
  const addChange = (
    item: SampleItem,
    change: Pick<SampleChange, 'changeType' | 'source' | 'age'> & Partial<SampleChange>
  ) => {
    const { summary = null, changeType: reason, source } = change
    changes.push({
      number: FIRST_CHANGE + changes.length,
      item: item.number,
      severity: 'info',
      summary,
      author: null,
      diff: null,
      patches: null,
      details: change.diff ? null : { reason, message: summary, source },
      firstAge: change.age,
      count: 1,
      ...change,
    })
  }
  /**
   * Adds changes for the versions of a document, the newest first; each version except the last was changed from the
   * next one.
   */
  const addVersions = (item: SampleItem, versions: readonly object[], ages: readonly number[], author: string) => {
    ages.forEach((age, at) => {
      const found = diffDocuments(versions[at + 1], versions[at])
      if (found) addChange(item, { changeType: 'diff', severity: '', source: 'diff', author, age, ...found })
    })
  }
  const addInsight = (insight: Omit<SampleInsight, 'number' | 'item' | 'scraper'>, item: SampleItem) => {
    insights.push({ number: FIRST_INSIGHT + insights.length, item: item.number, scraper: item.scraper, ...insight })
  }

  const builder: Builder = { random, add, link, addChange, addVersions, addInsight }
  const nodes = addCluster(builder)
  addCloud(builder, nodes)
  addDepotDatabases(builder)
  return { items, changes, insights, links }
}

type Builder = {
  random: Random
  add(parent: SampleItem | undefined, input: ItemInput): SampleItem
  link(from: SampleItem, to: SampleItem, relation: string): void
  addChange(item: SampleItem, change: Pick<SampleChange, 'changeType' | 'source' | 'age'> & Partial<SampleChange>): void
  addVersions(item: SampleItem, versions: readonly object[], ages: readonly number[], author: string): void
  addInsight(insight: Omit<SampleInsight, 'number' | 'item' | 'scraper'>, item: SampleItem): void
}

/** Some ages within the last weeks, the most recent first. */
const randomAges = (random: Random, count: number, days = 35): number[] =>
  Array.from({ length: count }, () => 2 * HOUR + random.below(days * DAY)).toSorted((a, b) => a - b)

const kubernetes = (kind: string, name: string, namespace: string | undefined, rest: object = {}): ItemInput => ({
  configClass: kind,
  type: `Kubernetes::${kind}`,
  name,
  config: { kind, metadata: { name, ...(namespace && { namespace }) }, ...rest },
})

/** @returns its nodes. */
function addCluster(builder: Builder): SampleItem[] {
  const { add, link, addChange, random } = builder
  const cluster = add(undefined, {
    ...kubernetes('Cluster', 'quay', undefined),
    status: 'Healthy',
    health: 'healthy',
    labels: { environment: 'production' },
    tags: { cluster: 'quay' },
    properties: [
      { name: 'version', text: 'v1.33.2', headline: true },
      { name: 'nodes', value: 6 },
    ],
    cost: 58.2,
    createdAge: 160 * DAY,
  })
  const nodes = [1, 2, 3, 4, 5, 6].map((n) => {
    const node = add(cluster, {
      ...kubernetes('Node', `quay-${n}`, undefined, { status: { nodeInfo: { kubeletVersion: 'v1.33.2' } } }),
      status: 'Healthy',
      health: 'healthy',
      labels: {
        'node.kubernetes.io/instance-type': 'm7g.2xlarge',
        'topology.kubernetes.io/zone': `eu-west-1${'abc'[n % 3]}`,
      },
      properties: [
        { name: 'cpu', value: 2100 + random.below(5000), max: 8000, unit: 'millicores', headline: true },
        { name: 'memory', value: (9 + random.below(18)) * 2 ** 30, max: 32 * 2 ** 30, unit: 'bytes', headline: true },
      ],
      cost: 9.1,
    })
    for (const age of randomAges(random, 2, 28))
      addChange(node, {
        changeType: 'NodeReady',
        source: 'node-controller',
        summary: `Node ${node.name} status is now: NodeReady`,
        age,
      })
    return node
  })
  for (const { name, team, services } of namespaces) {
    const space = add(cluster, {
      ...kubernetes('Namespace', name, undefined),
      status: 'Active',
      health: 'healthy',
      labels: { team },
      tags: { cluster: 'quay', namespace: name },
    })
    const release = add(space, {
      ...kubernetes('Kustomization', name, name, { spec: { path: `./apps/quay/${name}`, interval: '5m' } }),
      status: 'Ready',
      health: 'healthy',
    })
    addChange(release, {
      changeType: 'ReconciliationSucceeded',
      source: 'kustomize-controller',
      summary: `Reconciliation finished, revision main@sha1:${hashText(name, 7)}`,
      age: 4 * MINUTE + random.below(20 * MINUTE),
      firstAge: 6 * DAY,
      count: 1400 + random.below(300),
    })
    const ingress =
      name === 'monitoring' || name === 'cluster-services'
        ? undefined
        : add(space, {
            ...kubernetes('Ingress', name, name, { spec: { rules: [{ host: `${name}.quillmoor.example` }] } }),
            status: 'Running',
            health: 'healthy',
            labels: { team },
          })
    if (ingress)
      add(space, {
        ...kubernetes('Certificate', `${name}-quillmoor-example`, name, {
          spec: { dnsNames: [`${name}.quillmoor.example`], renewBefore: '360h' },
        }),
        status: 'Issued',
        health: 'healthy',
        labels: { team },
      })
    for (const service of services) {
      const { deployment, endpoint } = addService(builder, { space, team, service, nodes })
      link(release, deployment, 'KustomizationDeployment')
      if (ingress) link(ingress, endpoint, 'IngressService')
    }
    for (const [, ...set] of statefulSets.filter(([namespace]) => namespace === name))
      addStatefulSet(builder, { space, team, service: set, nodes })
    for (const [, job, schedule] of cronJobs.filter(([namespace]) => namespace === name))
      addCronJob(builder, space, { name: job, schedule, team })
  }
  return nodes
}

type Placed = { space: SampleItem; team: string; service: Service; nodes: readonly SampleItem[] }

const imageName = (name: string, version: string) => `registry.quillmoor.example/${name}:${version}`

/** The version a number of steps earlier: the last number counts down, and below zero the middle one does. */
function earlierVersion(version: string, steps: number): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return steps <= patch ? `${major}.${minor}.${patch - steps}` : `${major}.${Math.max(minor - steps + patch, 0)}.0`
}

function addService(builder: Builder, { space, team, service: [name, replicas, version, cost], nodes }: Placed) {
  const { random, add, link, addChange, addVersions, addInsight } = builder
  const labels = { app: name, team, 'app.kubernetes.io/version': version }
  const memories = ['256Mi', '384Mi', '512Mi', '768Mi']
  const memory = random.below(memories.length)
  const documentOf = (age: number) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: space.name, labels: { app: name, team } },
    spec: {
      replicas: age > 3 && replicas > 1 ? replicas - 1 : replicas,
      template: {
        spec: {
          containers: [
            {
              name,
              image: imageName(name, earlierVersion(version, age)),
              resources: { limits: { cpu: '1', memory: memories[Math.max(0, memory - (age > 1 ? 1 : 0))] } },
            },
          ],
        },
      },
    },
  })
  const ages = randomAges(random, 3 + random.below(4))
  const deployment = add(space, {
    ...kubernetes('Deployment', name, space.name),
    config: documentOf(0),
    status: 'Running',
    health: 'healthy',
    labels,
    properties: [
      { name: 'replicas', value: replicas, headline: true },
      { name: 'version', text: version, headline: true },
      { name: 'Image', text: imageName(name, version) },
    ],
    cost,
    ...(ages[0] !== undefined && { updatedAge: ages[0] }),
  })
  addVersions(
    deployment,
    [0, ...ages].map((_, age) => documentOf(age)),
    ages,
    GITOPS
  )
  for (const age of ages)
    addChange(deployment, {
      changeType: 'ScalingReplicaSet',
      source: 'deployment-controller',
      summary: `Scaled up replica set ${name} to ${replicas}`,
      age: age - 2,
    })
  const isBroken = deployment.health === 'unhealthy'
  const set = add(deployment, {
    ...kubernetes('ReplicaSet', `${name}-${hashText(name + version, 9)}`, space.name, { spec: { replicas } }),
    status: 'Running',
    health: isBroken ? 'unhealthy' : 'healthy',
    labels,
    createdAge: deployment.updatedAge,
    updatedAge: deployment.updatedAge,
  })
  const endpoint = add(space, {
    ...kubernetes('Service', name, space.name, { spec: { ports: [{ port: 80, targetPort: 8080 }] } }),
    status: 'Running',
    health: 'healthy',
    labels: { app: name, team },
  })
  for (let n = 0; n < replicas; n++) {
    const pod = add(set, {
      ...kubernetes('Pod', `${set.name}-${hashText(set.name + n, 5)}`, space.name, { status: { phase: 'Running' } }),
      status: isBroken ? 'CrashLoopBackOff' : 'Running',
      health: isBroken ? 'unhealthy' : 'healthy',
      description: isBroken ? `Back-off 5m0s restarting failed container=${name}` : null,
      labels,
      properties: [{ name: 'restarts', value: isBroken ? 31 : random.below(3) }],
      createdAge: deployment.updatedAge,
      updatedAge: deployment.updatedAge,
    })
    const node = random.pick(nodes)
    link(endpoint, pod, 'ServicePod')
    link(node, pod, 'NodePod')
    addChange(pod, {
      changeType: 'Scheduled',
      source: 'default-scheduler',
      summary: `Assigned to ${node.name}`,
      age: deployment.updatedAge - 3,
    })
    addChange(pod, {
      changeType: 'Pulled',
      source: 'kubelet',
      summary: `Successfully pulled image "${imageName(name, version)}"`,
      age: deployment.updatedAge - 9,
    })
    if (isBroken)
      addChange(pod, {
        changeType: 'BackOff',
        severity: 'medium',
        source: 'kubelet',
        summary: `Back-off restarting failed container ${name}`,
        age: 40 + random.below(200),
        firstAge: deployment.updatedAge - 30,
        count: 120 + random.below(200),
      })
    else if (random.chance(0.2))
      addChange(pod, {
        changeType: 'Unhealthy',
        severity: 'medium',
        source: 'kubelet',
        summary: 'Readiness probe failed: HTTP probe failed with statuscode: 503',
        age: Math.max(deployment.updatedAge - HOUR, 10 * MINUTE),
        count: 1 + random.below(5),
      })
  }
  if (random.chance(0.35)) addSettings(builder, deployment, space)
  if (replicas > 2) {
    const scaler = add(space, {
      ...kubernetes('HorizontalPodAutoscaler', name, space.name, { spec: { minReplicas: 1, maxReplicas: replicas } }),
      status: 'Running',
      health: 'healthy',
      labels: { team },
    })
    link(scaler, deployment, 'HorizontalPodAutoscalerDeployment')
    for (const age of randomAges(random, 4, 10))
      addChange(scaler, {
        changeType: 'SuccessfulRescale',
        source: 'horizontal-pod-autoscaler',
        summary: `New size: ${1 + random.below(replicas)}; reason: cpu resource utilization ${random.chance(0.5) ? 'above' : 'below'} target`,
        age,
      })
  }
  if (random.chance(0.45)) {
    const [library, installed, fixed, severity] = random.pick(libraries)
    addInsight(
      {
        source: 'Trivy',
        analyzer: `QSA-2026-${String(100 + random.below(800)).padStart(4, '0')}`,
        analysisType: 'security',
        severity,
        summary: `${library} ${installed}: known vulnerability`,
        status: random.chance(0.7) ? 'open' : 'resolved',
        message: `${library} ${installed} is affected. Fixed in ${fixed}.`,
        analysis: { package: library, installed, fixed },
        firstAge: (3 + random.below(40)) * DAY,
        lastAge: 9 * HOUR,
      },
      deployment
    )
  }
  if (isBroken)
    addInsight(
      {
        source: 'Kubernetes',
        analyzer: 'progress-deadline-exceeded',
        analysisType: 'availability',
        severity: 'high',
        summary: `${name}: rollout failed`,
        status: 'open',
        message: `Image ${imageName(name, version)} exits with status 1 within seconds.`,
        analysis: { image: imageName(name, version), exitCode: 1 },
        firstAge: deployment.updatedAge - 10 * MINUTE,
        lastAge: 3 * MINUTE,
      },
      deployment
    )
  return { deployment, endpoint }
}

const libraries = [
  ['libink', '3.0.2', '3.0.8', 'high'],
  ['tinyxml-fast', '1.9.0', '1.9.4', 'medium'],
  ['quickzip', '0.12.1', '0.13.0', 'critical'],
  ['yamlite', '2.2.0', '2.2.1', 'low'],
  ['jsonpipe', '5.4.3', '5.5.0', 'medium'],
] as const

function addSettings({ random, add, link, addVersions }: Builder, deployment: SampleItem, space: SampleItem) {
  const name = `${deployment.name}-settings`
  const documentOf = (age: number) => ({
    kind: 'ConfigMap',
    metadata: { name, namespace: space.name },
    data: {
      logLevel: age === 1 ? 'debug' : 'info',
      timeoutSeconds: String(30 - 5 * Math.min(age, 4)),
      workers: String(8 - Math.min(age, 4)),
    },
  })
  const ages = randomAges(random, 2 + random.below(3))
  const settings = add(space, {
    ...kubernetes('ConfigMap', name, space.name),
    config: documentOf(0),
    labels: { app: deployment.name },
    ...(ages[0] !== undefined && { updatedAge: ages[0] }),
  })
  addVersions(
    settings,
    [0, ...ages].map((_, age) => documentOf(age)),
    ages,
    `${random.pick(people)}@quillmoor.example`
  )
  link(settings, deployment, 'ConfigMapDeployment')
}

function addStatefulSet(builder: Builder, { space, team, service: [name, replicas, version, cost], nodes }: Placed) {
  const { random, add, link, addChange, addVersions } = builder
  const labels = { app: name, team }
  const documentOf = (age: number) => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, namespace: space.name },
    spec: {
      replicas,
      template: { spec: { containers: [{ name, image: imageName(name, earlierVersion(version, age)) }] } },
    },
  })
  const ages = randomAges(random, 2)
  const set = add(space, {
    ...kubernetes('StatefulSet', name, space.name),
    config: documentOf(0),
    status: 'Running',
    health: 'healthy',
    labels,
    properties: [{ name: 'replicas', value: replicas, headline: true }],
    cost,
    ...(ages[0] !== undefined && { updatedAge: ages[0] }),
  })
  addVersions(
    set,
    [0, ...ages].map((_, age) => documentOf(age)),
    ages,
    GITOPS
  )
  for (let n = 0; n < replicas; n++) {
    const size = (20 + 20 * random.below(10)) * 2 ** 30
    const claim = add(space, {
      ...kubernetes('PersistentVolumeClaim', `data-${name}-${n}`, space.name),
      status: 'Bound',
      health: 'healthy',
      labels,
      properties: [
        { name: 'storage', value: Math.round(size * (0.3 + random.below(60) / 100)), max: size, unit: 'bytes' },
      ],
    })
    const pod = add(set, {
      ...kubernetes('Pod', `${name}-${n}`, space.name, { status: { phase: 'Running' } }),
      status: 'Running',
      health: 'healthy',
      labels,
      createdAge: set.updatedAge,
      updatedAge: set.updatedAge,
    })
    link(pod, claim, 'PodPersistentVolumeClaim')
    link(random.pick(nodes), pod, 'NodePod')
    addChange(pod, {
      changeType: 'SuccessfulCreate',
      source: 'statefulset-controller',
      summary: `create Pod ${pod.name} in StatefulSet ${name} successful`,
      age: set.updatedAge - 20,
    })
  }
}

function addCronJob(
  { random, add, addChange }: Builder,
  space: SampleItem,
  { name, schedule, team }: { name: string; schedule: string; team: string }
) {
  const job = add(space, {
    ...kubernetes('CronJob', name, space.name, { spec: { schedule } }),
    status: 'Active',
    health: 'healthy',
    labels: { team },
  })
  if (job.status !== 'Active') return
  for (let night = 0; night < 14; night++) {
    const hasFailed = random.chance(0.07)
    addChange(job, {
      changeType: hasFailed ? 'BackoffLimitExceeded' : 'Completed',
      severity: hasFailed ? 'medium' : 'info',
      source: 'job-controller',
      summary: hasFailed ? 'Job has reached the specified backoff limit' : `Job ${name}-${29_400 - night} completed`,
      age: night * DAY + 3 * HOUR + random.below(20 * MINUTE),
    })
  }
}

const aws = (type: string, configClass: string, name: string, config: object = {}): ItemInput => ({
  type: `AWS::${type}`,
  configClass,
  name,
  config: { Name: name, ...config },
})

function addCloud(builder: Builder, nodes: readonly SampleItem[]) {
  const { random, add, link, addChange, addVersions, addInsight } = builder
  const by = () => `arn:aws:iam::${LEDGER_ACCOUNT}:user/${random.pick(people)}`
  const log = (item: SampleItem, changeType: string, summary: string, age: number, severity = 'info') =>
    addChange(item, { changeType, source: 'CloudTrail', summary, age, severity, author: by() })

  const account = add(undefined, {
    ...aws('Account', 'Account', 'quillmoor-ledger', { Id: LEDGER_ACCOUNT, Email: 'ledger@quillmoor.example' }),
    scraper: LEDGER_SCRAPER,
    externalId: LEDGER_ACCOUNT,
    tags: { account: LEDGER_ACCOUNT },
    createdAge: 165 * DAY,
  })
  addInsight(
    {
      source: 'AWS Config',
      analyzer: 'root-account-hardware-mfa-enabled',
      analysisType: 'compliance',
      severity: 'high',
      summary: 'The root account has no hardware MFA device',
      status: 'open',
      message: null,
      analysis: null,
      firstAge: 90 * DAY,
      lastAge: 24 * MINUTE,
    },
    account
  )
  const region = add(account, {
    ...aws('Region', 'Region', 'eu-central-1'),
    tags: { account: LEDGER_ACCOUNT, region: 'eu-central-1' },
    createdAge: 164 * DAY,
  })
  const within = (input: ItemInput) => add(region, input)
  const network = within({
    ...aws('EC2::VPC', 'VPC', 'ledger-main', { CidrBlock: '10.40.0.0/16' }),
    status: 'available',
  })
  const subnets = ['a', 'b', 'c'].map((zone, at) => {
    const subnet = within({
      ...aws('EC2::Subnet', 'Subnet', `ledger-main-${zone}`, { CidrBlock: `10.40.${at}.0/24` }),
      status: 'available',
      tags: { account: LEDGER_ACCOUNT, region: 'eu-central-1', zone: `eu-central-1${zone}` },
    })
    link(network, subnet, 'VPCSubnet')
    return subnet
  })
  const groups = ['quay-nodes', 'databases', 'load-balancers', 'bastion'].map((name, at) => {
    const documentOf = (age: number) => ({
      Name: name,
      IpPermissions: [443, 5432, 8443].slice(0, 2 + (age === 0 ? at % 2 : 0)).map((port) => ({
        FromPort: port,
        ToPort: port,
        CidrIp: age === 0 && name === 'bastion' ? '0.0.0.0/0' : '10.40.0.0/16',
      })),
    })
    const ages = randomAges(random, 1)
    const group = within({ ...aws('EC2::SecurityGroup', 'SecurityGroup', name), config: documentOf(0) })
    addVersions(group, [documentOf(0), documentOf(1)], ages, by())
    log(group, 'AuthorizeSecurityGroupIngress', 'Ingress rule added', ages[0] ?? DAY, 'medium')
    return group
  })
  const [nodeGroup, databaseGroup, , bastion] = groups
  if (bastion)
    addInsight(
      {
        source: 'AWS Config',
        analyzer: 'vpc-sg-open-only-to-authorized-ports',
        analysisType: 'security',
        severity: 'high',
        summary: 'Port 443 is open to 0.0.0.0/0',
        status: 'open',
        message: 'The bastion should be reachable from the office network only.',
        analysis: { cidr: '0.0.0.0/0', port: 443 },
        firstAge: 12 * DAY,
        lastAge: 24 * MINUTE,
      },
      bastion
    )
  const role = within(aws('IAM::Role', 'Role', 'quay-node', { MaxSessionDuration: 3600 }))
  addChange(role, {
    changeType: 'AssumeRole',
    source: 'CloudTrail',
    summary: null,
    author: `arn:aws:iam::${LEDGER_ACCOUNT}:role/quay-node`,
    age: 6 * MINUTE,
    firstAge: 9 * DAY,
    count: 3120,
  })
  for (const name of ['report-writer', 'backup', 'deploy', 'audit'])
    within(aws('IAM::Role', 'Role', name, { MaxSessionDuration: 3600 }))
  const cluster = within({
    ...aws('EKS::Cluster', 'KubernetesCluster', 'quay', { version: '1.33', endpointPublicAccess: false }),
    status: 'ACTIVE',
    health: 'healthy',
    cost: 2.4,
  })
  const [firstNode] = nodes
  if (firstNode?.parent) link(cluster, { ...firstNode, number: firstNode.parent }, 'EKSCluster')
  for (const [at, node] of nodes.entries()) {
    const id = `i-${hashText(node.name, 8)}`
    const machine = within({
      ...aws('EC2::Instance', 'VirtualMachine', node.name, { InstanceId: id, InstanceType: 'm7g.2xlarge' }),
      externalId: id,
      status: 'running',
      health: 'healthy',
      labels: { node: node.name },
      properties: [
        { name: 'instance type', text: 'm7g.2xlarge' },
        { name: 'private ip', text: `10.40.${at % 3}.${20 + at}` },
      ],
      cost: 9.1,
    })
    link(machine, node, 'EC2InstanceNode')
    const subnet = subnets[at % subnets.length]
    if (subnet) link(subnet, machine, 'SubnetInstance')
    if (nodeGroup) link(nodeGroup, machine, 'SecurityGroupInstance')
    link(role, machine, 'IAMRoleInstanceProfile')
    const disk = within({
      ...aws('EBS::Volume', 'DiskStorage', `vol-${hashText(`root/${node.name}`, 4)}`, { Size: 100, State: 'in-use' }),
      status: 'in-use',
      health: 'healthy',
      cost: 0.3,
    })
    link(machine, disk, 'EC2InstanceVolume')
    log(machine, 'RunInstances', `Instance ${id} started`, (20 + random.below(15)) * DAY)
    if (machine.health === 'unhealthy') log(machine, 'StopInstances', `Instance ${id} stopped`, 7 * HOUR, 'medium')
    if (random.chance(0.4))
      addInsight(
        {
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
        },
        machine
      )
  }
  const spare = within({
    ...aws('EBS::Volume', 'DiskStorage', 'vol-5e13', { Size: 400, State: 'available' }),
    status: 'available',
    cost: 1.18,
  })
  log(spare, 'DetachVolume', 'Volume detached from the old loader', 26 * DAY)
  addInsight(
    {
      source: 'AWS Trusted Advisor',
      analyzer: 'Underutilized Amazon EBS Volumes',
      analysisType: 'cost',
      severity: 'low',
      summary: 'Unattached EBS volume, 400 GiB',
      status: 'open',
      message: 'Estimated cost: 35.40 per month.',
      analysis: { monthly: 35.4 },
      firstAge: 19 * DAY,
      lastAge: 24 * MINUTE,
    },
    spare
  )
  for (const [name, engine, version, size, cost] of databaseServers) {
    const documentOf = (age: number) => ({
      DBInstanceIdentifier: name,
      Engine: engine,
      EngineVersion: age > 1 ? earlierVersion(version, 1) : version,
      DBInstanceClass: age > 0 && name === 'ledger' ? 'db.m7g.large' : 'db.m7g.xlarge',
      BackupRetentionPeriod: age > 2 ? 7 : 14,
    })
    const ages = randomAges(random, 3)
    const server = within({
      ...aws('RDS::DBInstance', 'RelationalDatabase', name),
      config: documentOf(0),
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
    addVersions(server, [0, 1, 2, 3].map(documentOf), ages, `arn:aws:iam::${LEDGER_ACCOUNT}:role/maintenance`)
    log(server, 'ModifyDBInstance', 'Maintenance window moved to Sunday 03:00', (2 + random.below(20)) * DAY)
    if (databaseGroup) link(server, databaseGroup, 'RDSSecurityGroup')
    if (random.chance(0.5))
      addInsight(
        {
          source: 'AWS Config',
          analyzer: 'rds-multi-az-support',
          analysisType: 'reliability',
          severity: 'medium',
          summary: `${name}: Multi-AZ is disabled`,
          status: random.pick(['open', 'silenced']),
          message: null,
          analysis: { multiAZ: false },
          firstAge: (20 + random.below(60)) * DAY,
          lastAge: 24 * MINUTE,
        },
        server
      )
  }
  for (const name of ['ledger-exports', 'ledger-backups', 'clickstream-raw', 'clickstream-parquet', 'cms-uploads'])
    within({
      ...aws('S3::Bucket', 'ObjectStorage', name, { Versioning: 'Enabled', PublicAccessBlock: true }),
      cost: 0.2 + random.below(200) / 100,
      properties: [{ name: 'storage', value: (1 + random.below(900)) * 2 ** 30, unit: 'bytes', headline: true }],
    })
  for (const name of ['rotate-keys', 'export-ledger', 'tag-costs', 'copy-snapshots']) {
    const lambda = within({
      ...aws('Lambda::Function', 'Lamba', name, { Runtime: 'nodejs22.x', MemorySize: 256 }),
      status: 'Active',
      health: 'healthy',
      cost: 0.04,
    })
    for (const age of randomAges(random, 2)) log(lambda, 'UpdateFunctionCode', `New code for ${name}`, age)
  }
  for (const name of ['returns-inbound', 'clickstream-dead-letters', 'label-jobs'])
    within({ ...aws('SQS::Queue', 'Queue', name), cost: 0.01 })
  for (const name of ['picking', 'stock-ledger', 'returns-portal', 'forecast', 'image-proxy'])
    within({ ...aws('ECR::Repository', 'ContainerRegistry', name), cost: 0.03 })
  within({
    ...aws('ElastiCache::CacheCluster', 'Cache', 'returns-sessions', { Engine: 'valkey', EngineVersion: '8.0' }),
    status: 'available',
    health: 'healthy',
    cost: 1.9,
  })
  within({
    ...aws('ElasticLoadBalancingV2::LoadBalancer', 'LoadBalancer', 'quay-ingress', { Type: 'network' }),
    status: 'active',
    health: 'healthy',
    cost: 0.95,
  })
}

const databaseServers = [
  ['ledger', 'postgres', '16.9.0', 200, 6.4],
  ['returns', 'postgres', '16.9.0', 100, 3.2],
  ['cms', 'mysql', '8.4.5', 50, 1.9],
  ['analytics-staging', 'postgres', '17.5.0', 50, 1.1],
] as const

const depotDatabases: readonly (readonly [engine: string, server: string, databases: readonly string[]])[] = [
  ['Postgres', 'leeds-pg-1', ['wms', 'dock_plan', 'labels', 'labels_archive']],
  ['MySQL', 'leeds-mysql-1', ['timesheets', 'forklifts']],
  ['SQLServer', 'leeds-mssql-1', ['freight', 'customs']],
]

/** Items that the agent of a depot pushes: its database servers and their databases. */
function addDepotDatabases({ random, add, addVersions, addInsight }: Builder) {
  for (const [engine, name, databases] of depotDatabases) {
    const server = add(undefined, {
      type: `${engine}::Server`,
      configClass: 'DatabaseServer',
      name,
      scraper: DEPOT_DATABASES_SCRAPER,
      agent: DEPOT_AGENT,
      externalId: name,
      status: 'Running',
      health: 'healthy',
      tags: { depot: 'leeds', engine: engine.toLowerCase() },
      config: { host: `${name}.depot.quillmoor.example`, maxConnections: 200 },
    })
    for (const database of databases) {
      const documentOf = (age: number) => ({
        name: database,
        owner: 'depot',
        tables: 40 - 2 * age,
        collation: 'en_GB.UTF-8',
        sizeMegabytes: 900 - 60 * age,
      })
      const ages = randomAges(random, 3)
      const item = add(server, {
        type: `${engine}::Database`,
        configClass: 'Database',
        name: database,
        externalId: `${name}/${database}`,
        config: documentOf(0),
        status: 'Online',
        health: 'healthy',
        ...(ages[0] !== undefined && { updatedAge: ages[0] }),
      })
      addVersions(item, [0, 1, 2, 3].map(documentOf), ages, 'depot')
      if (item.health === 'unhealthy')
        addInsight(
          {
            source: 'postgres',
            analyzer: 'disk-full',
            analysisType: 'availability',
            severity: 'critical',
            summary: `${database}: disk full`,
            status: 'open',
            message: 'The data disk of leeds-pg-1 is full.',
            analysis: { usedPercent: 100 },
            firstAge: 5 * HOUR,
            lastAge: 3 * MINUTE,
          },
          item
        )
    }
  }
}
