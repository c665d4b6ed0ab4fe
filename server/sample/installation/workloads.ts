import {
  DAY,
  earlierVersion,
  hashText,
  HOUR,
  type InstallationBuilder,
  type ItemInput,
  MINUTE,
  people,
  randomAges,
  type SampleItem,
} from './builder'

const GITOPS = 'system:serviceaccount:flux-system:kustomize-controller'

export type Service = readonly [name: string, replicas: number, version: string, cost: number]

export const kubernetes = (
  kind: string,
  name: string,
  namespace: string | undefined,
  rest: object = {}
): ItemInput => ({
  configClass: kind,
  type: `Kubernetes::${kind}`,
  name,
  config: { kind, metadata: { name, ...(namespace && { namespace }) }, ...rest },
})

type Workload = { space: SampleItem; team: string; service: Service; nodes: readonly SampleItem[] }

const imageName = (name: string, version: string) => `registry.quillmoor.example/${name}:${version}`

/** Adds a deployment with its replica set, pods and endpoint. Some have settings, an autoscaler and insights. */
export function addService(builder: InstallationBuilder, workload: Workload) {
  const { random, add } = builder
  const { space, team, service } = workload
  const [name, replicas, version] = service
  const labels = { app: name, team, 'app.kubernetes.io/version': version }
  const deployment = addDeployment(builder, workload, labels)
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
  for (let n = 0; n < replicas; n++)
    addPod(builder, workload, { set, endpoint, name: `${set.name}-${hashText(set.name + n, 5)}` })
  if (random.chance(0.35)) addSettings(builder, deployment, space)
  if (replicas > 2) addAutoscaler(builder, workload, deployment)
  if (random.chance(0.45)) addVulnerability(builder, deployment)
  if (isBroken) addFailedRollout(builder, deployment, imageName(name, version))
  return { deployment, endpoint }
}

/** Adds a deployment with the versions of its document. */
function addDeployment(
  { random, add, addChange, addVersions }: InstallationBuilder,
  { space, team, service: [name, replicas, version, cost] }: Workload,
  labels: Record<string, string>
): SampleItem {
  const memories = ['256Mi', '384Mi', '512Mi', '768Mi']
  const memory = random.below(memories.length)
  const documentAt = (age: number) => ({
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
    config: documentAt(0),
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
    [0, ...ages].map((_, age) => documentAt(age)),
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
  return deployment
}

/** Adds a pod, which is as healthy as its replica set, with its events. */
function addPod(
  { random, add, link, addChange }: InstallationBuilder,
  { space, service: [service, , version], nodes }: Workload,
  { set, endpoint, name }: { set: SampleItem; endpoint: SampleItem; name: string }
): void {
  const isBroken = set.health === 'unhealthy'
  const startedAge = set.updatedAge
  const pod = add(set, {
    ...kubernetes('Pod', name, space.name, { status: { phase: 'Running' } }),
    status: isBroken ? 'CrashLoopBackOff' : 'Running',
    health: isBroken ? 'unhealthy' : 'healthy',
    description: isBroken ? `Back-off 5m0s restarting failed container=${service}` : null,
    labels: set.labels,
    properties: [{ name: 'restarts', value: isBroken ? 31 : random.below(3) }],
    createdAge: startedAge,
    updatedAge: startedAge,
  })
  const node = random.pick(nodes)
  link(endpoint, pod, 'ServicePod')
  link(node, pod, 'NodePod')
  addChange(pod, {
    changeType: 'Scheduled',
    source: 'default-scheduler',
    summary: `Assigned to ${node.name}`,
    age: startedAge - 3,
  })
  addChange(pod, {
    changeType: 'Pulled',
    source: 'kubelet',
    summary: `Successfully pulled image "${imageName(service, version)}"`,
    age: startedAge - 9,
  })
  if (isBroken)
    addChange(pod, {
      changeType: 'BackOff',
      severity: 'medium',
      source: 'kubelet',
      summary: `Back-off restarting failed container ${service}`,
      age: 40 + random.below(200),
      firstAge: startedAge - 30,
      count: 120 + random.below(200),
    })
  else if (random.chance(0.2))
    addChange(pod, {
      changeType: 'Unhealthy',
      severity: 'medium',
      source: 'kubelet',
      summary: 'Readiness probe failed: HTTP probe failed with statuscode: 503',
      age: Math.max(startedAge - HOUR, 10 * MINUTE),
      count: 1 + random.below(5),
    })
}

/** Adds a horizontal pod autoscaler. */
function addAutoscaler(
  { random, add, link, addChange }: InstallationBuilder,
  { space, team, service: [name, replicas] }: Workload,
  deployment: SampleItem
): void {
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

const libraries = [
  ['libink', '3.0.2', '3.0.8', 'high'],
  ['tinyxml-fast', '1.9.0', '1.9.4', 'medium'],
  ['quickzip', '0.12.1', '0.13.0', 'critical'],
  ['yamlite', '2.2.0', '2.2.1', 'low'],
  ['jsonpipe', '5.4.3', '5.5.0', 'medium'],
] as const

function addVulnerability({ random, addInsight }: InstallationBuilder, deployment: SampleItem): void {
  const [library, installed, fixed, severity] = random.pick(libraries)
  addInsight(deployment, {
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
  })
}

function addFailedRollout({ addInsight }: InstallationBuilder, deployment: SampleItem, image: string): void {
  addInsight(deployment, {
    source: 'Kubernetes',
    analyzer: 'progress-deadline-exceeded',
    analysisType: 'availability',
    severity: 'high',
    summary: `${deployment.name}: rollout failed`,
    message: `Image ${image} exits with status 1 within seconds.`,
    analysis: { image, exitCode: 1 },
    firstAge: deployment.updatedAge - 10 * MINUTE,
    lastAge: 3 * MINUTE,
  })
}

/** Adds a config map that a deployment uses. */
function addSettings(
  { random, add, link, addVersions }: InstallationBuilder,
  deployment: SampleItem,
  space: SampleItem
) {
  const name = `${deployment.name}-settings`
  const documentAt = (age: number) => ({
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
    config: documentAt(0),
    labels: { app: deployment.name },
    ...(ages[0] !== undefined && { updatedAge: ages[0] }),
  })
  addVersions(
    settings,
    [0, ...ages].map((_, age) => documentAt(age)),
    ages,
    `${random.pick(people)}@quillmoor.example`
  )
  link(settings, deployment, 'ConfigMapDeployment')
}

/** Adds a stateful set with its pods and their volume claims. */
export function addStatefulSet(
  { random, add, link, addChange, addVersions }: InstallationBuilder,
  { space, team, service: [name, replicas, version, cost], nodes }: Workload
): void {
  const labels = { app: name, team }
  const documentAt = (age: number) => ({
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
    config: documentAt(0),
    status: 'Running',
    health: 'healthy',
    labels,
    properties: [{ name: 'replicas', value: replicas, headline: true }],
    cost,
    ...(ages[0] !== undefined && { updatedAge: ages[0] }),
  })
  addVersions(
    set,
    [0, ...ages].map((_, age) => documentAt(age)),
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

/** Adds a cron job with its runs of two weeks; a suspended one has none. */
export function addCronJob(
  { random, add, addChange }: InstallationBuilder,
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
