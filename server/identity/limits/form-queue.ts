import { setTimeout as delay } from 'node:timers/promises'
import { tooManyAttempts } from './limits'

/** Milliseconds between two forms of one client that has exceeded its limit. */
const BETWEEN_FORMS_MS = 50
/** Forms of one client that may wait: at most five seconds. */
const MOST_WAITING = 100

export type FormQueue = {
  /**
   * Waits for the next turn of a client that has exceeded its limit of forms. Turns are 50 ms apart.
   * @param client an account or an address
   * @throws {IdentityError} 429 when too many forms of the client wait
   */
  takeTurn(client: string): Promise<void>
}

export function createFormQueue(betweenMs = BETWEEN_FORMS_MS): FormQueue {
  /** Clients without waiting forms have no entry. */
  const queues = new Map<string, { last: Promise<void>; waiting: number }>()
  return {
    async takeTurn(client) {
      const queue = queues.get(client) ?? { last: Promise.resolve(), waiting: 0 }
      if (queue.waiting >= MOST_WAITING) throw tooManyAttempts(betweenMs)
      queues.set(client, queue)
      queue.waiting++
      queue.last = queue.last.then(() => delay(betweenMs))
      await queue.last
      if (--queue.waiting === 0) queues.delete(client)
    },
  }
}
