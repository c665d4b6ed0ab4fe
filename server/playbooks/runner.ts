import type { Logger } from 'pino'
import type { Db } from '../db/db'
import { sql } from '../db/sql'
import { type Locks, ownLocks } from '../db/locks'
import { persistent } from '../db/persistent'
import type { Engine } from '../engine'
import type { Evaluate } from '../expression/evaluator'
import { LOCAL_AGENT } from '../jobs/job-history'
import { repeat } from '../jobs/repeat'
import type { ReadConnection } from '../outside/resolve-connection'
import type { Artifacts } from './actions/action'
import { createAttempts } from './attempts'
import { carryOut, type RunDeps } from './carry-out'
import { playbookRoutes } from './routes'
import { createSecrets, type Secrets } from './secrets'
import type { Box } from '../secrets/vault'

export type PlaybookRunner = Required<Omit<Engine, 'jobs'>> & {
  /** Looks at the queue now instead of at the next interval. */
  wake(): void
  /** Ends the action that a run is at, if it is at one. The run is cancelled already. */
  interrupt(runId: string): void
  readonly secrets: Secrets
}

export type PlaybookRunnerDeps = {
  db: Db
  log: Logger
  now: () => Date
  /** Opens the connections that actions name. */
  openConnection: ReadConnection
  /** Whether `exec` actions may run programs on this machine. */
  allowExec: boolean
  /** For conditions and filters. */
  evaluate: Evaluate
  /** Encrypts the secret parameters of runs. */
  box: Box
  artifacts: Artifacts
  /** Locks of the runs in progress; other processes skip these until the holder is gone. */
  locks?: Locks
  /** From 0 to 1; for the jitter of retries. */
  random?: () => number
}

/** How late a run that waits for its time may begin. */
const LOOK_EVERY_MS = 1000
/** How often runs without a holder of their lock are looked for. */
const SWEEP_EVERY_MS = 5000
const RETAKE_EVERY_MS = 1000
/** Enough to be quick; runs wait for the network most of their time. */
const AT_ONCE = 4
const LEFT = 'The console stopped while this run was under way.'
const BROKEN = 'The console could not go on with this run; its log says why.'
export const CANCELLED = 'The run was cancelled.'

/** A run that this process owns, for as long as it lives. */
type Going = {
  controller: AbortController
  ended: Promise<void>
  /** Gives the lock back. */
  release?: (() => Promise<void>) | undefined
  /** The lock was lost with its session, and is to be taken again. */
  isLost: boolean
}

const lockOf = (id: string) => `playbook run ${id}`

/** Carries out the runs of the local agent, from the queue that `playbook_runs` is. */
export function createPlaybookRunner({
  db,
  log,
  now,
  openConnection,
  allowExec,
  evaluate,
  box,
  artifacts,
  locks = ownLocks(),
  random = Math.random,
}: PlaybookRunnerDeps): PlaybookRunner {
  const secrets = createSecrets(box)
  let isStopped = true
  const lasting = persistent(db, () => isStopped)
  const attempts = createAttempts(db, lasting, now)
  const tools = { openConnection, allowExec }
  const deps: RunDeps = { db: lasting, now, random, attempts, artifacts, secrets, tools, evaluate }
  const going = new Map<string, Going>()
  /** Runs that nobody seemed to hold, and since when (`performance.now`). */
  const suspects = new Map<string, number>()
  const stops: (() => unknown)[] = []

  /** Whether this process is the one that begins the run. */
  const claim = async (id: string) =>
    (await db.run(sql`
      update playbook_runs set status = 'running', start_time = coalesce(start_time, ${now()})
      where id = ${id} and status in ('scheduled', 'sleeping', 'retrying')`)) === 1

  const interrupt = (id: string) => going.get(id)?.controller.abort(CANCELLED)
  const failed = (error: unknown) => log.error({ err: error }, 'playbook runs cannot be read or written')

  const begin = (id: string) => {
    const run: Going = { controller: new AbortController(), ended: Promise.resolve(), isLost: false }
    going.set(id, run)
    run.ended = (async () => {
      let isOurs = false
      try {
        run.release = await locks.take(lockOf(id))
        isOurs = run.release !== undefined && (await claim(id))
        if (isOurs) await carryOut(id, run.controller.signal, deps)
      } catch (error) {
        log.error({ err: error, run: id }, 'a playbook run cannot be carried on')
        if (isOurs) await attempts.fail(BROKEN, id).catch(failed)
      } finally {
        await run.release?.().catch(failed)
        going.delete(id)
        // Starts what waited for a free slot. A run locked by another process is no reason to look again at once.
        if (isOurs && !isStopped) wake()
      }
    })()
  }

  const lose = () => {
    for (const run of going.values()) run.isLost = true
    // What was seen before the database went away says nothing about who comes back.
    suspects.clear()
  }
  const retake = async () => {
    for (const [id, run] of going) {
      if (!run.isLost) continue
      const release = await locks.take(lockOf(id))
      if (!release) continue
      Object.assign(run, { release, isLost: false })
      // Whoever ended it meanwhile has the last word.
      if (!(await attempts.isRunning(id))) interrupt(id)
    }
  }

  const look = async () => {
    if (isStopped) return
    // The run may have been cancelled through another process.
    const cancelled = await db.query<{ id: string }>(sql`
      select id::text from playbook_runs where status = 'cancelled' and id = any(${[...going.keys()]}::uuid[])`)
    for (const { id } of cancelled) interrupt(id)
    if (isStopped || going.size >= AT_ONCE) return
    const due = await db.query<{ id: string }>(sql`
      select id::text from playbook_runs
      where status in ('scheduled', 'sleeping', 'retrying') and scheduled_time <= ${now()} and (agent_id = ${LOCAL_AGENT} or agent_id is null)
      order by scheduled_time, id limit ${AT_ONCE + going.size}`)
    for (const { id } of due) if (!isStopped && going.size < AT_ONCE && !going.has(id)) begin(id)
  }
  const wake = () => void look().catch(failed)

  /** Ends runs in progress that have had no holder of their lock for so long that their process is gone. */
  const sweep = async () => {
    const ids = await attempts.underWay().catch((error: unknown) => {
      suspects.clear()
      throw error
    })
    for (const id of suspects.keys()) if (!ids.includes(id)) suspects.delete(id)
    for (const id of ids) {
      const giveBack = going.has(id) ? undefined : await locks.take(lockOf(id))
      if (!giveBack) {
        suspects.delete(id)
        continue
      }
      const since = suspects.get(id) ?? performance.now()
      suspects.set(id, since)
      // Read again under the lock: the previous holder may have finished the run.
      if (performance.now() - since >= locks.returnsWithinMs) await attempts.leave(LEFT, id)
      await giveBack()
    }
  }
  const interruptAll = (reason: string) => {
    for (const { controller } of going.values()) controller.abort(reason)
  }

  const asked = { secrets, wake, interrupt }

  return {
    name: 'playbooks',
    routes: playbookRoutes(asked, db, evaluate, now),
    ...asked,
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
      const left = [...going.keys()]
      interruptAll(LEFT)
      await Promise.all([...going.values()].map(({ ended }) => ended))
      for (const id of left) await attempts.leave(LEFT, id).catch(failed)
    },
  }
}
