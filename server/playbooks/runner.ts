import type { Logger } from 'pino'
import type { Db, Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'
import { type Locks, createLocalLocks } from '../data/db/locks'
import { retryWhileUnavailable } from '../data/db/retry-queries'
import type { Engine } from '../platform/jobs/engine'
import type { Evaluate } from '../platform/expression/evaluator'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import { repeat } from '../platform/jobs/repeat'
import type { ReadConnection } from '../platform/outside/resolve-connection'
import type { ArtifactWriter } from './actions/action'
import { type AttemptStore, createAttempts } from './attempts'
import { executeRun, type ExecuteRunDeps } from './execute-run'
import { createHeldRuns, runLockName } from './held-runs'
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
const POLL_EVERY_MS = 1000
/** Interval between searches for runs without a holder of their lock. */
const SWEEP_EVERY_MS = 5000
const RETAKE_EVERY_MS = 1000
/** Enough to be quick; runs mostly wait for the network. */
const AT_ONCE = 4
const LEFT = 'The console stopped while this run was in progress.'

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
  const retryingDb = retryWhileUnavailable(db, () => isStopped)
  const attempts = createAttempts(db, retryingDb, now)
  const tools = { openConnection, allowExec }
  const deps: ExecuteRunDeps = { db: retryingDb, now, random, attempts, artifacts, secrets, tools, evaluate }
  const failed = (error: unknown) => log.error({ err: error }, 'playbook runs cannot be read or written')
  const runs = createHeldRuns({
    log,
    locks,
    attempts,
    claim: (id) => claimRun(db, id, now()),
    execute: (id, signal) => executeRun(id, signal, deps),
    // Starts runs that waited for a free slot.
    onEnded: () => {
      if (!isStopped) wake()
    },
  })
  const abandoned = createAbandonedRuns(locks, attempts, runs.has)
  const stops: (() => unknown)[] = []

  const poll = async () => {
    if (isStopped) return
    // The run may have been cancelled through another process.
    for (const id of await findCancelled(db, runs.ids())) runs.interrupt(id)
    if (isStopped || runs.size >= AT_ONCE) return
    for (const id of await findDue(db, now(), AT_ONCE + runs.size))
      if (!isStopped && runs.size < AT_ONCE && !runs.has(id)) runs.begin(id)
  }
  const wake = () => void poll().catch(failed)

  const api = { secrets, wake, interrupt: runs.interrupt }

  return {
    name: 'playbooks',
    routes: playbookRoutes(api, db, evaluate, now),
    ...api,
    start: async () => {
      isStopped = false
      await abandoned.sweep()
      stops.push(
        locks.onLost(() => {
          runs.loseLocks()
          // Observations from before the database connection was lost say nothing about returning processes.
          abandoned.forget()
        }),
        repeat(RETAKE_EVERY_MS, runs.retakeLocks, failed),
        repeat(SWEEP_EVERY_MS, abandoned.sweep, failed),
        repeat(POLL_EVERY_MS, poll, failed)
      )
      wake()
    },
    stop: async () => {
      isStopped = true
      for (const stop of stops.splice(0)) await stop()
      const left = runs.ids()
      await runs.abortAll(LEFT)
      for (const id of left) await attempts.leave(LEFT, id).catch(failed)
    },
  }
}

/** Returns whether this process starts the run. */
async function claimRun(db: Queryable, id: string, at: Date): Promise<boolean> {
  const count = await db.run(sql`
    update playbook_runs set status = 'running', start_time = coalesce(start_time, ${at})
    where id = ${id} and status in ('scheduled', 'sleeping', 'retrying')`)
  return count === 1
}

async function findCancelled(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id::text from playbook_runs where status = 'cancelled' and id = any(${ids}::uuid[])`)
  return rows.map(({ id }) => id)
}

async function findDue(db: Queryable, at: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id::text from playbook_runs
    where status in ('scheduled', 'sleeping', 'retrying') and scheduled_time <= ${at} and (agent_id = ${LOCAL_AGENT} or agent_id is null)
    order by scheduled_time, id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Ends runs in progress whose lock has had no holder for so long that their process is gone. */
function createAbandonedRuns(locks: Locks, attempts: AttemptStore, isHeld: (id: string) => boolean) {
  /** Runs without a holder, and since when (`performance.now`). */
  const suspects = new Map<string, number>()
  return {
    forget: () => suspects.clear(),
    sweep: async () => {
      const ids = await attempts.inProgressIds().catch((error: unknown) => {
        suspects.clear()
        throw error
      })
      for (const id of suspects.keys()) if (!ids.includes(id)) suspects.delete(id)
      for (const id of ids) {
        const release = isHeld(id) ? undefined : await locks.take(runLockName(id))
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
    },
  }
}
