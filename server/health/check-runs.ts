import type { Logger } from 'pino'
import type { Db } from '../data/db/db'
import { createCanaryHistory } from './canary-history'
import type { Clock } from './clock'
import type { CheckOutcome } from './outcome'
import { createCheckRecorder } from './recorder'
import type { LocalCheck } from './sync'

export type CheckRunResult = {
  check: Pick<LocalCheck, 'name' | 'namespace' | 'description' | 'labels'>
  startedAt: Date
  outcome: CheckOutcome
}

type CheckRunsDeps = {
  db: Db
  log: Logger
  clock: Clock
  hostname: string
  /** Called when a run ended, before it is stored. */
  onRan(checkId: string): void
  /** When the check will run next, in epoch milliseconds; undefined when it will not run. */
  nextRun(checkId: string): number | undefined
}

type CheckRuns = {
  /** Runs a check. `found` never rejects; `stored` rejects when the result could not be stored at once. */
  begin(
    check: LocalCheck,
    run: () => Promise<CheckOutcome | undefined>
  ): Record<'found' | 'stored', Promise<CheckRunResult | undefined>>
  /** The run of a check that is in progress. */
  inProgress(checkId: string): Promise<CheckRunResult | undefined> | undefined
  /** Adds an error of a canary to the job history. */
  addError(canaryId: string, error: string): void
  writeHistory(): Promise<void>
  /** Stores the waiting results. Runs may begin again afterwards. */
  flush(): Promise<void>
}

/** Runs checks, and stores their results and the job history of their canaries. */
export function createCheckRuns({ db, log, clock, hostname, onRan, nextRun }: CheckRunsDeps): CheckRuns {
  const history = createCanaryHistory(db, hostname)
  const newRecorder = () => createCheckRecorder({ db, log, clock })
  let recorder = newRecorder()
  const running = new Map<string, Promise<CheckRunResult | undefined>>()

  return {
    begin: (check, run) => {
      const startedAt = clock.now()
      const found = run().then((outcome): CheckRunResult | undefined => {
        if (!outcome) return undefined
        history.addRun({ canaryId: check.canaryId, checkName: check.name, outcome, startedAt, endedAt: clock.now() })
        onRan(check.id)
        return { check, startedAt: new Date(startedAt), outcome }
      })
      const stored = found.then(async (result) => {
        const nextRunAt = nextRun(check.id)
        if (result) await recorder.record({ checkId: check.id, startedAt, outcome: result.outcome, nextRunAt })
        return result
      })
      running.set(check.id, stored)
      const forget = () => {
        if (running.get(check.id) === stored) running.delete(check.id)
      }
      stored.then(forget, forget)
      return { found, stored }
    },
    inProgress: (checkId) => running.get(checkId),
    addError: (canaryId, error) => history.addError(canaryId, error, clock.now()),
    writeHistory: () => history.flush(),
    flush: async () => {
      await recorder.stop()
      // The results are stored already; losing the last entry of the job history is acceptable.
      await history.flush().catch(() => {})
      recorder = newRecorder()
    },
  }
}
