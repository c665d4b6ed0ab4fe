import type { Queryable } from './db'
import { sql } from './sql'

/** Longer than a healthy database makes anybody wait, shorter than those who ask for its health wait. */
const PATIENCE_MS = 2000

/**
 * Asks whether a database answers now. Never rejects. Whoever asks while a question is under way waits for that one, so
 * that a database which is silent is not asked again and again.
 */
export function probeOf(db: Queryable): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  const ask = () =>
    db.query(sql`select 1`).then(
      () => true,
      () => false
    )
  return async () => {
    asking ??= ask().finally(() => (asking = undefined))
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), PATIENCE_MS)))
    const isAnswering = await Promise.race([asking, tooLate])
    clearTimeout(timer)
    return isAnswering
  }
}
