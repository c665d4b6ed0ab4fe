import type { Logger } from 'pino'
import type { Engine } from '../../platform/jobs/engine'
import { repeat } from '../../platform/jobs/repeat'
import { withRedaction } from '../../platform/outside/redaction'
import { type AttemptDeps, attemptSend } from './attempt'
import { type ClaimedSend, claimDueSends } from './claim'

const POLL_EVERY_MS = 1000
/** Attempts at the same time. */
const AT_ONCE = 8

type Sender = Engine & {
  /** Leases due messages and makes an attempt at each. Resolves when none is due and all attempts have ended. */
  sendDue(): Promise<void>
  /** There may be new messages. */
  wake(): void
}

/** Sends due messages. Several processes may do so on one database. */
export function createNotificationSender(deps: AttemptDeps & { log: Logger }): Sender {
  const { db, log, now } = deps
  const running = new Set<Promise<void>>()
  let stop: (() => Promise<void>) | undefined
  let isStopped = false

  const attempt = async (send: ClaimedSend) => {
    try {
      // Secrets of connections are registered, so that no error of a library contains one.
      await withRedaction(() => attemptSend(deps, send))
    } catch (error) {
      // Another attempt follows when the lease has ended.
      log.warn({ err: error, message: send.id }, 'the outcome of a message could not be stored')
    }
  }

  /** @returns whether any was due. */
  const begin = async (): Promise<boolean> => {
    const free = AT_ONCE - running.size
    if (isStopped || free <= 0) return false
    const sends = await claimDueSends(db, now(), free)
    for (const send of sends) {
      const work: Promise<void> = attempt(send).finally(() => running.delete(work))
      running.add(work)
    }
    return sends.length > 0
  }

  const failed = (error: unknown) => log.error({ err: error }, 'messages that are due cannot be read')

  return {
    name: 'notification sender',
    sendDue: async () => {
      while ((await begin()) || running.size > 0) await Promise.race(running)
    },
    wake: () => {
      if (stop) void begin().catch(failed)
    },
    start: async () => {
      isStopped = false
      stop = repeat(POLL_EVERY_MS, begin, failed)
    },
    stop: async () => {
      isStopped = true
      await stop?.()
      stop = undefined
      await Promise.all(running)
    },
  }
}
