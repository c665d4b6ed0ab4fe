import type { Logger } from 'pino'
import type { Db } from '../db/db'
import type { Engine } from '../engine'
import type { Evaluate } from '../expression/evaluator'
import type { Job } from '../jobs/jobs'
import { repeat } from '../jobs/repeat'
import { evaluateDone, reconcile } from './done'
import { applyRules } from './rules'
import type { Standings } from './standings'

export type IncidentEngineDeps = {
  db: Db
  log: Logger
  now: () => Date
  /** Of this machine, for the history of its jobs. */
  hostname: string
  evaluate: Evaluate
  standings: Standings
}

const MINUTE_MS = 60_000
/** Whoever waits for a definition of done sees it met soon after its check passes. */
const LOOK_EVERY_MS = 10_000

/** Opens incidents by rules, and watches their definitions of done. Names and periods of its jobs are the protocol's. */
export function createIncidentEngine({
  db,
  log,
  now,
  hostname,
  evaluate,
  standings,
}: IncidentEngineDeps): Engine & { jobs: readonly Job[] } {
  const look = async () => {
    const { parts } = await evaluateDone(db, evaluate, standings)
    if (parts > 0) await reconcile(db)
  }
  let stopLooking: (() => Promise<void>) | undefined
  return {
    name: 'incidents',
    jobs: [
      {
        name: 'IncidentRules',
        resourceType: 'incident_rules',
        everyMs: 5 * MINUTE_MS,
        run: (report) => applyRules(db, { standings, now: now(), report, hostname }),
      },
      {
        name: 'Evaluate Evidence',
        resourceType: 'evidences',
        everyMs: 5 * MINUTE_MS,
        run: async (report) => {
          report.succeeded((await evaluateDone(db, evaluate, standings)).changed)
          report.succeeded(await reconcile(db))
        },
      },
    ],
    start: async () => {
      stopLooking = repeat(LOOK_EVERY_MS, look, (error) =>
        log.error({ err: error }, 'definitions of done cannot be evaluated')
      )
    },
    stop: async () => stopLooking?.(),
  }
}
