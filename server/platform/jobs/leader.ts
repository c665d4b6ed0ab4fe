import type { Logger } from 'pino'
import type { Locks } from '../../data/db/locks'
import { type Engine, startAll } from './engine'
import { repeat } from './repeat'

/**
 * Milliseconds between attempts to take over. The lock of a killed process is free at once, that of a silent one after
 * about 15 seconds.
 */
const ASK_EVERY_MS = 5000
const LOCK = 'leader'

/**
 * Runs engines in only one of the processes on a database, the holder of the lock. The others serve the same routes and
 * wait. When the lock is lost the engines stop, and start again when it is reacquired.
 */
export function createLeaderEngine(engines: readonly Engine[], { locks, log }: { locks: Locks; log: Logger }): Engine {
  let stopEngines: (() => Promise<void>) | undefined
  let releaseLock: (() => Promise<void>) | undefined
  let changing = Promise.resolve()
  let isStopped = false
  const ends: (() => unknown)[] = []

  const failed = (error: unknown) =>
    log.error({ err: error }, 'the engines of this console could not be started or stopped')

  /** One change at a time: engines must have stopped before they start again. */
  const inTurn = (work: () => Promise<void>) => {
    const result = changing.then(work)
    changing = result.catch(() => {})
    return result
  }

  const begin = async () => {
    if (stopEngines || isStopped) return
    releaseLock = await locks.take(LOCK)
    if (!releaseLock) return
    try {
      stopEngines = await startAll(engines)
    } catch (error) {
      await releaseLock()
      throw error
    }
  }
  const end = async () => {
    const stop = stopEngines
    stopEngines = undefined
    await stop?.()
  }

  return {
    name: 'leader',
    routes: engines.flatMap(({ routes = [] }) => routes),
    start: async () => {
      ends.push(locks.onLost(() => void inTurn(end).catch(failed)))
      await inTurn(begin)
      ends.push(repeat(ASK_EVERY_MS, () => inTurn(begin), failed))
    },
    stop: async () => {
      isStopped = true
      for (const stop of ends.splice(0)) await stop()
      await inTurn(end)
      await releaseLock?.()
    },
  }
}
