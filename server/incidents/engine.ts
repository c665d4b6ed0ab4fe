import type { Logger } from 'pino'
import type { Db } from '../db/db'
import type { Engine } from '../engine'
import type { Evaluate } from '../expression/evaluator'
import type { Job } from '../jobs/jobs'
import { repeat } from '../jobs/repeat'
import { having, type Route, route } from '../http/route'
import { evaluateDone, lastLook, noteLook, reconcile } from './done'
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
}: IncidentEngineDeps): Engine & { jobs: readonly Job[]; routes: readonly Route[] } {
  const look = async () => {
    const { parts, changed } = await evaluateDone(db, evaluate, standings)
    if (parts === 0) return 0
    const resolved = await reconcile(db)
    await noteLook(db)
    return changed + resolved
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
          report.succeeded(await look())
        },
      },
    ],
    routes: [
      // Beyond the protocol: how fresh it is what scripts have said.
      route('GET', '/api/incidents/definitions', having(['read', 'incident']), async (context) =>
        context.json({ at: await lastLook(db) })
      ),
    ],
    start: async () => {
      stopLooking = repeat(LOOK_EVERY_MS, look, (error) =>
        log.error({ err: error }, 'definitions of done cannot be evaluated')
      )
    },
    stop: async () => stopLooking?.(),
  }
}
