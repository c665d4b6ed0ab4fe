import type { Logger } from 'pino'
import type { Db } from '../data/db/db'
import type { Engine } from '../platform/jobs/engine'
import type { Evaluate } from '../platform/expression/evaluator'
import type { Job } from '../platform/jobs/jobs'
import { repeat } from '../platform/jobs/repeat'
import type { ReadConnection } from '../platform/outside/resolve-connection'
import { findProgram } from '../platform/outside/run-program'
import { type CheckRunResult, createCheckRuns } from './check-runs'
import type { CheckerTools } from './checkers/checker'
import { createClock } from './clock'
import { type CheckExplanation, executeCheck, explainRun, type RunnableCheck } from './execute'
import { createPlannedChecks } from './planned-checks'
import { checkRetentionJobs } from './retention'
import { healthRoutes } from './routes'
import { type CheckRunnerFigures, createCheckRunner } from './runner'
import { type CheckSummaries, createCheckSummaries } from './summary'
import { readLocalCheck } from './sync'

export type HealthEngineDeps = {
  db: Db
  log: Logger
  now: () => Date
  /** Whether `exec` checks may run programs on this machine. */
  allowExec: boolean
  /** Reads the connections that checks name. Without it no check can use a connection. */
  openConnection?: ReadConnection
  /** Evaluates the expressions of checks. */
  evaluate: Evaluate
  /** Written to the job history, and reported by the summary as the runner's name. */
  hostname: string
  /** Called at every scheduled start with its delay, for measuring. */
  onStart?: (checkId: string, lateMs: number) => void
}

export type HealthEngine = Required<Engine> & {
  readonly hostname: string
  /**
   * Runs one check now and stores the result before it returns. If the check is already running, waits for that run.
   * @returns 'unknown' when there is no such check here; undefined when the signal ended the run before a result.
   */
  runCheck(id: string, signal: AbortSignal): Promise<CheckRunResult | 'unknown' | undefined>
  /**
   * Runs a check once, outside its schedule, and stores no result.
   * @param check its id, or an unsaved check
   * @returns as `runCheck`.
   */
  explain(check: string | RunnableCheck, signal: AbortSignal): Promise<CheckExplanation | 'unknown' | undefined>
  figures(): CheckRunnerFigures
  /** Resolves once every check has been planned for the first time; `start` does not wait for that. */
  whenPlanned(): Promise<void>
}

/** How soon an edited canary takes effect. */
const SYNC_EVERY_MS = 1500
const REFRESH_EVERY_MS = 5000
const WRITE_HISTORY_EVERY_MS = 60_000

/** Runs the checks of the local agent on their schedule, and on demand. */
export function createHealthEngine(deps: HealthEngineDeps): HealthEngine {
  const { db, log, now, allowExec, openConnection, evaluate, hostname, onStart } = deps
  const clock = createClock(now)
  const tools: CheckerTools = { now, allowExec, ping: undefined, evaluate, ...(openConnection && { openConnection }) }
  const findPing = async () => void (tools.ping ??= await findProgram('ping'))
  const summaries = createCheckSummaries(db, clock)
  let setPlanned: (() => void) | undefined
  const planned = new Promise<void>((resolve) => (setPlanned = resolve))
  const checks = createPlannedChecks({
    db,
    tools,
    onChecks: summaries.setChecks,
    onPlan: (all, errors) => {
      runner.plan(all)
      for (const [canaryId, error] of errors) runs.addError(canaryId, error)
      setPlanned?.()
    },
  })
  const runs = createCheckRuns({
    db,
    log,
    clock,
    hostname,
    onRan: summaries.checkRan,
    // A check that is not run has no next run; its plan only repeats the reason.
    nextRun: (id) => (checks.isReminder(id) ? undefined : runner.nextRun(id)),
  })
  const newRunner = () =>
    createCheckRunner({
      clock,
      canaryOf: (id) => checks.find(id)?.check.canaryId ?? id,
      run: async (id, signal, lateMs) => {
        const found = checks.find(id)
        if (!found) return
        onStart?.(id, lateMs)
        const { check, plan } = found
        const run = runs.begin(check, async () => plan?.problem ?? executeCheck(check, signal, tools))
        // The recorder logs and retains results that it could not store, so the next check need not wait.
        run.stored.catch(() => {})
        await run.found
      },
    })
  let runner = newRunner()
  let stopped = new AbortController()
  const stops: (() => Promise<void>)[] = []

  const runCheck: HealthEngine['runCheck'] = async (id, signal) => {
    const check = await readLocalCheck(db, id)
    if (!check) return 'unknown'
    await findPing()
    const run = runner.exclusively(id, (stopping) =>
      abortedByEither(signal, stopping, async (either) => {
        const result = await runs.begin(check, () => executeCheck(check, either, tools)).stored
        if (result) await summaries.refresh(id)
        return result
      })
    )
    return run ?? runs.inProgress(id)
  }

  const explainCheck: HealthEngine['explain'] = async (idOrCheck, signal) => {
    const check = typeof idOrCheck === 'string' ? await readLocalCheck(db, idOrCheck) : idOrCheck
    if (!check) return 'unknown'
    await findPing()
    return explainRun(check, signal, tools)
  }

  const sync = () => checks.sync(stopped.signal)
  const logged = (message: string) => (error: unknown) => log.error({ err: error }, message)

  return {
    name: 'health',
    routes: healthRoutes({ hostname, runCheck, explain: explainCheck }, now),
    jobs: [refreshJob(summaries), ...checkRetentionJobs(db, now)],
    hostname,
    figures: () => runner.figures(),
    whenPlanned: () => planned,
    start: async () => {
      await findPing()
      stops.push(
        // Declaring many canaries takes a while; the console serves requests meanwhile.
        repeat(SYNC_EVERY_MS, sync, logged('canaries cannot be read; known checks continue to run'), {
          isAtOnce: true,
        }),
        repeat(REFRESH_EVERY_MS, () => summaries.refreshDue(), logged('check statistics cannot be refreshed')),
        repeat(WRITE_HISTORY_EVERY_MS, runs.writeHistory, logged('canary runs cannot be written to the job history'))
      )
    },
    stop: async () => {
      stopped.abort()
      await Promise.all([runner.stop(), ...stops.splice(0).map((stop) => stop())])
      await runs.flush()
      // The engine may be started again, and checks may be run on demand while it is stopped.
      runner = newRunner()
      stopped = new AbortController()
      checks.forget()
    },
    runCheck,
    explain: explainCheck,
  }
}

const refreshJob = (summaries: CheckSummaries): Job => ({
  name: 'RefreshCheckStatusSummary',
  resourceType: 'check_statuses',
  everyMs: 60_000,
  run: async (report, signal) => report.succeeded(await summaries.refreshDue(signal)),
})

/** Unlike `AbortSignal.any`, leaves no listener behind on either signal. */
async function abortedByEither<T>(a: AbortSignal, b: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  for (const signal of [a, b]) {
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  }
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of [a, b]) signal.removeEventListener('abort', abort)
  }
}
