import type { Logger } from 'pino'
import type { Db } from '../data/db/db'
import type { Engine } from '../platform/jobs/engine'
import type { Evaluate } from '../platform/expression/evaluator'
import type { Job } from '../platform/jobs/jobs'
import { repeat } from '../platform/jobs/repeat'
import type { LocalProperties } from '../data/properties'
import { createReadAs } from '../identity/access/read-as'
import { withRights, type Route, defineRoute } from '../http/route'
import {
  type SlowScripts,
  evaluateDefinitions,
  readLastEvaluation,
  MAX_EVALUATED_ITEMS,
  recordEvaluation,
  reconcileIncidents,
} from './definition-of-done'
import { applyIncidentRules } from './rules'
import type { ReadEvidenceHealth } from './evidence-health'

type IncidentEngineDeps = {
  db: Db
  log: Logger
  now: () => Date
  /** The name of this machine, for the history of its jobs. */
  hostname: string
  evaluate: Evaluate
  readEvidenceHealth: ReadEvidenceHealth
  localProperties?: LocalProperties
}

const MINUTE_MS = 60_000
/** A definition of done is met soon after its check passes. */
const EVALUATE_EVERY_MS = 10_000

/**
 * Opens incidents by rules and evaluates their definitions of done. Names and periods of its jobs are those of the
 * protocol.
 */
export function createIncidentEngine({
  db,
  log,
  now,
  hostname,
  evaluate,
  readEvidenceHealth,
  localProperties: local = new Map(),
}: IncidentEngineDeps): Engine & { jobs: readonly Job[]; routes: readonly Route[] } {
  const readAs = createReadAs({ db, local })
  /** All expressions share a worker, so only the job retries scripts that took too long. */
  const costly: SlowScripts = new Map()
  const evaluateOnce = async () => {
    const { parts, changed, isCut } = await evaluateDefinitions(db, evaluate, readEvidenceHealth, readAs, costly)
    if (parts === 0) return { changed: 0, isCut }
    const resolved = await reconcileIncidents(db)
    await recordEvaluation(db)
    return { changed: changed + resolved, isCut }
  }
  let evaluating: ReturnType<typeof evaluateOnce> | undefined
  /** One evaluation at a time, so that none overwrites a newer result. */
  const evaluateAll = () => {
    evaluating ??= evaluateOnce().finally(() => {
      evaluating = undefined
    })
    return evaluating
  }
  let stopEvaluating: (() => Promise<void>) | undefined
  return {
    name: 'incidents',
    jobs: [
      {
        name: 'IncidentRules',
        resourceType: 'incident_rules',
        everyMs: 5 * MINUTE_MS,
        run: async (report) => {
          // Incidents that are no longer resolved are reopened before a rule opens another one.
          await evaluateAll()
          await applyIncidentRules(db, { readEvidenceHealth, readAs, now: now(), report, hostname })
        },
      },
      {
        name: 'Evaluate Evidence',
        resourceType: 'evidences',
        everyMs: 5 * MINUTE_MS,
        run: async (report) => {
          costly.clear()
          const { changed, isCut } = await evaluateAll()
          report.succeeded(changed)
          if (isCut) report.failed(`only the newest ${MAX_EVALUATED_ITEMS} items of definitions of done are evaluated`)
        },
      },
    ],
    routes: [
      // An extension of the protocol: when the scripts were last evaluated.
      defineRoute('GET', '/api/incidents/definitions', withRights(['read', 'incident']), async (context) =>
        context.json({ at: await readLastEvaluation(db) })
      ),
    ],
    start: async () => {
      stopEvaluating = repeat(EVALUATE_EVERY_MS, evaluateAll, (error) =>
        log.error({ err: error }, 'definitions of done cannot be evaluated')
      )
    },
    stop: async () => stopEvaluating?.(),
  }
}
