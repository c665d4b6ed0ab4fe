import { z } from 'zod'
import { parseDuration } from '../../src/shared/duration'
import { graphStepMs } from '../../src/shared/health/graph-step'
import type { PersonReader } from '../data/db/db'
import { sql } from '../data/db/sql'
import { HttpError } from '../http/errors'
import { retentionDays } from './retention'

const DAY_MS = 86_400_000

const timestamp = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()])

/**
 * Parses the start of the window: a duration back from now (`1h`, `7d`), or a time.
 * @throws {HttpError} 400 for anything else.
 */
export function parseWindowStart(text: string, now: Date): Date {
  const ms = parseDuration(text)
  const start = ms === undefined ? parseTime(text) : new Date(now.getTime() - Math.abs(ms))
  // A huge duration reaches back before the Postgres calendar begins.
  if (start && start.getTime() >= 0 && start <= now) return start
  throw new HttpError(
    400,
    `start must be a duration such as 1h or 7d, or a time in the past, not "${text.slice(0, 100)}"`
  )
}

function parseTime(text: string): Date | undefined {
  if (!timestamp.safeParse(text).success) return undefined
  const date = new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(text) || !text.includes('T') ? text : `${text}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

type CheckGraphResponse = {
  status: { time: string; status?: true; duration: number; count: number; passed?: number; failed?: number }[] | null
  latency: { p99?: number; p97?: number; p95?: number; rolling1h: 0 }
  uptime: { passed: number; failed: number; last_pass?: string; last_fail?: string }
}

type Figures = {
  last_pass: string | null
  last_fail: string | null
  p99: number | null
  p97: number | null
  p95: number | null
}
type Point = { time: string; duration: number; passed: number; failed: number }

const rfc3339 = sql`'YYYY-MM-DD"T"HH24:MI:SS"Z"'`

/**
 * Returns the runs of one check in a window, grouped into buckets. Single runs are stored for 30 days; older parts of
 * a window come from the hourly aggregates, and before those from the daily ones. Percentiles cover single runs only.
 */
export async function readCheckGraph(
  db: PersonReader,
  checkId: string,
  start: Date,
  now: Date
): Promise<CheckGraphResponse> {
  const step = `${graphStepMs(now.getTime() - start.getTime())} milliseconds`
  const runsFrom = new Date(Math.ceil((now.getTime() - retentionDays.runs * DAY_MS) / DAY_MS) * DAY_MS)
  const hoursFrom = new Date(Math.ceil((now.getTime() - retentionDays.hours * DAY_MS) / DAY_MS) * DAY_MS)
  const single = sql`
    from check_statuses
    where check_id = ${checkId} and time >= ${later(start, runsFrom)} and time <= ${now} and status is not null`
  const points = await db.query<Point>(sql`
    with part as (
      select time as at, coalesce(duration, 0)::bigint as duration, status::int as passed, (not status)::int as failed
      ${single}
      union all
      select created_at, duration, passed, failed from check_statuses_1h
      where check_id = ${checkId} and created_at >= ${later(start, hoursFrom)} and created_at < ${runsFrom}
      union all
      select created_at, duration, passed, failed from check_statuses_1d
      where check_id = ${checkId} and created_at >= ${start} and created_at < ${hoursFrom}
    )
    select to_char(date_bin(${step}::interval, at, timestamptz 'epoch') at time zone 'UTC', ${rfc3339}) as time,
      round(sum(duration)::numeric / greatest(sum(passed + failed), 1))::int as duration,
      sum(passed)::int as passed, sum(failed)::int as failed
    from part group by 1 order by 1`)
  const [figures] = await db.query<Figures>(sql`
    select to_char(max(time) filter (where status) at time zone 'UTC', ${rfc3339}) as last_pass,
      to_char(max(time) filter (where not status) at time zone 'UTC', ${rfc3339}) as last_fail,
      percentile_disc(0.99) within group (order by duration) as p99,
      percentile_disc(0.97) within group (order by duration) as p97,
      percentile_disc(0.95) within group (order by duration) as p95
    ${single}`)
  return {
    status: points.length === 0 ? null : points.map(toPoint),
    latency: { ...present({ p99: figures?.p99, p97: figures?.p97, p95: figures?.p95 }), rolling1h: 0 },
    uptime: {
      passed: points.reduce((sum, { passed }) => sum + passed, 0),
      failed: points.reduce((sum, { failed }) => sum + failed, 0),
      ...present({ last_pass: figures?.last_pass, last_fail: figures?.last_fail }),
    },
  }
}

/** A bucket is true only when every run in it passed. False and 0 are omitted, as in canary-checker. */
const toPoint = ({ time, duration, passed, failed }: Point) => ({
  time,
  ...(failed === 0 ? { status: true as const } : {}),
  duration,
  count: passed + failed,
  ...present({ passed, failed }),
})

/** Omits the members that are null, undefined or 0. */
function present<T extends Record<string, unknown>>(members: T) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => Boolean(value))) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}

const later = (a: Date, b: Date) => (a > b ? a : b)
