import type { Logger } from 'pino'
import type { Db } from '../data/db/db'
import type { Engine } from '../platform/jobs/engine'
import type { Evaluate } from '../platform/expression/evaluator'
import { inChunks } from '../platform/jobs/in-chunks'
import type { Job } from '../platform/jobs/jobs'
import { repeat } from '../platform/jobs/repeat'
import { findProgram } from '../platform/outside/run-program'
import { createCanaryHistory } from './canary-history'
import type { CheckerTools } from './checkers/checker'
import { createClock } from './clock'
import { executeCheck, type RunnableCheck } from './execute'
import { explainRun, type CheckExplanation } from './explain'
import { checkRetentionJobs } from './retention'
import type { ReadConnection } from '../platform/outside/resolve-connection'
import type { CheckOutcome } from './outcome'
import { type CheckPlan, createPlanner } from './plan'
import { createCheckRecorder } from './recorder'
import { healthRoutes } from './routes'
import { createCheckRunner, type PlannedCheck, type CheckRunnerFigures } from './runner'
import { createCheckSummaries } from './summaries'
import {
  type CanaryVersions,
  type CanaryFingerprint,
  readFingerprint,
  type LocalCheck,
  readLocalCheck,
  readLocalChecks,
  syncChecks,
  readTransformedCheckIds,
} from './sync'

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

export type CheckRunResult = {
  check: Pick<LocalCheck, 'name' | 'namespace' | 'description' | 'labels'>
  startedAt: Date
  outcome: CheckOutcome
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
  const newRecorder = () => createCheckRecorder({ db, log, clock })
  let recorder = newRecorder()
  const summaries = createCheckSummaries(db, clock)
  const history = createCanaryHistory(db, hostname)
  /** Runs in progress, by check. */
  const running = new Map<string, Promise<CheckRunResult | undefined>>()
  const stops: (() => Promise<void>)[] = []
  let checks = new Map<string, LocalCheck>()
  let plans = new Map<string, CheckPlan>()
  let versions: CanaryVersions = new Map()
  let seen: CanaryFingerprint | undefined
  let stopped = new AbortController()
  let setPlanned: (() => void) | undefined
  const planned = new Promise<void>((resolve) => (setPlanned = resolve))

  const newRunner = () =>
    createCheckRunner({
      clock,
      run: async (id, signal, lateMs) => {
        const check = checks.get(id)
        if (!check) return
        onStart?.(id, lateMs)
        const problem = plans.get(id)?.problem
        const { found, stored } = begin(check, async () => problem ?? executeCheck(check, signal, tools))
        // The recorder logs and retains results that it could not store, so the next check need not wait.
        stored.catch(() => {})
        await found
      },
    })
  let runner = newRunner()

  /** Runs a check. `found` never rejects; `stored` rejects when the result could not be stored at once. */
  const begin = (check: LocalCheck, run: () => Promise<CheckOutcome | undefined>) => {
    const startedAt = clock.now()
    const found = run().then((outcome): CheckRunResult | undefined => {
      if (!outcome) return undefined
      history.addRun({ canaryId: check.canaryId, checkName: check.name, outcome, startedAt, endedAt: clock.now() })
      summaries.checkRan(check.id)
      return { check, startedAt: new Date(startedAt), outcome }
    })
    const stored = found.then(async (result) => {
      // A check that is not run has no next run; its plan only repeats the reason.
      const nextRunAt = plans.get(check.id)?.isReminder ? undefined : runner.nextRun(check.id)
      if (result) await recorder.record({ checkId: check.id, startedAt, outcome: result.outcome, nextRunAt })
      return result
    })
    running.set(check.id, stored)
    const forget = () => {
      if (running.get(check.id) === stored) running.delete(check.id)
    }
    stored.then(forget, forget)
    return { found, stored }
  }

  const setSummarised = async () => summaries.setChecks([...checks.keys(), ...(await readTransformedCheckIds(db))])

  const sync = async () => {
    const current = await readFingerprint(db)
    if (current.declared === seen?.declared) {
      if (current.made !== seen.made) await setSummarised()
      seen = current
      return
    }
    const { signal } = stopped
    const synced = await syncChecks(db, versions, signal)
    const found = await readLocalChecks(db, signal)
    versions = synced.versions
    checks = new Map(found.map((check) => [check.id, check]))
    // A new check should show a result soon, and a check that is no longer run must not keep its old status.
    const planOf = createPlanner(tools)
    const plannedChecks: (PlannedCheck & CheckPlan)[] = []
    const plan = async (some: LocalCheck[]) => {
      for (const check of some) {
        const its = planOf(check)
        plannedChecks.push({ id: check.id, isUrgent: !check.hasRun || its.isReminder, ...its })
      }
    }
    await inChunks(found, plan, { signal })
    signal.throwIfAborted()
    plans = new Map(plannedChecks.map((one) => [one.id, one]))
    await setSummarised()
    runner.plan(plannedChecks)
    for (const [id, error] of synced.errors) history.addError(id, error, clock.now())
    seen = current
    setPlanned?.()
  }

  const logged = (what: string) => (error: unknown) => log.error({ err: error }, what)

  const jobs: Job[] = [
    {
      name: 'RefreshCheckStatusSummary',
      resourceType: 'check_statuses',
      everyMs: 60_000,
      run: async (report, signal) => report.succeeded(await summaries.refreshDue(signal)),
    },
    ...checkRetentionJobs(db, now),
  ]

  const runCheck: HealthEngine['runCheck'] = async (id, signal) => {
    const check = await readLocalCheck(db, id)
    if (!check) return 'unknown'
    tools.ping ??= await findProgram('ping')
    const run = runner.exclusively(id, (stopping) =>
      abortedByEither(signal, stopping, async (either) => {
        const result = await begin(check, () => executeCheck(check, either, tools)).stored
        if (result) await summaries.refresh(id)
        return result
      })
    )
    return run ?? running.get(id)
  }

  const explainCheck: HealthEngine['explain'] = async (idOrCheck, signal) => {
    const check = typeof idOrCheck === 'string' ? await readLocalCheck(db, idOrCheck) : idOrCheck
    if (!check) return 'unknown'
    tools.ping ??= await findProgram('ping')
    return explainRun(check, signal, tools)
  }

  return {
    name: 'health',
    routes: healthRoutes({ hostname, runCheck, explain: explainCheck }, now),
    jobs,
    hostname,
    figures: () => runner.figures(),
    whenPlanned: () => planned,
    start: async () => {
      tools.ping ??= await findProgram('ping')
      stops.push(
        // Declaring many canaries takes a while; the console serves requests meanwhile.
        repeat(SYNC_EVERY_MS, sync, logged('canaries cannot be read; known checks continue to run'), {
          isAtOnce: true,
        }),
        repeat(REFRESH_EVERY_MS, () => summaries.refreshDue(), logged('check statistics cannot be refreshed')),
        repeat(
          WRITE_HISTORY_EVERY_MS,
          () => history.flush(),
          logged('canary runs cannot be written to the job history')
        )
      )
    },
    stop: async () => {
      stopped.abort()
      await Promise.all([runner.stop(), ...stops.splice(0).map((stop) => stop())])
      await recorder.stop()
      // The results are stored already; losing the last entry of the job history is acceptable.
      await history.flush().catch(() => {})
      // The engine may be started again, and checks may be run on demand while it is stopped.
      runner = newRunner()
      recorder = newRecorder()
      stopped = new AbortController()
      versions = new Map()
      seen = undefined
    },
    runCheck,
    explain: explainCheck,
  }
}

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
