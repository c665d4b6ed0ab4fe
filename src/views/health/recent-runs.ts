import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/http'
import { recentRuns } from '../../api/recent-runs'
import { bucketsFor, firstBucket } from '../../lib/buckets'
import type { Later } from '../../ui/grid/props'
import type { RecentRuns, Row } from './order'

/** Rows come and go while a list is scrolled; nothing is asked for before it rests. */
const REST_MS = 120
/** Twelve buckets of each are well below the 2,000 rows that backends answer with, and the ids below the length of an address. */
const AT_ONCE = 100
const ROWS_A_FRAME = 10
/** A bucket of five minutes does not look different before. */
const BUCKETS_STALE_MS = 60_000

/**
 * What the latest runs of the rows in the document said, which the summary leaves out: the words of the latest failure, and the
 * last hour in buckets. Asked for in one request each when the list rests, kept by check, and asked for again when a check
 * has run again. Nothing is asked for while nobody looks.
 */
export function createRecentRuns(client: QueryClient, now: () => number = Date.now): Later<Row> {
  const watched = new Map<string, { row: Row; onChange(): void }>()
  const known = new Map<string, RecentRuns>()
  const complete = new WeakMap<Row, Row>()
  /** For which run of a check its words were asked for, and when its buckets were. */
  const runs = new Map<string, Row['last_runtime']>()
  const bucketsAt = new Map<string, number>()
  const changed = new Set<string>()
  const refused = new Set<'words' | 'buckets'>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isLate = false

  function schedule() {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), REST_MS)
  }

  async function ask() {
    if (document.hidden) return document.addEventListener('visibilitychange', schedule, { once: true })
    // What rows need meanwhile is asked for afterwards.
    isLate = isAsking
    if (isAsking) return
    isAsking = true
    const hasMore = (await Promise.all([askForWords(), askForBuckets()])).includes(true)
    isAsking = false
    if (hasMore || isLate) schedule()
  }

  const needsWords = ({ id, status, last_runtime: run }: Row) =>
    status === 'unhealthy' && (!runs.has(id) || runs.get(id) !== run)
  const needsBuckets = ({ id }: Row) => now() - (bucketsAt.get(id) ?? -Infinity) > BUCKETS_STALE_MS

  const needing = (isNeeded: (row: Row) => boolean) =>
    [...watched.values()].flatMap(({ row }) => (isNeeded(row) ? [row] : []))

  /** @returns whether there is more to ask for */
  async function askForWords(): Promise<boolean> {
    const rows = refused.has('words') ? [] : needing(needsWords).slice(0, AT_ONCE)
    if (rows.length === 0) return false
    try {
      const found = await client.fetchQuery(recentRuns.failures(rows.map(({ id }) => id)))
      for (const { id, last_runtime: run } of rows) {
        runs.set(id, run)
        learn(id, { failure: found.get(id) })
        // For whoever shows the check without its row.
        client.setQueryData(recentRuns.failure(id).queryKey, found.get(id) ?? null)
      }
      return needing(needsWords).length > 0
    } catch (error) {
      return giveUp('words', error)
    }
  }

  async function askForBuckets(): Promise<boolean> {
    const rows = refused.has('buckets') ? [] : needing(needsBuckets).slice(0, AT_ONCE)
    if (rows.length === 0) return false
    const from = firstBucket(now())
    try {
      const found = await client.fetchQuery(
        recentRuns.buckets(
          rows.map(({ id }) => id),
          from
        )
      )
      const runsOf = new Map(rows.map(({ id }): [string, typeof found] => [id, []]))
      for (const one of found) runsOf.get(one.check_id)?.push(one)
      const buckets = [...runsOf].map(([id, own]) => [id, bucketsFor(own, from)] as const)
      for (const [id, own] of buckets) {
        bucketsAt.set(id, now())
        learn(id, { buckets: own })
      }
      return needing(needsBuckets).length > 0
    } catch (error) {
      return giveUp('buckets', error)
    }
  }

  /** A refusal would be the same the next time; after anything else, the next change of a row asks again. */
  function giveUp(what: 'words' | 'buckets', error: unknown): false {
    if (error instanceof ApiError && (error.kind === 'http' || error.kind === 'contract')) refused.add(what)
    return false
  }

  function learn(id: string, news: RecentRuns) {
    const old = known.get(id)
    const next = { ...old, ...news }
    if (old && old.failure === next.failure && old.buckets?.join() === next.buckets?.join()) return
    known.set(id, next)
    if (changed.size === 0) requestAnimationFrame(draw)
    changed.add(id)
  }

  /** Draws a few rows in each frame, so that none is long for somebody who scrolls on. */
  function draw() {
    for (const id of [...changed].slice(0, ROWS_A_FRAME)) {
      changed.delete(id)
      watched.get(id)?.onChange()
    }
    if (changed.size > 0) requestAnimationFrame(draw)
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
    of(row) {
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
