import { z } from 'zod'
import { parseDuration } from '../../src/shared/duration'
import { describeSpecErrors } from '../platform/outside/error-text'
import { type Selector, selectorSchema } from '../platform/selection/selector'

/** A rule is invalid. The message is a sentence with the problem. */
export class IncidentRuleError extends Error {
  override readonly name = 'RuleError'
}

const text = z.string().max(10_000).nullish()
const few = 100
/** `type` is an alternative to a single entry in `types`. */
const selections = z
  .array(
    z
      .strictObject({ ...selectorSchema.shape, type: text })
      .transform(({ type, types, ...rest }): Selector => ({ ...rest, types: type ? [...(types ?? []), type] : types }))
  )
  .max(few)
  .nullish()
const duration = z.string().transform((written, context) => {
  const ms = parseDuration(written)
  if (ms === undefined || ms < 0) {
    context.addIssue({ code: 'custom', message: `"${written.slice(0, 50)}" is not a duration` })
    return z.NEVER
  }
  return ms
})

const spec = z.strictObject({
  /** Used by rules in clusters; here the row has the name. */
  name: text,
  priority: z.number().nullish(),
  breakOnMatch: z.boolean().nullish(),
  components: selections,
  checks: selections,
  filter: z.strictObject({ status: z.array(z.string().max(100)).max(few).nullish() }).nullish(),
  template: z.strictObject({ title: text, description: text, type: text, severity: text }).nullish(),
  autoAssignOwner: z.boolean().nullish(),
  autoClose: z.strictObject({ timeout: duration }).nullish(),
  /**
   * By the channel of notification: `email` is a user of this console; others are systems that this backend does not
   * reach.
   */
  responders: z.record(z.string(), z.unknown()).nullish(),
})

const addressed = z.array(z.object({ to: z.string().max(500) })).max(few)

export type IncidentRuleSpec = {
  /** Rules with a lower number come first; those without one last. */
  priority: number
  /** Later rules skip resources that this one matches. */
  isLast: boolean
  components: readonly Selector[]
  checks: readonly Selector[]
  /** In lower case. */
  statuses: ReadonlySet<string>
  template: { title?: string; description?: string; type?: string; severity?: string }
  assignsOwner: boolean
  closesAfterMs: number | undefined
  /** E-mail addresses of users. */
  responders: readonly string[]
  /** Kinds of responders that are not supported here. */
  unsupportedResponders: readonly string[]
}

/** @throws {IncidentRuleError} when it is invalid. */
export function parseIncidentRule(written: unknown): IncidentRuleSpec {
  const read = spec.safeParse(written ?? {})
  if (!read.success) throw new IncidentRuleError(describeSpecErrors(read.error))
  const { priority, components, checks, filter, template, responders } = read.data
  const { email, ...others } = responders ?? {}
  const people = addressed.safeParse(email ?? [])
  if (!people.success) throw new IncidentRuleError('responders.email: a list of {to: an address} is expected')
  if (!components?.length && !checks?.length) throw new IncidentRuleError('it selects neither components nor checks')
  return {
    priority: priority ?? Number.MAX_SAFE_INTEGER,
    isLast: read.data.breakOnMatch === true,
    components: components ?? [],
    checks: checks ?? [],
    statuses: new Set((filter?.status?.length ? filter.status : ['unhealthy']).map((one) => one.toLowerCase())),
    template: Object.fromEntries(Object.entries(template ?? {}).filter(([, value]) => value)),
    assignsOwner: read.data.autoAssignOwner === true,
    closesAfterMs: read.data.autoClose?.timeout,
    responders: people.data.map(({ to }) => to),
    unsupportedResponders: Object.keys(others),
  }
}
