import type { Logger } from 'pino'
import type { Db, Queryable } from '../data/db/db'
import type { LocalProperties } from '../data/properties'
import { createReadAs } from '../identity/access/read-as'
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
import { AT_ONCE, hasFreeSlot, PER_PLAYBOOK, type SlotOwner, WITHOUT_PERSON } from './slots'

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
  /** The name of this machine, for the job history. */
  hostname: string
  /** Evaluates conditions and filters. */
  evaluate: Evaluate
  /** Encrypts the secret parameters of runs. */
  box: SealBox
  artifacts: ArtifactWriter
  /** Locks of the runs in progress; other processes skip these until the holder is gone. */
  locks?: Locks
  /** From 0 to 1; for the jitter of retries. */
  random?: () => number
  localProperties?: LocalProperties
}

/** The longest delay of a run that waits for its time. */
const POLL_EVERY_MS = 1000
/** Interval between searches for runs without a holder of their lock. */
const SWEEP_EVERY_MS = 5000
const RETAKE_EVERY_MS = 1000
const LEFT = 'The console stopped while this run was in progress.'

/** Executes the runs of the local agent from the queue in `playbook_runs`. */
export function createPlaybookRunner({
  db,
  log,
  now,
  openConnection,
  allowExec,
  hostname,
  evaluate,
  box,
  artifacts,
  locks = createLocalLocks(),
  random = Math.random,
  localProperties: local = new Map(),
}: PlaybookRunnerDeps): PlaybookRunner {
  const secrets = createRunSecrets(box)
  let isStopped = true
  const retryingDb = retryWhileUnavailable(db, () => isStopped)
  const attempts = createAttempts(db, retryingDb, now)
  const tools = { openConnection, allowExec }
  const readAs = createReadAs({ db: retryingDb, local })
  const deps: ExecuteRunDeps = { db: retryingDb, readAs, now, random, attempts, artifacts, secrets, tools, evaluate }
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
    if (isStopped || runs.owners().length >= AT_ONCE) return
    for (const { id, ...owner } of await findDue(db, now(), runs))
      if (!isStopped && !runs.has(id) && hasFreeSlot(runs.owners(), owner)) runs.begin(id, owner)
  }
  const wake = combineCalls(() => poll().catch(failed))

  const api = { secrets, wake, interrupt: runs.interrupt }

  return {
    name: 'playbooks',
    routes: playbookRoutes({ runner: api, db, evaluate, now, hostname }),
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

/**
 * The next runs in the queue. Of each person and playbook, only as many as there are slots: the waiting runs of one do
 * not hide those of others.
 */
const findDue = (
  db: Queryable,
  at: Date,
  held: { ids(): string[]; owners(): SlotOwner[] }
): Promise<({ id: string } & SlotOwner)[]> => {
  const ofNobody = '00000000-0000-0000-0000-000000000000'
  const full = held.owners().filter((owner) => !hasFreeSlot(held.owners(), owner))
  return db.query<{ id: string } & SlotOwner>(sql`
    select id::text, playbook_id::text as "playbookId", created_by::text as "personId" from (
      select *, row_number() over (partition by created_by order by scheduled_time, id) as of_person from (
        select r.id, r.playbook_id, r.created_by, r.scheduled_time,
          row_number() over (partition by r.created_by, r.playbook_id order by r.scheduled_time, r.id) as of_playbook
        from playbook_runs r
        where r.status in ('scheduled', 'sleeping', 'retrying') and r.scheduled_time <= ${at}
          and (r.agent_id = ${LOCAL_AGENT} or r.agent_id is null) and r.id <> all(${held.ids()}::uuid[])
          and not exists (
            select from unnest(
              ${full.map(({ personId }) => personId ?? ofNobody)}::uuid[],
              ${full.map(({ playbookId }) => playbookId)}::uuid[]
            ) as full_one (person, playbook)
            where person = coalesce(r.created_by, ${ofNobody}) and playbook = r.playbook_id)
      ) waiting where of_playbook <= ${PER_PLAYBOOK}
    ) waiting where of_person <= ${WITHOUT_PERSON}
    order by scheduled_time, id`)
}

/** Calls `work` once for all calls during its last execution, so that many calls do not overlap. */
function combineCalls(work: () => Promise<unknown>): () => void {
  let isWorking = false
  let isWanted = false
  const call = async () => {
    isWanted = true
    if (isWorking) return
    isWorking = true
    while (isWanted) {
      isWanted = false
      await work()
    }
    isWorking = false
  }
  return () => void call()
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
