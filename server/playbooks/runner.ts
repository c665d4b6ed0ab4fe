import type { Logger } from 'pino'
import type { Db } from '../data/db/db'
import { sql } from '../data/db/sql'
import { type Locks, createLocalLocks } from '../data/db/locks'
import { retryWhileUnavailable } from '../data/db/retry-queries'
import type { Engine } from '../platform/jobs/engine'
import type { Evaluate } from '../platform/expression/evaluator'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import { repeat } from '../platform/jobs/repeat'
import type { ReadConnection } from '../platform/outside/resolve-connection'
import type { ArtifactWriter } from './actions/action'
import { createAttempts } from './attempts'
import { CANCELLED_REASON } from './cancel'
import { executeRun, type ExecuteRunDeps } from './execute-run'
import { playbookRoutes } from './routes'
import { createRunSecrets, type RunSecrets } from './run-secrets'
import type { SealBox } from '../data/secrets/vault'

export type PlaybookRunner = Required<Omit<Engine, 'jobs'>> & {
  /** Reads the queue now instead of at the next interval. */
  wake(): void
  /** Aborts the current action of a run, if any. The run is cancelled already. */
  interrupt(runId: string): void
  readonly secrets: RunSecrets
}

export type PlaybookRunnerDeps = {
  db: Db
  log: Logger
  now: () => Date
  /** Reads the connections that actions name. */
  openConnection: ReadConnection
  /** Whether `exec` actions may run programs on this machine. */
  allowExec: boolean
  /** Evaluates conditions and filters. */
  evaluate: Evaluate
  /** Encrypts the secret parameters of runs. */
  box: SealBox
  artifacts: ArtifactWriter
  /** Locks of the runs in progress; other processes skip these until the holder is gone. */
  locks?: Locks
  /** From 0 to 1; for the jitter of retries. */
  random?: () => number
}

/** The longest delay of a run that waits for its time. */
const LOOK_EVERY_MS = 1000
/** Interval between searches for runs without a holder of their lock. */
const SWEEP_EVERY_MS = 5000
const RETAKE_EVERY_MS = 1000
/** Enough to be quick; runs mostly wait for the network. */
const AT_ONCE = 4
const LEFT = 'The console stopped while this run was in progress.'
const BROKEN = 'The console could not continue this run. See its log for the reason.'

/** A run that this process holds, for as long as the process lives. */
type RunInProgress = {
  controller: AbortController
  ended: Promise<void>
  /** Releases the lock. */
  release?: (() => Promise<void>) | undefined
  /** The lock was lost with its session and must be taken again. */
  isLost: boolean
}

const lockName = (id: string) => `playbook run ${id}`

/** Executes the runs of the local agent from the queue in `playbook_runs`. */
export function createPlaybookRunner({
  db,
  log,
  now,
  openConnection,
  allowExec,
  evaluate,
  box,
  artifacts,
  locks = createLocalLocks(),
  random = Math.random,
}: PlaybookRunnerDeps): PlaybookRunner {
  const secrets = createRunSecrets(box)
  let isStopped = true
  const lasting = retryWhileUnavailable(db, () => isStopped)
  const attempts = createAttempts(db, lasting, now)
  const tools = { openConnection, allowExec }
  const deps: ExecuteRunDeps = { db: lasting, now, random, attempts, artifacts, secrets, tools, evaluate }
  const inProgress = new Map<string, RunInProgress>()
  /** Runs without a holder, and since when (`performance.now`). */
  const suspects = new Map<string, number>()
  const stops: (() => unknown)[] = []

  /** Whether this process starts the run. */
  const claim = async (id: string) =>
    (await db.run(sql`
      update playbook_runs set status = 'running', start_time = coalesce(start_time, ${now()})
      where id = ${id} and status in ('scheduled', 'sleeping', 'retrying')`)) === 1

  const interrupt = (id: string) => inProgress.get(id)?.controller.abort(CANCELLED_REASON)
  const failed = (error: unknown) => log.error({ err: error }, 'playbook runs cannot be read or written')

  const begin = (id: string) => {
    const run: RunInProgress = { controller: new AbortController(), ended: Promise.resolve(), isLost: false }
    inProgress.set(id, run)
    run.ended = (async () => {
      let isOurs = false
      try {
        run.release = await locks.take(lockName(id))
        isOurs = run.release !== undefined && (await claim(id))
        if (isOurs) await executeRun(id, run.controller.signal, deps)
      } catch (error) {
        log.error({ err: error, run: id }, 'a playbook run cannot be continued')
        if (isOurs) await attempts.fail(BROKEN, id).catch(failed)
      } finally {
        await run.release?.().catch(failed)
        inProgress.delete(id)
        // Starts runs that waited for a free slot. A run locked by another process does not require another look at
        // once.
        if (isOurs && !isStopped) wake()
      }
    })()
  }

  const lose = () => {
    for (const run of inProgress.values()) run.isLost = true
    // Observations from before the database connection was lost say nothing about returning processes.
    suspects.clear()
  }
  const retake = async () => {
    for (const [id, run] of inProgress) {
      if (!run.isLost) continue
      const release = await locks.take(lockName(id))
      if (!release) continue
      Object.assign(run, { release, isLost: false })
      // If the run was ended meanwhile, that takes precedence.
      if (!(await attempts.isRunning(id))) interrupt(id)
    }
  }

  const look = async () => {
    if (isStopped) return
    // The run may have been cancelled through another process.
    const cancelled = await db.query<{ id: string }>(sql`
      select id::text from playbook_runs where status = 'cancelled' and id = any(${[...inProgress.keys()]}::uuid[])`)
    for (const { id } of cancelled) interrupt(id)
    if (isStopped || inProgress.size >= AT_ONCE) return
    const due = await db.query<{ id: string }>(sql`
      select id::text from playbook_runs
      where status in ('scheduled', 'sleeping', 'retrying') and scheduled_time <= ${now()} and (agent_id = ${LOCAL_AGENT} or agent_id is null)
      order by scheduled_time, id limit ${AT_ONCE + inProgress.size}`)
    for (const { id } of due) if (!isStopped && inProgress.size < AT_ONCE && !inProgress.has(id)) begin(id)
  }
  const wake = () => void look().catch(failed)

  /** Ends runs in progress whose lock has had no holder for so long that their process is gone. */
  const sweep = async () => {
    const ids = await attempts.inProgressIds().catch((error: unknown) => {
      suspects.clear()
      throw error
    })
    for (const id of suspects.keys()) if (!ids.includes(id)) suspects.delete(id)
    for (const id of ids) {
      const release = inProgress.has(id) ? undefined : await locks.take(lockName(id))
      if (!release) {
        suspects.delete(id)
        continue
      }
      const since = suspects.get(id) ?? performance.now()
      suspects.set(id, since)
      // Read again under the lock: the previous holder may have finished the run.
      if (performance.now() - since >= locks.returnsWithinMs) await attempts.leave(LEFT, id)
      await release()
    }
  }
  const interruptAll = (reason: string) => {
    for (const { controller } of inProgress.values()) controller.abort(reason)
  }

  const api = { secrets, wake, interrupt }

  return {
    name: 'playbooks',
    routes: playbookRoutes(api, db, evaluate, now),
    ...api,
    start: async () => {
      isStopped = false
      await sweep()
      stops.push(
        locks.onLost(lose),
        repeat(RETAKE_EVERY_MS, retake, failed),
        repeat(SWEEP_EVERY_MS, sweep, failed),
        repeat(LOOK_EVERY_MS, look, failed)
      )
      wake()
    },
    stop: async () => {
      isStopped = true
      for (const stop of stops.splice(0)) await stop()
      const left = [...inProgress.keys()]
      interruptAll(LEFT)
      await Promise.all([...inProgress.values()].map(({ ended }) => ended))
      for (const id of left) await attempts.leave(LEFT, id).catch(failed)
    },
  }
}
