import { z } from 'zod/mini'
import { runMessage } from './checks'
import { call, type Query } from './http'
import { moment } from './time'

const run = z.object({
  time: moment,
  /** Null for a run that says nothing about what was checked. */
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

/** A check began to fail, or to pass again. */
export type Transition = {
  check: { id: string; name: string }
  /** ISO time of the run that told it. */
  at: string
  hasPassed: boolean
  /** What the run said, where it failed. */
  why: string | undefined
}

/** Runs of each check that are looked at, the newest: one a minute for more than a day. */
export const MOST_RUNS = 2000
/** The last that was no failure to run at all is among so many. */
const FEW_BEFORE = 3

const iso = (at: number) => new Date(at).toISOString()

/**
 * Every transition of some checks within a time, by what their runs said. One that comes with the first run within the time is
 * told too: the runs before are known. So two adjoining times together have the transitions of both as one.
 * @param which the conditions that choose the checks
 * @param time milliseconds since 1970, `to` is not within it
 * @returns `isCut`: a check has more runs than are looked at, and transitions before those are left out
 */
export async function transitionsOf(
  which: Query,
  { from, to }: { from: number; to: number },
  signal: AbortSignal
): Promise<{ transitions: Transition[]; isCut: boolean }> {
  const found = await call({
    path: '/api/db/checks',
    query: [
      ...which,
      ['select', 'id,name,within:check_statuses(time,status,error,message),before:check_statuses(time,status)'],
      ['within.time', `gte.${iso(from)}`],
      ['within.time', `lt.${iso(to)}`],
      ['within.order', 'time.desc'],
      ['within.limit', String(MOST_RUNS)],
      ['before.time', `lt.${iso(from)}`],
      ['before.order', 'time.desc'],
      ['before.limit', String(FEW_BEFORE)],
    ],
    schema: z.array(checkWithRuns),
    signal,
  })
  const transitions = found.flatMap(({ id, name, within, before }): Transition[] => {
    // What was before the oldest of so many runs is not known.
    let was = within.length < MOST_RUNS ? (before.find(({ status }) => status !== null)?.status ?? null) : null
    const turns: Transition[] = []
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
    isCut: found.some(({ within }) => within.length === MOST_RUNS),
  }
}
