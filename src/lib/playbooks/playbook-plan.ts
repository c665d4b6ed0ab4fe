import { readApproval, type PlannedApproval, recordSchema, parseItems } from './playbook-approval'

/** Kinds of resources that playbooks can be run for. */
const resourceKinds = ['check', 'component', 'config'] as const
type ResourceKind = (typeof resourceKinds)[number]

type Selector = Readonly<Record<string, unknown>>

/** An action as described by its playbook. */
export type PlannedAction = {
  name: string
  /** Labels of its kinds: `HTTP request`. Empty for unknown kinds; some actions also have a notification. */
  kinds: readonly string[]
  /** The expression as written. Absent for the default, which is success of the previous actions. */
  condition?: string
  /** As written: `30s`. */
  delay?: string
}

/** The plan of a playbook before a run. */
export type PlaybookPlan = {
  actions: readonly PlannedAction[]
  approval: PlannedApproval | undefined
  selectors: Readonly<Record<ResourceKind, readonly Selector[]>>
  /** Kinds of resources that the playbook applies to, in a fixed order; empty if it is run without a resource. */
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
 * The actions, resources and required approvals of a playbook, read leniently from its spec: members of another shape
 * are left out, and an action of an unknown kind has only its name.
 * @returns undefined if the value is not a spec
 */
export function readPlaybookPlan(spec: unknown): PlaybookPlan | undefined {
  const { data } = recordSchema.safeParse(spec)
  if (!data) return undefined
  const selectors = {
    check: parseItems(data['checks'], recordSchema),
    component: parseItems(data['components'], recordSchema),
    config: parseItems(data['configs'], recordSchema),
  }
  return {
    actions: parseItems(data['actions'], recordSchema).map(actionOf),
    approval: readApproval(data),
    selectors,
    kinds: resourceKinds.filter((kind) => selectors[kind].length > 0),
  }
}

function actionOf({ name, if: condition, delay, ...rest }: Record<string, unknown>, at: number): PlannedAction {
  const written = typeof condition === 'string' ? condition.trim() : ''
  return {
    name: typeof name === 'string' && name !== '' ? name : `Action ${at + 1}`,
    kinds: Object.entries(kindNames).flatMap(([kind, words]) => (rest[kind] ? [words] : [])),
    // The default condition is omitted.
    ...(written === '' || written === 'success()' ? {} : { condition: written }),
    ...(delay === undefined || delay === null || delay === '' ? {} : { delay: String(delay) }),
  }
}
