import type { Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'
import { inChunks } from '../platform/jobs/in-chunks'
import type { Clock } from './clock'

type CheckSummaries = {
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
