import { z } from 'zod/mini'
import { runMessage } from './checks'
import { call, type QueryParams } from '../http'
import { timestamp } from '../time'

const run = z.object({
  time: timestamp,
  /** Null for a run without a result. */
  status: z.nullable(z.boolean()),
  error: z.nullish(z.string()),
  message: z.nullish(z.string()),
})

const checkWithRuns = z.object({
  id: z.guid(),
  name: z.string(),
  within: z._default(z.array(run), []),
  before: z._default(z.array(z.pick(run, { time: true, status: true })), []),
})

/** A check started failing, or passed again. */
export type CheckTransition = {
  check: { id: string; name: string }
  /** ISO time of the run that changed the result. */
  at: string
  hasPassed: boolean
  /** The error or message of the run, if it failed. */
  why: string | undefined
}

/** Maximum number of runs to read per check, the newest first: one run a minute for more than a day. */
export const MOST_TRANSITION_RUNS = 2000
/** Number of earlier runs to read. One of them is expected to have a result. */
const FEW_BEFORE = 3

const iso = (at: number) => new Date(at).toISOString()

/**
 * All transitions of some checks within a time range, derived from the results of their runs. Includes a transition
 * with the first run in the range, because the runs before the range are read as well. Adjoining ranges therefore have
 * the same transitions as one range over both.
 * @param which the conditions that select the checks
 * @param time milliseconds since 1970; `to` is exclusive
 * @returns `isCut`: a check has more runs than were read, and its earlier transitions are left out
 */
export async function readTransitions(
  which: QueryParams,
  { from, to }: { from: number; to: number },
  signal: AbortSignal
): Promise<{ transitions: CheckTransition[]; isCut: boolean }> {
  const found = await call({
    path: '/api/db/checks',
    query: [
      ...which,
      ['select', 'id,name,within:check_statuses(time,status,error,message),before:check_statuses(time,status)'],
      ['within.time', `gte.${iso(from)}`],
      ['within.time', `lt.${iso(to)}`],
      ['within.order', 'time.desc'],
      ['within.limit', String(MOST_TRANSITION_RUNS)],
      ['before.time', `lt.${iso(from)}`],
      ['before.order', 'time.desc'],
      ['before.limit', String(FEW_BEFORE)],
    ],
    schema: z.array(checkWithRuns),
    signal,
  })
  const transitions = found.flatMap(({ id, name, within, before }): CheckTransition[] => {
    // The result before the oldest run is unknown if the runs were cut off.
    let was =
      within.length < MOST_TRANSITION_RUNS ? (before.find(({ status }) => status !== null)?.status ?? null) : null
    const turns: CheckTransition[] = []
    for (const { time: at, status, error, message } of within.toReversed()) {
      if (status === null) continue
      if (was !== null && was !== status) {
        const why = status ? undefined : (runMessage({ error, message }) ?? undefined)
        turns.push({ check: { id, name }, at, hasPassed: status, why })
      }
      was = status
    }
    return turns
  })
  return {
    transitions,
    isCut: found.some(({ within }) => within.length === MOST_TRANSITION_RUNS),
  }
}
