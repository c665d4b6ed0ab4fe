import type { Logger } from 'pino'
import type { Engine } from '../../platform/jobs/engine'
import { repeat } from '../../platform/jobs/repeat'
import { withRedaction } from '../../platform/outside/redaction'
import { type AttemptDeps, attemptSend } from './attempt'
import { type ClaimedSend, claimDueSends, MOST_PER_RECIPIENT } from './claim'

const POLL_EVERY_MS = 1000
/** Attempts at the same time. */
const AT_ONCE = 8

/** An attempt and the key of its recipient, as far as it is known. */
type Attempt = { key: string | undefined; done: Promise<void> }

type Sender = Engine & {
  /** Leases due messages and makes an attempt at each. Resolves when none is due and all attempts have ended. */
  sendDue(): Promise<void>
  /** There may be new messages. */
  wake(): void
}

/** Sends due messages. Several processes may do so on one database. */
export function createNotificationSender(deps: AttemptDeps & { log: Logger }): Sender {
  const { db, log, now } = deps
  const attempts = new Set<Attempt>()
  let stop: (() => Promise<void>) | undefined
  let isStopped = false
  let starting: Promise<void> | undefined
  let hasEnded = false

  const countAttempts = (key: string | undefined) => [...attempts].filter((one) => one.key === key).length

  /** Moves an attempt to the recipient that it found. */
  const enter = (attempt: Attempt, key: string | undefined): boolean => {
    const isFree = key === undefined || key === attempt.key || countAttempts(key) < MOST_PER_RECIPIENT
    if (isFree) attempt.key = key
    return isFree
  }

  const work = async (attempt: Attempt, send: ClaimedSend) => {
    try {
      // Secrets of connections are registered, so that no error of a library contains one.
      await withRedaction(() => attemptSend(deps, send, (key) => enter(attempt, key)))
    } catch (error) {
      // Another attempt follows when the lease has ended.
      log.warn({ err: error, message: send.id }, 'the outcome of a message could not be stored')
    } finally {
      attempts.delete(attempt)
      hasEnded = true
    }
    startDue().catch(failed)
  }

  /** @returns whether any was due. */
  const claim = async (): Promise<boolean> => {
    const free = AT_ONCE - attempts.size
    if (isStopped || free <= 0) return false
    const busy = new Map([...attempts].flatMap(({ key }) => (key === undefined ? [] : [[key, countAttempts(key)]])))
    const sends = await claimDueSends(db, now(), free, busy)
    for (const send of sends) {
      const attempt: Attempt = { key: send.recipientKey, done: Promise.resolve() }
      attempts.add(attempt)
      attempt.done = work(attempt, send)
    }
    return sends.length > 0
  }

  const startAll = async () => {
    // An attempt that ends during a claim makes room for another one.
    do hasEnded = false
    while ((await claim()) || hasEnded)
  }

  /** Starts attempts as long as there are due messages and room. Two claims at the same time would start too many. */
  const startDue = (): Promise<void> =>
    (starting ??= startAll().finally(() => {
      starting = undefined
    }))

  const failed = (error: unknown) => log.error({ err: error }, 'messages that are due cannot be read')

  return {
    name: 'notification sender',
    sendDue: async () => {
      await startDue()
      while (attempts.size > 0) {
        await Promise.race([...attempts].map(({ done }) => done))
        await startDue()
      }
    },
    wake: () => {
      if (stop) startDue().catch(failed)
    },
    start: async () => {
      isStopped = false
      stop = repeat(POLL_EVERY_MS, startDue, failed)
    },
    stop: async () => {
      isStopped = true
      await stop?.()
      stop = undefined
      await starting
      await Promise.all([...attempts].map(({ done }) => done))
    },
  }
}
