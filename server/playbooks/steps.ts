import type { Action } from './playbook'

/** An attempt at an action, as it was stored. */
export type Attempt = { name: string; status: string; retries: number }

export type Step =
  | { is: 'run' | 'skip'; action: Action; retries: number }
  | { is: 'ended'; status: 'completed' | 'failed' }
  /** The run cannot go on; the message says why. */
  | { is: 'stuck'; action: Action; error: string }

/**
 * What a run does next, by what it has done. After an action that failed for good the first later one with a condition
 * follows; those in between are left out.
 * @param attempts in the order in which they were made; all of them have ended
 */
export function nextStep(actions: readonly Action[], attempts: readonly Attempt[]): Step {
  const last = attempts.at(-1)
  const at = last ? actions.findIndex(({ name }) => name === last.name) : -1
  const before = actions[at]
  const hasFailed = last?.status === 'failed'
  if (last && before && hasFailed && last.retries < (before.retry?.limit ?? 0))
    return { is: 'run', action: before, retries: last.retries + 1 }
  const next = actions.find((one, index) => index > at && (!hasFailed || Boolean(one.if)))
  const isBad = endedBadly(attempts)
  if (!next) return { is: 'ended', status: isBad ? 'failed' : 'completed' }
  const holds = judge(next.if, isBad)
  if (typeof holds === 'string') return { is: 'stuck', action: next, error: holds }
  return { is: holds ? 'run' : 'skip', action: next, retries: 0 }
}

/** Whether the last attempt at any action failed; a successful retry makes up for earlier failures. */
const endedBadly = (attempts: readonly Attempt[]): boolean =>
  [...new Map(attempts.map(({ name, status }) => [name, status])).values()].includes('failed')

/** Whether an action's condition holds; a sentence where this backend cannot tell. */
function judge(condition: string | null | undefined, isBad: boolean): boolean | string {
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
      return `The embedded backend does not evaluate the condition ${condition}.`
  }
}

/** How long to wait before another attempt, in milliseconds. `random` is from 0 to 1. */
export function retryDelayMs({ retry }: Action, retries: number, random: number): number {
  const first = retry?.duration ?? 0
  const grown = first * (retry?.exponent?.multiplier ?? 1) ** (retries - 1)
  return Math.round(grown * (1 + ((retry?.jitter ?? 0) / 100) * random))
}
