import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseUnavailableError, type Queryable } from './db'

const AGAIN_AFTER_MS = 1000

/**
 * Retries while the database does not respond. Only for statements that may run twice, because only the response may
 * have been lost.
 * @param isGivenUp when true, the error is thrown instead.
 */
export function persistent(db: Queryable, isGivenUp: () => boolean): Queryable {
  const again = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError) || isGivenUp()) throw error
        await wait(AGAIN_AFTER_MS)
      }
    }
  }
  return { query: (statement) => again(() => db.query(statement)), run: (statement) => again(() => db.run(statement)) }
}
