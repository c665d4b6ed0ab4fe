import { type Frecency } from '@/lib/palette/frecency'
import { buildSmallIndex } from '@/lib/palette/rank/build'
import type { MatchTier } from '@/lib/palette/rank/match'
import { createSearch, type SearchHit, type SearchFunction } from '@/lib/palette/rank/search'
import { writtenItemCall, type PaletteItem, paletteItemKey } from './item'

/** Rows per page. cmdk lays out every row, so more rows would slow down typing. */
export const ROWS_PER_PAGE = 30

export type MatchedRows = {
  rows: readonly PaletteItem[]
  /** The number of all matches, including those not shown. */
  total: number
  /** The matches of a query with their ranks, to which those of the server are added. */
  hits?: readonly RankedItem[]
}

/** A match with its rank among the matches of all lists; smaller is better. */
export type RankedItem = { entry: PaletteItem; order: number; tier: MatchTier }

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
  return {
    rows: bySection(hits.map(({ entry }) => entry)),
    total: found.reduce((sum, { total }) => sum + total, 0),
    hits,
  }
}

/** Keeps the order of one list, and gives its hits the sorted ranks that they have together among other lists. */
function inOwnOrder(hits: readonly SearchHit<PaletteItem>[]): RankedItem[] {
  const ranks = hits.map(({ order }) => order).toSorted((a, b) => a - b)
  return hits.map(({ entry, order, tier }, at) => ({ entry, tier, order: ranks[at] ?? order }))
}

/**
 * The rows of one response of the server with their ranks for a query. Rows that match by something that is not in
 * their text come last, in the order of the server.
 */
export function rankResponse(items: readonly PaletteItem[], query: string): RankedItem[] {
  const hits = inOwnOrder(createSearch(buildSmallIndex(items))(query, items.length).hits)
  const matched = new Set(hits.map(({ entry }) => entry.id))
  const others = items.filter(({ id }) => !matched.has(id))
  return [...hits, ...others.map((entry): RankedItem => ({ entry, order: WORST_ORDER, tier: 6 }))]
}

/**
 * Whether a row matches so well that a response of the server may not move it: by its title, or, for a command, by a
 * keyword. A resource that matches by a keyword only is rarely the one that is meant. Neither is a command with a
 * resource as its argument, unless both begin with the typed words: `deploy checkout` also names a deployment.
 */
export const isStrongMatch = ({ entry: { effect, target }, tier }: RankedItem): boolean =>
  effect.is !== 'call' ? tier < 4 : target === undefined ? tier <= 4 : tier <= 1

/** Rows per section while several sections match, so that one kind does not push away the others. */
const ROWS_PER_SECTION = 8

/**
 * The loaded matches together with those of the server. The first row stays where it is if it is a strong match.
 * @param placed the rows up to the one under the cursor; they keep their places
 */
export function mergeHits(
  local: readonly RankedItem[],
  remote: readonly RankedItem[],
  limit: number,
  placed: readonly PaletteItem[] = []
): readonly PaletteItem[] {
  const known = new Set([...placed, ...local.map(({ entry }) => entry)].map(paletteItemKey))
  const added = remote.filter(({ entry }) => !known.has(paletteItemKey(entry)))
  const kept = new Set(placed.map(paletteItemKey))
  const sorted = [...local.filter(({ entry }) => !kept.has(paletteItemKey(entry))), ...added].toSorted(
    (a, b) => a.order - b.order
  )
  const [top] = local
  const isFixed = placed.length === 0 && top !== undefined && isStrongMatch(top)
  const ranked = isFixed ? [top, ...sorted.filter((hit) => hit !== top)] : sorted
  const most = ROWS_PER_SECTION + limit - ROWS_PER_PAGE
  const sections = groupSections([...placed, ...ranked.map(({ entry }) => entry)], placed.at(-1)?.section)
  const rows = sections.flatMap((rowsOfOne) => (sections.length > 1 ? rowsOfOne.slice(0, most) : rowsOfOne))
  return placed.length === 0 ? rows.slice(0, limit) : keepPlaces(placed, rows, limit)
}

/** The rows by section, in the order of their first rows. @param first the section that comes first, if any */
function groupSections(rows: readonly PaletteItem[], first: string | undefined): PaletteItem[][] {
  const names = [...new Set([...(first === undefined ? [] : [first]), ...rows.map(({ section }) => section)])]
  return names.map((name) => rows.filter(({ section }) => section === name))
}

/** The rows with those before the cursor at their places, and the section of the cursor next. */
function keepPlaces(placed: readonly PaletteItem[], rows: readonly PaletteItem[], limit: number): PaletteItem[] {
  const kept = new Set(placed.map(paletteItemKey))
  return [...placed, ...rows.filter((row) => !kept.has(paletteItemKey(row)))].slice(0, Math.max(limit, placed.length))
}

/** Greater than the rank of any match that can run. */
const WORST_ORDER = 7 * 1024

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
 * The rows without a query: for the row under the cursor or the open detail, pinned, recently used, then all commands.
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
    ...take(here, 'Here', HERE_AT_MOST),
    ...take(pinned, 'Pinned', Infinity),
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
