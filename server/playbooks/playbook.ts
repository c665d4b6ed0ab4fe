import { z } from 'zod'
import { parseDuration } from '../../src/shared/duration'
import { selectorSchema } from '../platform/selection/selector'

/** Values that YAML parses as numbers or flags count as their text. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)

/** A Go duration such as `30s`; returns milliseconds. */
const duration = z.string().transform((written, context) => {
  const ms = parseDuration(written)
  if (ms !== undefined && ms >= 0) return ms
  context.addIssue({ code: 'custom', message: `"${written}" is not a duration such as 30s or 5m` })
  return z.NEVER
})

const LONGEST_TIMEOUT_MS = 24 * 3_600_000
/** Timers of Node end at once beyond 25 days. */
const timeout = duration.refine((ms) => ms <= LONGEST_TIMEOUT_MS, 'is longer than 24 hours')

const MOST_RETRIES = 100

/** Above any realistic number, and low enough to compare all pairs quickly. */
const MOST = 200

const selectors = z.array(selectorSchema).max(MOST).nullish()

const parameter = z.object({
  name: z.string().min(1),
  label: z.string().nullish(),
  type: z.string().nullish(),
  required: z.boolean().nullish(),
  default: text.nullish(),
  icon: z.string().nullish(),
  description: z.string().nullish(),
  properties: z.record(z.string(), z.unknown()).nullish(),
  dependsOn: z.array(z.string()).nullish(),
})
export type PlaybookParameter = z.infer<typeof parameter>

const retry = z.object({
  limit: z.int().min(0).max(MOST_RETRIES).default(0),
  duration: duration.optional(),
  exponent: z.object({ multiplier: z.number().min(1) }).optional(),
  /** Percent by which each wait is extended at random. */
  jitter: z.number().min(0).optional(),
})

/** One action, with its kind as a further member: `{name, http: {…}}`. */
const action = z.looseObject({
  name: z.string().min(1),
  if: z.string().nullish(),
  delay: duration.nullish(),
  timeout: timeout.nullish(),
  retry: retry.nullish(),
  runsOn: z.array(z.string()).nullish(),
})
export type PlaybookAction = z.infer<typeof action>

const approval = z.object({
  /** `any`: one approval is enough. Otherwise all listed approvers must approve. */
  type: z.string().nullish(),
  approvers: z.object({ people: z.array(z.string()).nullish(), teams: z.array(z.string()).nullish() }).nullish(),
})

export type PlaybookApproval = z.infer<typeof approval>

const event = z.object({
  /** `failed`, or with its kind, `check.failed`. */
  event: z.string(),
  /** Each label must match its list: `a,b`, `!c`, `d*`. */
  labels: z.record(z.string(), text).nullish(),
  filter: z.string().nullish(),
})
export type TriggerEvent = z.infer<typeof event>
const events = z.array(event).max(MOST).nullish()

const secretText = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)])

const webhook = z.object({
  path: z.string().min(1),
  authentication: z
    .object({
      basic: z.object({ username: secretText, password: secretText }).nullish(),
      github: z.object({ token: secretText }).nullish(),
      svix: z
        .object({ secret: secretText, verifyTimestamp: duration.nullish(), timestampTolerance: duration.nullish() })
        .nullish(),
      jwt: z.object({ jwksUri: z.url() }).nullish(),
    })
    .nullish(),
})
export type PlaybookWebhook = z.infer<typeof webhook>

const schedule = z.object({
  schedule: z.string(),
  parameters: z.record(z.string(), text).nullish(),
})

/** The automatic triggers of a playbook. */
export const triggersSchema = z.object({
  canary: events,
  component: events,
  config: events,
  webhook: webhook.nullish(),
  schedule: z.array(schedule).max(MOST).nullish(),
})

/** The members of a playbook's spec that this backend uses. */
export const playbookSpecSchema = z.object({
  configs: selectors,
  components: selectors,
  checks: selectors,
  parameters: z.array(parameter).max(MOST).nullish(),
  filters: z.array(z.string()).max(MOST).nullish(),
  env: z
    .array(z.object({ name: z.string(), value: text.optional() }))
    .max(MOST)
    .nullish(),
  approval: approval.nullish(),
  runsOn: z.array(z.string()).nullish(),
  timeout: timeout.nullish(),
  actions: z.array(action).min(1, 'has no actions').max(MOST),
})
export type PlaybookSpec = z.infer<typeof playbookSpecSchema>

/** Every kind of action in Mission Control. */
const actionKinds = [
  'exec',
  'http',
  'sql',
  'pod',
  'gitops',
  'github',
  'azureDevopsPipeline',
  'ai',
  'logs',
  'notification',
] as const

/** The known kinds among the members of an action: none, one, or one and a notification. */
export const listActionKinds = (one: PlaybookAction): string[] => actionKinds.filter((kind) => one[kind] !== undefined)

export const listApprovers = ({ approval: required }: { approval?: PlaybookApproval | null | undefined }) => ({
  people: required?.approvers?.people ?? [],
  teams: required?.approvers?.teams ?? [],
})

/** Whether a run requires an approval. */
export function needsApproval(spec: PlaybookSpec): boolean {
  const { people, teams } = listApprovers(spec)
  return people.length + teams.length > 0
}
