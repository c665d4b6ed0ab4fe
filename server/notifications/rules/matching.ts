import { shorten } from '@/shared/format'
import type { AccessObject } from '@/shared/access/policy'
import type { Evaluate } from '../../platform/expression/evaluator'
import type { NotificationEvent } from '../event'
import { evaluateEventFilter } from '../event-filter'
import type { Rule } from './rule'

/** Whether a filter is true for an event, or why it has no result, as a sentence that users can act on. */
export type RuleMatch = { isMatch: boolean; error?: never } | { isMatch: false; error: string }

/** The evaluation may succeed later: the expressions of the rule have used their time for this minute. */
export class EvaluationDelayedError extends Error {
  override readonly name = 'EvaluationDelayedError'
}

/** Whether a rule is about events of this name. */
export const listensTo = ({ events }: Pick<Rule, 'events'>, event: string): boolean => events.includes(event)

/**
 * Whether a rule applies to an event: the event is one of its events, and its filter is true.
 * @throws {EvaluationDelayedError} when it cannot be decided now.
 */
export async function matchesRule(
  rule: Pick<Rule, 'id' | 'events' | 'filter'>,
  event: NotificationEvent,
  evaluate: Evaluate
): Promise<RuleMatch> {
  if (!listensTo(rule, event.name)) return { isMatch: false }
  return matchesFilter(rule.filter, event, evaluate, rule.id)
}

/**
 * Evaluates a filter of a rule or of one of its services.
 * @param filter undefined matches every event.
 * @throws {EvaluationDelayedError} when it cannot be decided now.
 */
export async function matchesFilter(
  filter: string | undefined,
  event: NotificationEvent,
  evaluate: Evaluate,
  ruleId: string
): Promise<RuleMatch> {
  if (filter === undefined) return { isMatch: true }
  const result = await evaluateEventFilter(filter, event.env, evaluate, `notification ${ruleId}`)
  if (result.kind === 'unavailable')
    throw new EvaluationDelayedError(`The filter ${shorten(filter, 300)} has no result.`)
  return result.kind === 'failed' ? { isMatch: false, error: result.error } : { isMatch: result.matches }
}

const objects: readonly (readonly [string, AccessObject])[] = [
  ['check.', 'canaries'],
  ['canary.', 'canaries'],
  ['config.', 'catalog'],
  ['component.', 'topology'],
  ['incident.', 'incident'],
  ['playbook.', 'playbooks'],
]

/** The object that the writer of a rule must be allowed to read for events of this name. */
export const findEventObject = (event: string): AccessObject | undefined =>
  objects.find(([beginning]) => event.startsWith(beginning))?.[1]
