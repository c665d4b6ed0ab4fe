import { type Frecency } from '../../lib/frecency'
import type { Hit, Search } from '../../lib/rank/search'
import { callOf, type Item, keyOf } from './item'

/** Rows per page. cmdk lays out every row, so more rows would slow down typing. */
export const SHOWN = 30

export type Shown = {
  rows: readonly Item[]
  /** The number of all matches, including those not shown. */
  total: number
}

/**
 * The matches of a query, grouped by section; the section with the best row comes first. Urgent rows move up only
 * within their own list: failing checks must not push commands away.
 */
export function find(query: string, searches: readonly Search<Item>[], limit: number): Shown {
  const found = searches.map((search) => search(query, limit))
  const hits = found
    .flatMap(({ hits: own }) => inOwnOrder(own))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, limit)
  return { rows: bySection(hits.map(({ entry }) => entry)), total: found.reduce((sum, { total }) => sum + total, 0) }
}

/** Keeps the order of one list, and gives its hits the sorted ranks that they have together among other lists. */
function inOwnOrder(hits: readonly Hit<Item>[]) {
  const ranks = hits.map(({ order }) => order).toSorted((a, b) => a - b)
  return hits.map(({ entry, order }, at) => ({ entry, order: ranks[at] ?? order }))
}

/** Groups rows by section; sections are in the order of their first row. */
function bySection(rows: readonly Item[]): Item[] {
  const sections = [...new Set(rows.map(({ section }) => section))]
  return sections.flatMap((section) => rows.filter((row) => row.section === section))
}

/** The rows of one source without a query: urgent ones first, then by use and name. */
export function browse(items: readonly Item[], search: Search<Item>, limit: number): Shown {
  const { hits, total } = search('', limit)
  const urgent = items.filter(({ isUrgent }) => isUrgent)
  const ranked = hits.map(({ entry }) => entry)
  const rows = urgent.length === 0 ? ranked : [...ranked.filter(({ isUrgent }) => isUrgent), ...urgent, ...ranked]
  return { rows: safelyFirst(bySection(unique(rows).slice(0, limit))), total }
}

const HERE_AT_MOST = 6
const RECENT_AT_MOST = 8

export type Memory = {
  uses: Readonly<Record<string, Frecency>>
  pins: readonly string[]
}

/**
 * The rows without a query: pinned, for the row under the cursor, recently used, then all commands.
 * @param byCall returns the row of a serialized call, if it is available now
 */
export function suggest(
  commands: readonly Item[],
  byCall: (call: string) => Item | undefined,
  { uses, pins }: Memory,
  limit: number
): Shown {
  const use = (item: Item) => uses[callOf(item) ?? ''] ?? 0
  const pinned = pins.flatMap((call) => byCall(call) ?? [])
  const here = commands
    .flatMap((item) => (item.inContext ? usable(item) : []))
    .toSorted((a, b) => Number(a.isMinor ?? false) - Number(b.isMinor ?? false) || use(b) - use(a) || 0)
  const recent = Object.entries(uses)
    .toSorted(([, a], [, b]) => b - a)
    .flatMap(([call]) => usable(byCall(call)))
  const all = commands.toSorted((a, b) => order(a) - order(b))
  const taken = new Set<string>()
  const take = (items: readonly Item[], section: string, atMost: number) => {
    const left = unique(items)
      .filter((item) => !taken.has(keyOf(item)))
      .slice(0, atMost)
    for (const item of left) taken.add(keyOf(item))
    return left.map((item) => ({ ...item, section }))
  }
  const rows = [
    ...take(pinned, 'Pinned', Infinity),
    ...take(here, 'Here', HERE_AT_MOST),
    ...take(recent, 'Recent', RECENT_AT_MOST),
    ...take(all, 'All commands', Infinity),
  ]
  return { rows: safelyFirst(rows.slice(0, limit)), total: rows.length }
}

const usable = (item: Item | undefined): Item[] => (item && !item.refused && !item.isMotion ? [item] : [])
const order = ({ refused, isMotion }: Item) => (refused ? 2 : isMotion ? 1 : 0)

/**
 * Pressing Enter once too often must not start anything, so a row without side effects is moved to the front with its
 * section. Rows for the context and recently used rows are preferred to commands that work on any resource.
 */
function safelyFirst(rows: readonly Item[]): Item[] {
  const safe = rows.filter(({ isStarting, refused }) => !isStarting && !refused)
  const first = safe.find(({ isMinor, section }) => !isMinor && section !== 'All commands') ?? safe[0]
  if (!first || rows[0] === first) return [...rows]
  const own = rows.filter(({ section }) => section === first.section)
  return [first, ...own.filter((row) => row !== first), ...rows.filter(({ section }) => section !== first.section)]
}

const unique = (items: readonly Item[]): Item[] => [...new Map(items.map((item) => [keyOf(item), item])).values()]
