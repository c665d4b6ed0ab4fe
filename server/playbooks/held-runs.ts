import type { Logger } from 'pino'
import type { Locks } from '../data/db/locks'
import type { AttemptStore } from './attempts'
import { CANCELLED_REASON } from './cancel'
import type { SlotOwner } from './slots'

const BROKEN = 'The console could not continue this run. See its log for the reason.'

/** A run that this process holds, for as long as the process lives. */
type HeldRun = {
  owner: SlotOwner
  controller: AbortController
  ended: Promise<void>
  /** Releases the lock. */
  release?: (() => Promise<void>) | undefined
  /** The lock was lost with its session and must be taken again. */
  isLost: boolean
}

type HeldRunsDeps = {
  log: Logger
  locks: Locks
  attempts: Pick<AttemptStore, 'fail' | 'isRunning'>
  /** Returns whether this process starts the run. */
  claim(id: string): Promise<boolean>
  execute(id: string, signal: AbortSignal): Promise<void>
  /** Called when a run of this process has ended. */
  onEnded(): void
}

type HeldRuns = {
  begin(id: string, owner: SlotOwner): void
  has(id: string): boolean
  ids(): string[]
  /** The owners of the slots that these runs take. */
  owners(): SlotOwner[]
  /** Aborts the current action of a cancelled run, if any. */
  interrupt(id: string): void
  /** Notes that all locks were lost, because the database is unreachable. */
  loseLocks(): void
  /** Takes lost locks again. */
  retakeLocks(): Promise<void>
  /** Aborts all runs and waits for them. */
  abortAll(reason: string): Promise<void>
}

export const runLockName = (id: string): string => `playbook run ${id}`

/** Executes runs under their locks, which keep other processes from continuing them. */
export function createHeldRuns({ log, locks, attempts, claim, execute, onEnded }: HeldRunsDeps): HeldRuns {
  const held = new Map<string, HeldRun>()

  const failed = (error: unknown) => log.error({ err: error }, 'playbook runs cannot be read or written')

  const executeLocked = async (id: string, run: HeldRun) => {
    let isOurs = false
    try {
      run.release = await locks.take(runLockName(id))
      isOurs = run.release !== undefined && (await claim(id))
      if (isOurs) await execute(id, run.controller.signal)
    } catch (error) {
      log.error({ err: error, run: id }, 'a playbook run cannot be continued')
      if (isOurs) await attempts.fail(BROKEN, id).catch(failed)
    } finally {
      await run.release?.().catch(failed)
      held.delete(id)
      // A run that another process holds does not require another look at the queue.
      if (isOurs) onEnded()
    }
  }

  const interrupt = (id: string) => held.get(id)?.controller.abort(CANCELLED_REASON)

  return {
    begin: (id, owner) => {
      const run: HeldRun = { owner, controller: new AbortController(), ended: Promise.resolve(), isLost: false }
      held.set(id, run)
      run.ended = executeLocked(id, run)
    },
    has: (id) => held.has(id),
    ids: () => [...held.keys()],
    owners: () => [...held.values()].map(({ owner }) => owner),
    interrupt,
    loseLocks: () => {
      for (const run of held.values()) run.isLost = true
    },
    retakeLocks: async () => {
      for (const [id, run] of held) {
        if (!run.isLost) continue
        const release = await locks.take(runLockName(id))
        if (!release) continue
        Object.assign(run, { release, isLost: false })
        // If the run was ended meanwhile, that takes precedence.
        if (!(await attempts.isRunning(id))) interrupt(id)
      }
    },
    abortAll: async (reason) => {
      const all = [...held.values()]
      for (const { controller } of all) controller.abort(reason)
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
