import type { Db } from '../db/db'
import { ident, sql } from '../db/sql'
import type { Job } from '../jobs/jobs'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Changes are counted as often; a count that is older than two of these is not used. */
export const COUNTED_EVERY_MS = 10 * MINUTE_MS

/** What keeps questions about the catalog quick. */
export const housekeeping = (db: Db, now: () => Date): Job[] => [
  {
    name: 'RefreshConfigItemSummary',
    everyMs: COUNTED_EVERY_MS,
    run: async (report) => report.succeeded(await countChanges(db, now())),
  },
  {
    name: 'VacuumTables',
    everyMs: DAY_MS,
    run: async (report, signal) => report.succeeded(await vacuum(db, signal)),
  },
]

/**
 * Counts the changes of each item in the last 3, 7 and 30 days.
 * @returns how many counts differ from those before.
 */
export async function countChanges(db: Db, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select console.count_changes(${now}) as count`)
  return row?.count ?? 0
}

/**
 * Removes dead rows and counts values anew, table by table, so that nobody waits for all of them. A Postgres with a
 * process for that does it by itself; the embedded one has none.
 * @returns the number of tables.
 */
export async function vacuum(db: Db, signal: AbortSignal): Promise<number> {
  const [server] = await db.query<{ has: boolean }>(sql`
    select exists (select from pg_stat_activity where backend_type = 'autovacuum launcher') as has`)
  if (server?.has) return 0
  const tables = await db.query<{ schema: string; name: string }>(sql`
    select schemaname as schema, relname as name from pg_stat_user_tables
    where n_dead_tup > 0 or n_mod_since_analyze > 0 or last_vacuum is null
    order by schemaname, relname`)
  for (const { schema, name } of tables) {
    signal.throwIfAborted()
    await db.run(sql`vacuum (analyze) ${ident(schema)}.${ident(name)}`)
  }
  return tables.length
}
