import { redactAndClip, redactShortened } from '../platform/outside/redaction'
import { shorten } from '../../src/shared/format'
import type { ExpressionResult } from '../platform/expression/evaluate'
import { parseTruth } from '../platform/expression/truth'
import type { PlaybookAction } from './playbook'

/** A stored attempt at an action. */
export type ActionAttempt = { name: string; status: string; retries: number }

export type RunStep =
  | { is: 'run' | 'skip'; action: PlaybookAction; retries: number }
  /** Its condition is an expression: the action runs where that is true. */
  | { is: 'judge'; action: PlaybookAction; condition: string; hasFailed: boolean }
  | { is: 'ended'; status: 'completed' | 'failed' }
  /** The run cannot continue, for the reason in the message. */
  | { is: 'stuck'; action: PlaybookAction; error: string }

/**
 * Returns the next step of a run. After an action that failed for good, the next later action with a condition
 * follows; those in between are left out.
 * @param attempts in chronological order; all of them have ended
 */
export function nextStep(actions: readonly PlaybookAction[], attempts: readonly ActionAttempt[]): RunStep {
  const last = attempts.at(-1)
  const at = last ? actions.findIndex(({ name }) => name === last.name) : -1
  const before = actions[at]
  const hasFailed = last?.status === 'failed'
  if (last && before && hasFailed && last.retries < (before.retry?.limit ?? 0))
    return { is: 'run', action: before, retries: last.retries + 1 }
  const next = actions.find((one, index) => index > at && (!hasFailed || Boolean(one.if)))
  const isBad = endedBadly(attempts)
  if (!next) return { is: 'ended', status: isBad ? 'failed' : 'completed' }
  const isTrue = evaluateKnownCondition(next.if, isBad)
  if (isTrue === undefined) return { is: 'judge', action: next, condition: next.if ?? '', hasFailed: isBad }
  return { is: isTrue ? 'run' : 'skip', action: next, retries: 0 }
}

/** Whether the last attempt at any action failed; a successful retry makes up for earlier failures. */
const endedBadly = (attempts: readonly ActionAttempt[]): boolean =>
  [...new Map(attempts.map(({ name, status }) => [name, status])).values()].includes('failed')

/** Whether an action's condition is true; undefined for an expression. */
function evaluateKnownCondition(condition: string | null | undefined, isBad: boolean): boolean | undefined {
  switch (condition?.replaceAll(/\s/g, '') || 'success()') {
    case 'always()':
    case 'true':
      return true
    case 'success()':
      return !isBad
    case 'failure()':
      return isBad
    case 'skip()':
    case 'false':
      return false
    default:
      return undefined
  }
}

/**
 * Returns the step for an action whose condition is an expression.
 * @param answer the result of the expression
 */
export function decideByAnswer(
  action: PlaybookAction,
  condition: string,
  answer: ExpressionResult
): Exclude<RunStep, { is: 'judge' }> {
  const stuck = (why: string) => ({
    is: 'stuck' as const,
    action,
    error: `The condition ${shorten(condition, 300)} ${why}.`,
  })
  if (answer.kind === 'undecided') return stuck(`needs ${answer.message}, which the embedded backend does not support`)
  if (answer.kind === 'failed') return stuck(`cannot be evaluated: ${redactShortened(answer.message)}`)
  const isTrue = parseTruth(answer.text)
  if (isTrue === undefined) return stuck(`returns ${redactAndClip(answer.text, 300)}, not true or false`)
  return { is: isTrue ? 'run' : 'skip', action, retries: 0 }
}

/** The shortest delay before another attempt. */
const SHORTEST_DELAY_MS = 1000

/** The delay before another attempt, in milliseconds. `random` is from 0 to 1. */
export function retryDelayMs({ retry }: PlaybookAction, retries: number, random: number): number {
  const first = retry?.duration ?? 0
  const grown = first * (retry?.exponent?.multiplier ?? 1) ** (retries - 1)
  return Math.max(SHORTEST_DELAY_MS, Math.round(grown * (1 + ((retry?.jitter ?? 0) / 100) * random)))
}
