import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/http'
import { recentRuns } from '@/api/health/recent-runs'
import { toBucketResults, firstBucketStart } from '@/lib/health/buckets'
import type { DeferredRows } from '../../ui/grid/props'
import type { RecentRunData, HealthRow } from './order'

/** Milliseconds without scrolling before a request, because rows come and go while a list scrolls. */
const REST_MS = 120
/** Checks per request. 12 buckets each stay below the backend's limit of 2,000 rows; the ids fit into a URL. */
const AT_ONCE = 100
const ROWS_A_FRAME = 10
/** Milliseconds before buckets are requested again. A bucket of five minutes does not visibly change sooner. */
const BUCKETS_STALE_MS = 60_000

/**
 * Adds data that the summary does not contain to the rendered rows: the message of the latest failure, and the last
 * hour in buckets. Each needs one request once scrolling stops. Results are cached by check and requested again after a
 * new run. Nothing is requested while the tab is hidden.
 */
export function createRecentRuns(client: QueryClient, now: () => number = Date.now): DeferredRows<HealthRow> {
  const watched = new Map<string, { row: HealthRow; onChange(): void }>()
  const { learn, withRecent } = createRecentData((id) => watched.get(id)?.onChange())
  /** The run for which the message of a check was requested, and the time at which its buckets were. */
  const runs = new Map<string, HealthRow['last_runtime']>()
  const bucketsAt = new Map<string, number>()
  const refused = new Set<'words' | 'buckets'>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRequesting = false
  let hasNewRows = false

  function schedule() {
    clearTimeout(timer)
    timer = setTimeout(() => void request(), REST_MS)
  }

  async function request() {
    if (document.hidden) return document.addEventListener('visibilitychange', schedule, { once: true })
    // Rows that arrive during a request are requested afterwards.
    hasNewRows = isRequesting
    if (isRequesting) return
    isRequesting = true
    const hasMore = (await Promise.all([requestFailures(), requestBuckets()])).includes(true)
    isRequesting = false
    if (hasMore || hasNewRows) schedule()
  }

  const needsWords = ({ id, status, last_runtime: run }: HealthRow) =>
    status === 'unhealthy' && (!runs.has(id) || runs.get(id) !== run)
  const needsBuckets = ({ id }: HealthRow) => now() - (bucketsAt.get(id) ?? -Infinity) > BUCKETS_STALE_MS

  const needing = (isNeeded: (row: HealthRow) => boolean) =>
    [...watched.values()].flatMap(({ row }) => (isNeeded(row) ? [row] : []))

  /** @returns whether more rows need a request */
  async function requestFailures(): Promise<boolean> {
    const rows = refused.has('words') ? [] : needing(needsWords).slice(0, AT_ONCE)
    if (rows.length === 0) return false
    try {
      const found = await client.fetchQuery(recentRuns.failures(rows.map(({ id }) => id)))
      for (const { id, last_runtime: run } of rows) {
        runs.set(id, run)
        learn(id, { failure: found.get(id) })
        // For views that show the check without its row.
        client.setQueryData(recentRuns.failure(id).queryKey, found.get(id) ?? null)
      }
      return needing(needsWords).length > 0
    } catch (error) {
      return giveUp('words', error)
    }
  }

  async function requestBuckets(): Promise<boolean> {
    const rows = refused.has('buckets') ? [] : needing(needsBuckets).slice(0, AT_ONCE)
    if (rows.length === 0) return false
    const from = firstBucketStart(now())
    try {
      const found = await client.fetchQuery(
        recentRuns.buckets(
          rows.map(({ id }) => id),
          from
        )
      )
      const runsOf = new Map(rows.map(({ id }): [string, typeof found] => [id, []]))
      for (const one of found) runsOf.get(one.check_id)?.push(one)
      const buckets = [...runsOf].map(([id, own]) => [id, toBucketResults(own, from)] as const)
      for (const [id, own] of buckets) {
        bucketsAt.set(id, now())
        learn(id, { buckets: own })
      }
      return needing(needsBuckets).length > 0
    } catch (error) {
      return giveUp('buckets', error)
    }
  }

  /** A refusal would repeat, so it is final. After any other error, the next change of a row retries. */
  function giveUp(what: 'words' | 'buckets', error: unknown): false {
    if (error instanceof ApiError && (error.kind === 'http' || error.kind === 'contract')) refused.add(what)
    return false
  }

  return {
    watch(row, onChange) {
      const own = { row, onChange }
      watched.set(row.id, own)
      schedule()
      return () => {
        if (watched.get(row.id) === own) watched.delete(row.id)
        if (watched.size === 0) clearTimeout(timer)
      }
    },
    of: withRecent,
  }
}

/**
 * Stores the recent data by check, and renders the rows with new data.
 * @param render renders the row of a check, if it is in the document
 */
function createRecentData(render: (id: string) => void) {
  const known = new Map<string, RecentRunData>()
  const complete = new WeakMap<HealthRow, HealthRow>()
  const changed = new Set<string>()

  /** Updates a few rows per frame, so that scrolling stays smooth. */
  function renderSome() {
    for (const id of [...changed].slice(0, ROWS_A_FRAME)) {
      changed.delete(id)
      render(id)
    }
    if (changed.size > 0) requestAnimationFrame(renderSome)
  }

  return {
    learn(id: string, news: RecentRunData) {
      const old = known.get(id)
      const next = { ...old, ...news }
      if (old && old.failure === next.failure && old.buckets?.join() === next.buckets?.join()) return
      known.set(id, next)
      if (changed.size === 0) requestAnimationFrame(renderSome)
      changed.add(id)
    },
    withRecent(row: HealthRow): HealthRow {
      const recent = known.get(row.id)
      if (!recent) return row
      const made = complete.get(row)
      if (made?.recent === recent) return made
      const next = { ...row, recent }
      complete.set(row, next)
      return next
    },
  }
}
