import { approvalIn, type PlannedApproval, record, those } from './playbook-approval'

/** What playbooks are run for, and what their selectors of it are called. */
const resourceKinds = ['check', 'component', 'config'] as const
type ResourceKind = (typeof resourceKinds)[number]

type Selector = Readonly<Record<string, unknown>>

/** One action as its playbook describes it. */
export type PlannedAction = {
  name: string
  /** What it is, in words: `HTTP request`. Empty for a kind that is not known; some have a notification besides. */
  kinds: readonly string[]
  /** An expression, as it is written. Absent: it follows what went well. */
  condition?: string
  /** As it is written: `30s`. */
  delay?: string
}

/** What can be said of a playbook before it is run. */
export type PlaybookPlan = {
  actions: readonly PlannedAction[]
  approval: PlannedApproval | undefined
  selectors: Readonly<Record<ResourceKind, readonly Selector[]>>
  /** What it is run for, in a fixed order; none: for nothing in particular. */
  kinds: readonly ResourceKind[]
}

const kindNames: Readonly<Record<string, string>> = {
  exec: 'Script',
  http: 'HTTP request',
  sql: 'SQL query',
  pod: 'Pod',
  gitops: 'GitOps change',
  github: 'GitHub workflow',
  azureDevopsPipeline: 'Azure DevOps pipeline',
  ai: 'AI',
  logs: 'Logs',
  notification: 'Notification',
}

/**
 * What a playbook does, for whom, and who has to agree, out of its spec, of which nothing is taken for granted: what has
 * another shape is left out, and an action of an unknown kind has its name alone.
 * @returns undefined for what is no spec at all
 */
export function planOf(spec: unknown): PlaybookPlan | undefined {
  const { data } = record.safeParse(spec)
  if (!data) return undefined
  const selectors = {
    check: those(data['checks'], record),
    component: those(data['components'], record),
    config: those(data['configs'], record),
  }
  return {
    actions: those(data['actions'], record).map(actionOf),
    approval: approvalIn(data),
    selectors,
    kinds: resourceKinds.filter((kind) => selectors[kind].length > 0),
  }
}

function actionOf({ name, if: condition, delay, ...rest }: Record<string, unknown>, at: number): PlannedAction {
  const written = typeof condition === 'string' ? condition.trim() : ''
  return {
    name: typeof name === 'string' && name !== '' ? name : `Action ${at + 1}`,
    kinds: Object.entries(kindNames).flatMap(([kind, words]) => (rest[kind] ? [words] : [])),
    // What holds without one need not be said.
    ...(written === '' || written === 'success()' ? {} : { condition: written }),
    ...(delay === undefined || delay === null || delay === '' ? {} : { delay: String(delay) }),
  }
}
