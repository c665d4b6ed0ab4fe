import type { RunState } from '@/api/playbooks/playbooks'
import type { Outcome } from '../command'
import { asSentence } from '@/shared/format'

/** After this time, users no longer expect a message. The page of the run shows the result. */
const POLL_FOR_MS = 60_000
const POLL_EVERY_MS = 1000

const finalStatuses = new Set(['completed', 'failed', 'cancelled', 'timed_out'])

/** The playbook and its target, if it has one: '“Restart” for checkout'. */
export const formatRunName = (title: string, label?: string) =>
  label === undefined ? `“${title}”` : `“${title}” for ${label}`

/** The state of a run as an outcome; undefined while there is nothing to report. */
export function runOutcome(
  name: string,
  { status, error, playbook_run_actions: actions }: RunState
): Outcome | undefined {
  if (status === 'pending_approval') return { message: `${name} is awaiting approval.` }
  if (!finalStatuses.has(status)) return undefined
  if (status === 'completed') return { message: `${name} completed.` }
  const failed = actions.find((action) => action.status === 'failed')
  const why = error || (failed?.error && `${failed.name}: ${failed.error}`)
  const ended = status === 'timed_out' ? 'timed out' : status === 'cancelled' ? 'was cancelled' : 'failed'
  return { message: asSentence(`${name} ${ended}${why ? `: ${why}` : ''}`), isFailure: true }
}

type PollEffects = {
  look(): Promise<RunState | null>
  wait(ms: number): Promise<void>
}

/**
 * Polls a run until it has ended or awaits approval. Failed requests are retried, since the run continues without them.
 * @returns undefined if the run takes longer, or does not exist
 */
export async function pollRun(name: string, { look, wait }: PollEffects): Promise<Outcome | undefined> {
  for (let looked = 0; looked < POLL_FOR_MS / POLL_EVERY_MS; looked++) {
    const state = await look().catch(() => undefined)
    if (state === null) return undefined
    const outcome = state && runOutcome(name, state)
    if (outcome) return outcome
    await wait(POLL_EVERY_MS)
  }
  return undefined
}
