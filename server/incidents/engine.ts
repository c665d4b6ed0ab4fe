import type { Logger } from 'pino'
import type { Db } from '../db/db'
import type { Engine } from '../engine'
import type { Evaluate } from '../expression/evaluator'
import type { Job } from '../jobs/jobs'
import { repeat } from '../jobs/repeat'
import { having, type Route, route } from '../http/route'
import { type Costly, evaluateDone, lastLook, MOST_PARTS, noteLook, reconcile } from './done'
import { applyRules } from './rules'
import type { ReadEvidenceHealth } from './evidence-health'

export type IncidentEngineDeps = {
  db: Db
  log: Logger
  now: () => Date
  /** Of this machine, for the history of its jobs. */
  hostname: string
  evaluate: Evaluate
  standings: ReadEvidenceHealth
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
  /** All expressions share a thread: what took too long is tried again only with the job. */
  const costly: Costly = new Map()
  const lookOnce = async () => {
    const { parts, changed, isCut } = await evaluateDone(db, evaluate, standings, costly)
    if (parts === 0) return { changed: 0, isCut }
    const resolved = await reconcile(db)
    await noteLook(db)
    return { changed: changed + resolved, isCut }
  }
  let looking: ReturnType<typeof lookOnce> | undefined
  /** One at a time, so that none stores what it has read before another. */
  const look = () => {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }
  let stopLooking: (() => Promise<void>) | undefined
  return {
    name: 'incidents',
    jobs: [
      {
        name: 'IncidentRules',
        resourceType: 'incident_rules',
        everyMs: 5 * MINUTE_MS,
        run: async (report) => {
          // What is not met any more is opened again before a rule opens another incident for it.
          await look()
          await applyRules(db, { standings, now: now(), report, hostname })
        },
      },
      {
        name: 'Evaluate Evidence',
        resourceType: 'evidences',
        everyMs: 5 * MINUTE_MS,
        run: async (report) => {
          costly.clear()
          const { changed, isCut } = await look()
          report.succeeded(changed)
          if (isCut) report.failed(`only the newest ${MOST_PARTS} parts of definitions of done are looked at`)
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
