import type { Db } from '../data/db/db'
import { ident, sql } from '../data/db/sql'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import type { Job } from '../platform/jobs/jobs'
import { supportedSources } from './scrape/spec'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Interval between counts of changes; a count that is older than two of these is not used. */
export const COUNT_INTERVAL_MS = 10 * MINUTE_MS

/** The jobs that keep queries on the catalog fast. */
export const catalogMaintenanceJobs = (db: Db, now: () => Date): Job[] => [
  {
    name: 'RefreshConfigItemSummary',
    everyMs: COUNT_INTERVAL_MS,
    run: async (report) => report.succeeded(await countChanges(db, now())),
  },
  {
    name: 'CleanupConfigAnalysis',
    everyMs: DAY_MS,
    run: async (report) => report.succeeded(await cleanInsights(db, now())),
  },
  {
    name: 'VacuumTables',
    everyMs: DAY_MS,
    run: async (report, signal) => report.succeeded(await vacuumTables(db, signal)),
  },
]

/**
 * Counts the changes of each item in the last 3, 7 and 30 days.
 * @returns the number of counts that changed.
 */
export async function countChanges(db: Db, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select console.count_changes(${now}) as count`)
  return row?.count ?? 0
}

const CLOSED_AFTER_MS = 7 * DAY_MS
const DELETED_AFTER_MS = 60 * DAY_MS

/**
 * Closes insights of scrapers that have not been observed for a week, and deletes them after sixty days unless they
 * are evidence of an incident. Insights of scrapers that run elsewhere are not touched.
 * @returns the number of closed and deleted insights.
 */
export async function cleanInsights(db: Db, now: Date): Promise<number> {
  const notSince = (ageMs: number) => sql`
    scraper_id in (
      select id from config_scrapers where agent_id = ${LOCAL_AGENT} and spec ?| ${supportedSources}::text[]
    ) and coalesce(last_observed, first_observed) < ${new Date(now.getTime() - ageMs)}`
  const closed = await db.run(sql`
    update config_analysis set status = 'closed' where ${notSince(CLOSED_AFTER_MS)} and status in ('open', 'resolved')`)
  const deleted = await db.run(sql`
    delete from config_analysis as insight where ${notSince(DELETED_AFTER_MS)}
      and not exists (select from evidences where config_analysis_id = insight.id)`)
  return closed + deleted
}

/**
 * Removes dead rows and updates statistics, table by table, so that no request waits for all tables. A Postgres with
 * an autovacuum process does this itself; the embedded one has none.
 * @returns the number of tables.
 */
export async function vacuumTables(db: Db, signal: AbortSignal): Promise<number> {
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
