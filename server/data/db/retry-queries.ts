import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailableError, type Reader } from './db'

const RETRY_AFTER_MS = 1000

/**
 * Retries while the database does not respond. Only for statements and transactions that may run twice, because only the response may
 * have been lost.
 * @param isGivenUp when true, the error is thrown instead.
 */
export function retryWhileUnavailable(db: Reader, isGivenUp: () => boolean): Reader {
  const retry = async <T>(send: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await send()
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError) || isGivenUp()) throw error
        await wait(RETRY_AFTER_MS)
      }
    }
  }
  return {
    query: (statement) => retry(() => db.query(statement)),
    run: (statement) => retry(() => db.run(statement)),
    transaction: (work, options) => retry(() => db.transaction(work, options)),
  }
}
