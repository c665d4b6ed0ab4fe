import type { PersonReader, Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'
import { inChunks } from '../platform/jobs/in-chunks'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import type { Clock } from './clock'

export type CheckSummaries = {
  /** Call this when a check has a new result. */
  checkRan(checkId: string): void
  /** Sets the list of checks: their statistics expire even without new results. */
  setChecks(checkIds: readonly string[]): void
  /** Recomputes one check's statistics now. */
  refresh(checkId: string): Promise<void>
  /** Recomputes the statistics that are due. @returns the number of checks. */
  refreshDue(signal?: AbortSignal): Promise<number>
}

/** The statistics of a check that ran are recomputed at most this often. */
const RAN_MS = 15_000
/** The statistics of any check are recomputed at least this often: results leave the hour that the statistics cover. */
const ALL_MS = 55_000

/** Keeps `check_status_summary` up to date, a few checks at a time. */
export function createCheckSummaries(db: Queryable, clock: Clock): CheckSummaries {
  const refreshedAt = new Map<string, number>()
  const hasRun = new Set<string>()

  const refresh = async (ids: string[]) => {
    for (const id of ids) hasRun.delete(id)
    await db.run(sql`select console.refresh_check_status_summary(${ids}::uuid[])`)
    for (const id of ids) if (refreshedAt.has(id)) refreshedAt.set(id, clock.now())
  }

  const refreshDue = async (signal: AbortSignal | undefined) => {
    const now = clock.now()
    const due = [...refreshedAt]
      .filter(([id, at]) => Math.abs(now - at) >= (hasRun.has(id) ? RAN_MS : ALL_MS))
      .toSorted(([, a], [, b]) => a - b)
      .map(([id]) => id)
    await inChunks(due, refresh, signal ? { signal } : {})
    return due.length
  }
  let refreshing: Promise<number> | undefined

  return {
    checkRan: (id) => void hasRun.add(id),
    setChecks: (ids) => {
      const known = new Set(ids)
      for (const id of refreshedAt.keys()) if (!known.has(id)) refreshedAt.delete(id)
      for (const id of known) if (!refreshedAt.has(id)) refreshedAt.set(id, 0)
    },
    refresh: (id) => refresh([id]),
    // Concurrent callers share one computation.
    refreshDue: (signal) => {
      refreshing ??= refreshDue(signal).finally(() => (refreshing = undefined))
      return refreshing
    },
  }
}

type Row = {
  labels: Record<string, string> | null
  p99: number | null
  p95: number | null
  passed: number | null
  failed: number | null
  last_pass: string | null
  last_fail: string | null
  [column: string]: unknown
}

/**
 * Lists every live check with its status and its figures over the last hour, as canary-checker's summary does: empty
 * members are omitted, except those that its clients always expect. Statuses are current, figures at most a minute
 * old.
 */
export async function listChecks(db: PersonReader): Promise<Record<string, unknown>[]> {
  // As one text: reading 5,000 rows column by column, or shaping them in SQL, takes twice as long.
  const [found] = await db.query<{ checks: string | null }>(sql`
    select json_agg(row)::text as checks from (
      select checks.id, checks.canary_id, canaries.name as canary_name, canaries.namespace as canary_namespace,
        checks.name, coalesce(checks.namespace, '') as namespace, checks.type, coalesce(checks.status, '') as status,
        canaries.labels || checks.labels as labels, nullif(checks.agent_id, ${LOCAL_AGENT}) as agent_id,
        -- Without a scheme the password may be anywhere.
        case when checks.type in ('mysql', 'mssql') and checks.spec ->> 'url' not like '%://%' then null
          else regexp_replace(coalesce(checks.spec ->> 'url', checks.spec ->> 'endpoint', checks.spec ->> 'addr'),
            '//[^/@]*@', '//') end as endpoint, checks.created_at, checks.updated_at,
        nullif(checks.description, '') as description, nullif(checks.icon, '') as icon,
        nullif(checks.owner, '') as owner, nullif(checks.severity, '') as severity,
        checks.last_transition_time, checks.last_runtime, checks.silenced_at,
        p99, p95, passed, failed, last_pass, last_fail
      from checks
        join canaries on canaries.id = checks.canary_id
        left join check_status_summary on check_status_summary.check_id = checks.id
      where checks.deleted_at is null
    ) as row`)
  return (JSON.parse(found?.checks ?? '[]') as Row[]).map(toCheck)
}

function toCheck({ labels, p99, p95, passed, failed, last_pass, last_fail, ...columns }: Row) {
  const check: Record<string, unknown> = {}
  // A loop, because this runs a hundred thousand times for a large summary.
  for (const name in columns) if (columns[name] !== null) check[name] = columns[name]
  check['labels'] = labels
  check['latency'] = { ...(p99 ? { p99 } : {}), ...(p95 ? { p95 } : {}), rolling1h: 0 }
  check['uptime'] = {
    passed: passed ?? 0,
    failed: failed ?? 0,
    ...(last_pass ? { last_pass } : {}),
    ...(last_fail ? { last_fail } : {}),
  }
  return check
}
