import { z } from 'zod'
import { formatCount } from '../../src/shared/format'
import type { ExpressionValue } from '../platform/expression/evaluate'
import { redactAndClip } from '../platform/outside/redaction'
import { clipName, checkLabelsSchema } from './canary'
import { type CheckFinding, MAX_MESSAGE_LENGTH, createRule } from './outcome'

/** The handling of a transformed check that a later run no longer returns; without a strategy its status stays. */
export const deleteStrategies = ['MarkHealthy', 'MarkUnhealthy', 'Ignore'] as const
export type DeleteStrategy = (typeof deleteStrategies)[number]

/**
 * A check that `transform` creates from the result of another check, its source. A null member is inherited from the
 * source.
 */
export type TransformedCheck = {
  type: string | null
  name: string
  namespace: string | null
  description: string | null
  icon: string | null
  labels: Readonly<Record<string, string>>
  endpoint: string | null
  deleteStrategy: DeleteStrategy | null
  /** When the reported condition ended: ISO 8601. */
  deletedAt: string | null
  pass: boolean
  invalid: boolean
  durationMs: number
  message: string
  details: Readonly<Record<string, unknown>>
}

/** Limit per run. */
const MOST_CHECKS = 1000
const LONGEST_TYPE = 100

const text = z
  .string()
  .nullish()
  .transform((value) => (value ? redactAndClip(value, MAX_MESSAGE_LENGTH) || undefined : undefined))
const moment = z.union([z.iso.datetime({ offset: true }), z.literal('')]).nullish()

const entry = z.object({
  name: text,
  type: z.string().max(LONGEST_TYPE).nullish(),
  namespace: text,
  description: text,
  icon: text,
  labels: checkLabelsSchema.optional(),
  endpoint: text,
  pass: z.boolean().nullish(),
  invalid: z.boolean().nullish(),
  message: text,
  error: text,
  /** Milliseconds. */
  duration: z.number().min(0).max(86_400_000).nullish(),
  detail: z.unknown().optional(),
  start: moment,
  deletedAt: moment,
  transformDeleteStrategy: z.union([z.enum(deleteStrategies), z.literal('')]).nullish(),
  spec: z.unknown().optional(),
  /** In the protocol, but not stored. */
  data: z.unknown().optional(),
  displayType: z.unknown().optional(),
  metrics: z.unknown().optional(),
})
type Entry = z.infer<typeof entry>

const entries = z.union([z.array(entry), entry.transform((one) => [one])], { error: 'is not a list of checks' })

/**
 * Returns the finding with the result of `transform`. One entry without a name is the check's own result; other
 * entries are separate checks.
 * @param value the value of the expression: the entries, or their JSON as text.
 * @param deleteStrategy default for entries without one.
 * @returns a text when the protocol creates a resource that this backend does not support: a noun.
 * @throws with a message for users when the value is invalid.
 */
export function applyTransformation(
  finding: CheckFinding,
  { value, text: written }: ExpressionValue,
  deleteStrategy: DeleteStrategy | undefined
): CheckFinding | string {
  const given = typeof value === 'object' ? (value ?? []) : parsedJson(written)
  const read = entries.safeParse(given ?? [])
  if (!read.success) throw new Error(problemOf(given))
  const all = read.data
  if (all.some(({ spec }) => spec !== undefined && spec !== null)) return 'canaries created by transform.expr'
  const [first] = all
  if (first && all.length === 1 && first.name === undefined) {
    if (Object.values(first).every((member) => member === undefined))
      throw new Error('the result has no member of a check')
    return withOwn(finding, first)
  }
  if (all.length > MOST_CHECKS)
    throw new Error(`the result has ${all.length} checks, at most ${MOST_CHECKS} are allowed`)
  const nameless = all.findIndex(({ name }) => name === undefined)
  if (nameless >= 0) throw new Error(`in the result, [${nameless}] has no name`)
  // The last of several entries with the same name is the check.
  const checks = new Map(all.map((one) => [`${one.type ?? ''}\n${one.name}`, checkOf(one, deleteStrategy)]))
  return {
    ...finding,
    transformed: [...checks.values()],
    rules: [...(finding.rules ?? []), createRule('transform.expr', undefined, formatCount(checks.size, 'check'))],
  }
}

function parsedJson(written: string): unknown {
  if (written.trim() === '') return []
  try {
    return JSON.parse(written)
  } catch {
    throw new Error('the result is not JSON')
  }
}

/** Names the invalid member of the first invalid entry. */
function problemOf(given: unknown): string {
  const list = Array.isArray(given) ? given : [given]
  for (const [index, one] of list.entries()) {
    const [issue] = entry.safeParse(one).error?.issues ?? []
    if (!issue) continue
    const path = [Array.isArray(given) ? `[${index}]` : '', ...issue.path].filter((part) => part !== '').join('.')
    return `${path === '' ? 'the result' : `in the result, ${path}`} is invalid: ${issue.message}`
  }
  return 'the result is not a list of checks'
}

const isPassing = ({ pass, invalid, error }: Entry, otherwise: boolean): boolean =>
  error === undefined && !invalid && (pass ?? otherwise)

/** The check's own result: the given members replace the finding's. */
function withOwn(finding: CheckFinding, own: Entry): CheckFinding {
  const pass = isPassing(own, finding.pass)
  const message = (pass ? own.message : (own.error ?? own.message)) ?? finding.message
  const details = detailsOf(own)
  return {
    ...finding,
    pass,
    message,
    ...(details && { details: { ...finding.details, ...details } }),
    ...(typeof own.duration === 'number' && { durationMs: own.duration }),
    rules: [...(finding.rules ?? []), createRule('transform.expr', pass ? undefined : message, message)],
  }
}

const checkOf = (one: Entry, deleteStrategy: DeleteStrategy | undefined): TransformedCheck => ({
  type: one.type || null,
  name: clipName(one.name ?? ''),
  namespace: one.namespace ?? null,
  description: one.description ?? null,
  icon: one.icon ?? null,
  labels: one.labels ?? {},
  endpoint: one.endpoint ?? null,
  deleteStrategy: one.transformDeleteStrategy || deleteStrategy || null,
  deletedAt: momentOf(one.deletedAt),
  pass: isPassing(one, false),
  invalid: one.invalid === true,
  durationMs: one.duration ?? 0,
  message: one.error ?? one.message ?? '',
  details: { ...(momentOf(one.start) !== null && { start: one.start }), ...detailsOf(one) },
})

/** Go writes its zero time for an absent one. */
const momentOf = (given: string | null | undefined): string | null =>
  given && !given.startsWith('0001-01-01T00:00:00') ? given : null

/** Details must be an object here; any other value becomes a member of one. */
const detailsOf = ({ detail }: Entry): Record<string, unknown> | undefined => {
  if (detail === undefined || detail === null) return undefined
  return typeof detail === 'object' && !Array.isArray(detail) ? { ...detail } : { detail }
}
