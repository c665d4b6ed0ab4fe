import type { Db } from '../data/db/db'
import { type Sql, sql } from '../data/db/sql'
import { inChunks } from '../platform/jobs/in-chunks'
import type { Job } from '../platform/jobs/jobs'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Retention in days: single runs, hourly and daily aggregates. */
export const retentionDays = { runs: 30, hours: 90, days: 270 }
/** The largest number of rows deleted in one statement. */
const MOST_DELETED = 2000

/** The jobs that aggregate the results of checks and enforce their retention. */
export function checkRetentionJobs(db: Db, now: () => Date): Job[] {
  const old = (days: number) => daysBefore(now(), days)
  return [
    job('AggregateCheckStatuses1h', HOUR_MS, (signal) => aggregateHours(db, now(), signal)),
    job('AggregateCheckStatuses1d', DAY_MS, (signal) => aggregateDays(db, now(), signal)),
    job('DeleteOldCheckStatuses', DAY_MS, (signal) =>
      deleteBefore(db, 'check_statuses', old(retentionDays.runs), signal)
    ),
    job('DeleteOldCheckStatuses1h', DAY_MS, (signal) =>
      deleteBefore(db, 'check_statuses_1h', old(retentionDays.hours), signal)
    ),
    job('DeleteOldCheckStatuses1d', DAY_MS, (signal) =>
      deleteBefore(db, 'check_statuses_1d', old(retentionDays.days), signal)
    ),
  ]
}

/** @param work returns the number of rows written or deleted. */
const job = (name: string, everyMs: number, work: (signal: AbortSignal) => Promise<number>): Job => ({
  name,
  resourceType: 'check_statuses',
  everyMs,
  run: async (report, signal) => report.succeeded(await work(signal)),
})

/**
 * Aggregates the runs of each hour, including the current hour so far, as canary-checker does. The last two aggregated
 * hours are computed again: one was incomplete, and results of the other may have arrived late. Idempotent.
 * @returns the number of rows written.
 */
export function aggregateHours(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const unit = { table: sql`check_statuses_1h`, unitMs: HOUR_MS, keptDays: retentionDays.runs }
  return aggregate(
    db,
    unit,
    now,
    signal,
    (ids, from, until) => sql`
    insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed)
    select check_id, date_bin('1 hour', time, timestamptz 'epoch'), coalesce(sum(duration), 0), count(*),
      count(*) filter (where status), count(*) filter (where not status)
    from check_statuses
    where check_id = any(${ids}::uuid[]) and time >= ${from} and time < ${until} and status is not null
    group by 1, 2
    ${replacing}`
  )
}

/** Aggregates the hours into days (UTC). */
export function aggregateDays(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  const unit = { table: sql`check_statuses_1d`, unitMs: DAY_MS, keptDays: retentionDays.hours }
  return aggregate(
    db,
    unit,
    now,
    signal,
    (ids, from, until) => sql`
    insert into check_statuses_1d (check_id, created_at, duration, total, passed, failed)
    select check_id, date_bin('1 day', created_at, timestamptz 'epoch'), sum(duration), sum(total), sum(passed), sum(failed)
    from check_statuses_1h
    where check_id = any(${ids}::uuid[]) and created_at >= ${from} and created_at < ${until}
    group by 1, 2
    ${replacing}`
  )
}

const replacing = sql`
  on conflict (check_id, created_at) do update set
    duration = excluded.duration, total = excluded.total, passed = excluded.passed, failed = excluded.failed`

type Unit = { table: Sql; unitMs: number; keptDays: number }

async function aggregate(
  db: Db,
  { table, unitMs, keptDays: days }: Unit,
  now: Date,
  signal: AbortSignal | undefined,
  statement: (ids: string[], from: Date, until: Date) => Sql
): Promise<number> {
  const [last] = await db.query<{ at: Date | null }>(sql`select max(created_at) as at from ${table}`)
  // Whole units only: the first unit whose beginning is still stored.
  const oldest = Math.ceil(daysBefore(now, days).getTime() / unitMs) * unitMs
  const from = new Date(Math.max(oldest, (last?.at?.getTime() ?? 0) - unitMs))
  let written = 0
  const ids = await allIds(db)
  await inChunks(ids, async (chunk) => void (written += await db.run(statement(chunk, from, now))), {
    first: 25,
    ...(signal ? { signal } : {}),
  })
  return written
}

/** @returns the number of rows deleted. */
export async function deleteBefore(
  db: Db,
  table: 'check_statuses' | 'check_statuses_1h' | 'check_statuses_1d',
  before: Date,
  signal?: AbortSignal
): Promise<number> {
  const [name, column] =
    table === 'check_statuses'
      ? [sql`check_statuses`, sql`time`]
      : [table === 'check_statuses_1h' ? sql`check_statuses_1h` : sql`check_statuses_1d`, sql`created_at`]
  let deleted = 0
  const work = async (ids: string[]) => {
    for (let last = MOST_DELETED; last === MOST_DELETED && !isAborted(signal); deleted += last) {
      last = await db.run(sql`
        delete from ${name} where ctid = any (array (
          select ctid from ${name} where check_id = any(${ids}::uuid[]) and ${column} < ${before} limit ${MOST_DELETED}
        ))`)
    }
  }
  await inChunks(await allIds(db), work, signal ? { signal } : {})
  return deleted
}

const isAborted = (signal: AbortSignal | undefined) => signal?.aborted === true
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Includes deleted checks: their results have the same retention. */
const allIds = async (db: Db): Promise<string[]> =>
  (await db.query<{ id: string }>(sql`select id::text from checks order by id`)).map(({ id }) => id)
