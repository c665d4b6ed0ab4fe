import type { Queryable } from './db'
import { within } from '../../platform/within'
import { sql } from './sql'

/** Longer than a healthy database takes, shorter than the timeouts of health probes. */
const PATIENCE_MS = 2000

/**
 * Checks whether a database responds now. Never rejects. Parallel calls share one query, so that a silent database is
 * not queried again and again.
 */
export function createProbe(db: Queryable): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined
  const sendProbe = () =>
    db.query(sql`select 1`).then(
      () => true,
      () => false
    )
  return async () => {
    pending ??= sendProbe().finally(() => (pending = undefined))
    return (await within(pending, PATIENCE_MS)) ?? false
  }
}
