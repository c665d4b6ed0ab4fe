import { DAY, hashText, type InstallationBuilder, MINUTE, randomAges, type SampleItem } from './builder'
import { addCronJob, addService, addStatefulSet, kubernetes, type Service } from './workloads'

type ClusterNamespace = { name: string; team: string; services: readonly Service[] }

/** The services in the cluster, by namespace and owning team. */
const namespaces: readonly ClusterNamespace[] = [
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

/** @returns its nodes. */
export function addCluster(builder: InstallationBuilder): readonly SampleItem[] {
  const cluster = builder.add(undefined, {
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
  const nodes = [1, 2, 3, 4, 5, 6].map((n) => addNode(builder, cluster, n))
  for (const namespace of namespaces) addNamespace(builder, { cluster, nodes }, namespace)
  return nodes
}

function addNode({ add, addChange, random }: InstallationBuilder, cluster: SampleItem, n: number): SampleItem {
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
}

function addNamespace(
  builder: InstallationBuilder,
  { cluster, nodes }: { cluster: SampleItem; nodes: readonly SampleItem[] },
  { name, team, services }: ClusterNamespace
): void {
  const { random, add, link, addChange } = builder
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
  const ingress = name === 'monitoring' || name === 'cluster-services' ? undefined : addIngress(builder, space, team)
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

/** Adds the ingress of a namespace and its certificate. */
function addIngress({ add }: InstallationBuilder, space: SampleItem, team: string): SampleItem {
  const { name } = space
  const host = `${name}.quillmoor.example`
  const ingress = add(space, {
    ...kubernetes('Ingress', name, name, { spec: { rules: [{ host }] } }),
    status: 'Running',
    health: 'healthy',
    labels: { team },
  })
  add(space, {
    ...kubernetes('Certificate', `${name}-quillmoor-example`, name, {
      spec: { dnsNames: [host], renewBefore: '360h' },
    }),
    status: 'Issued',
    health: 'healthy',
    labels: { team },
  })
  return ingress
}
