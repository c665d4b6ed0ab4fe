import type { Queryable } from '../data/db/db'
import { toJsonText, sql } from '../data/db/sql'
import { inChunks } from '../platform/jobs/in-chunks'
import { LOCAL_AGENT, pruneHistory, jobStatus } from '../platform/jobs/job-history'
import type { CheckOutcome } from './outcome'

type CanaryRun = {
  canaryId: string
  checkName: string
  outcome: CheckOutcome
  startedAt: number
  endedAt: number
}

type CanaryHistory = {
  addRun(run: CanaryRun): void
  /** Records why the canary's checks are not run. `at`: epoch milliseconds. */
  addError(canaryId: string, error: string, at: number): void
  /** Writes one job run for every canary that ran since the last call. */
  flush(): Promise<void>
}

const MOST_ERRORS = 10

type Tally = {
  successes: number
  errors: Map<string, string>
  failures: number
  startedAt: number
  endedAt: number
  longestMs: number
}

/**
 * Writes the `Canary` rows of the job history. Each check of a canary runs on its own schedule. All runs since the
 * last flush become one row; otherwise a thousand checks every thirty seconds would create a thousand job runs.
 */
export function createCanaryHistory(db: Queryable, hostname: string): CanaryHistory {
  let tallies = new Map<string, Tally>()
  const tallyOf = (canaryId: string, startedAt: number): Tally => {
    const known = tallies.get(canaryId)
    if (known) return known
    const tally: Tally = { successes: 0, failures: 0, errors: new Map(), startedAt, endedAt: startedAt, longestMs: 0 }
    tallies.set(canaryId, tally)
    return tally
  }

  return {
    addRun: ({ canaryId, checkName, outcome, startedAt, endedAt }) => {
      const tally = tallyOf(canaryId, startedAt)
      tally.startedAt = Math.max(tally.startedAt, startedAt)
      tally.endedAt = Math.max(tally.endedAt, endedAt)
      tally.longestMs = Math.max(tally.longestMs, endedAt - startedAt)
      if (outcome.kind === 'passed') tally.successes++
      // A check that this backend does not run counts as neither success nor failure; its own history records the
      // reason.
      else if (outcome.kind !== 'notRun') {
        tally.failures++
        tally.errors.set(checkName, `${checkName}: ${outcome.error}`)
      }
    },
    addError: (canaryId, error, at) => {
      const tally = tallyOf(canaryId, at)
      tally.failures++
      tally.errors.set('', error)
    },
    flush: async () => {
      const written = [...tallies].filter(([, { successes, failures }]) => successes + failures > 0)
      tallies = new Map()
      await inChunks(written, async (chunk) => {
        await db.run(sql`
          insert into job_history (
            agent_id, name, hostname, resource_type, resource_id, status, success_count, error_count, details,
            duration_millis, time_start, time_end
          )
          select ${LOCAL_AGENT}, 'Canary', ${hostname}, 'canary', run.*
          from jsonb_to_recordset(${toJsonText(chunk.map(toRow))}::jsonb) as run (
            resource_id text, status text, success_count integer, error_count integer, details jsonb,
            duration_millis integer, time_start timestamptz, time_end timestamptz
          )`)
        await pruneHistory(
          db,
          'Canary',
          chunk.map(([id]) => id)
        )
      })
    },
  }
}

function toRow([canaryId, { successes, failures, errors, startedAt, endedAt, longestMs }]: [string, Tally]) {
  return {
    resource_id: canaryId,
    status: jobStatus(successes, failures),
    success_count: successes,
    error_count: failures,
    details: errors.size > 0 ? { errors: [...errors.values()].slice(0, MOST_ERRORS) } : null,
    duration_millis: longestMs,
    time_start: new Date(startedAt).toISOString(),
    time_end: new Date(endedAt).toISOString(),
  }
}
