import { type Frecency } from '@/lib/palette/frecency'
import type { SearchHit, SearchFunction } from '@/lib/palette/rank/search'
import { writtenItemCall, type PaletteItem, paletteItemKey } from './item'

/** Rows per page. cmdk lays out every row, so more rows would slow down typing. */
export const ROWS_PER_PAGE = 30

export type MatchedRows = {
  rows: readonly PaletteItem[]
  /** The number of all matches, including those not shown. */
  total: number
}

/**
 * The matches of a query, grouped by section; the section with the best row comes first. Urgent rows move up only
 * within their own list: failing checks must not push commands away.
 */
export function findItems(query: string, searches: readonly SearchFunction<PaletteItem>[], limit: number): MatchedRows {
  const found = searches.map((search) => search(query, limit))
  const hits = found
    .flatMap(({ hits: own }) => inOwnOrder(own))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, limit)
  return { rows: bySection(hits.map(({ entry }) => entry)), total: found.reduce((sum, { total }) => sum + total, 0) }
}

/** Keeps the order of one list, and gives its hits the sorted ranks that they have together among other lists. */
function inOwnOrder(hits: readonly SearchHit<PaletteItem>[]) {
  const ranks = hits.map(({ order }) => order).toSorted((a, b) => a - b)
  return hits.map(({ entry, order }, at) => ({ entry, order: ranks[at] ?? order }))
}

/** Groups rows by section; sections are in the order of their first row. */
function bySection(rows: readonly PaletteItem[]): PaletteItem[] {
  const sections = [...new Set(rows.map(({ section }) => section))]
  return sections.flatMap((section) => rows.filter((row) => row.section === section))
}

/** The rows of one source without a query: urgent ones first, then by use and name. */
export function browseItems(
  items: readonly PaletteItem[],
  search: SearchFunction<PaletteItem>,
  limit: number
): MatchedRows {
  const { hits, total } = search('', limit)
  const urgent = items.filter(({ isUrgent }) => isUrgent)
  const ranked = hits.map(({ entry }) => entry)
  const rows = urgent.length === 0 ? ranked : [...ranked.filter(({ isUrgent }) => isUrgent), ...urgent, ...ranked]
  return { rows: safelyFirst(bySection(unique(rows).slice(0, limit))), total }
}

const HERE_AT_MOST = 6
const RECENT_AT_MOST = 8

export type UsageMemory = {
  uses: Readonly<Record<string, Frecency>>
  pins: readonly string[]
}

/**
 * The rows without a query: pinned, for the row under the cursor, recently used, then all commands.
 * @param byCall returns the row of a serialized call, if it is available now
 */
export function suggestItems(
  commands: readonly PaletteItem[],
  byCall: (call: string) => PaletteItem | undefined,
  { uses, pins }: UsageMemory,
  limit: number
): MatchedRows {
  const use = (item: PaletteItem) => uses[writtenItemCall(item) ?? ''] ?? 0
  const pinned = pins.flatMap((call) => byCall(call) ?? [])
  const here = commands
    .flatMap((item) => (item.inContext ? usable(item) : []))
    .toSorted((a, b) => Number(a.isMinor ?? false) - Number(b.isMinor ?? false) || use(b) - use(a) || 0)
  const recent = Object.entries(uses)
    .toSorted(([, a], [, b]) => b - a)
    .flatMap(([call]) => usable(byCall(call)))
  const all = commands.toSorted((a, b) => order(a) - order(b))
  const taken = new Set<string>()
  const take = (items: readonly PaletteItem[], section: string, atMost: number) => {
    const left = unique(items)
      .filter((item) => !taken.has(paletteItemKey(item)))
      .slice(0, atMost)
    for (const item of left) taken.add(paletteItemKey(item))
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

const usable = (item: PaletteItem | undefined): PaletteItem[] => (item && !item.refused && !item.isMotion ? [item] : [])
const order = ({ refused, isMotion }: PaletteItem) => (refused ? 2 : isMotion ? 1 : 0)

/**
 * Pressing Enter once too often must not start anything, so a row without side effects is moved to the front with its
 * section. Rows for the context and recently used rows are preferred to commands that work on any resource.
 */
function safelyFirst(rows: readonly PaletteItem[]): PaletteItem[] {
  const safe = rows.filter(({ isStarting, refused }) => !isStarting && !refused)
  const first = safe.find(({ isMinor, section }) => !isMinor && section !== 'All commands') ?? safe[0]
  if (!first || rows[0] === first) return [...rows]
  const own = rows.filter(({ section }) => section === first.section)
  return [first, ...own.filter((row) => row !== first), ...rows.filter(({ section }) => section !== first.section)]
}

const unique = (items: readonly PaletteItem[]): PaletteItem[] => [
  ...new Map(items.map((item) => [paletteItemKey(item), item])).values(),
]
