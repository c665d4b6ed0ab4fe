import { type EntryIndex, REFUSED } from './build'
import { BEST_FIT, type MatchFit, matchQuery, NO_FIT, fitQuality, type MatchTier, fitTier } from './match'
import { compareFolded, type SearchEntry, foldText, letterMask, splitWords, withoutFillers } from './text'
import { matchWithTypo, SHORTEST_TYPO } from './typo'

/** A matching entry with its rank. */
export type SearchHit<E extends SearchEntry = SearchEntry> = {
  entry: E
  tier: MatchTier
  /** Refusal, tier, quality, use and context in one integer; smaller is better. */
  order: number
  /** The same within its own list, where urgent entries come first. */
  rank: number
  folded: string
}

type SearchResult<E extends SearchEntry> = {
  /** The best hits, the best first. */
  hits: readonly SearchHit<E>[]
  /** Number of all matches. */
  total: number
}

/** Order of the hits in one list. Total, because ids are unique. */
const compareHits = (a: SearchHit, b: SearchHit): number =>
  a.rank - b.rank || compareFolded(a.folded, b.folded) || (a.entry.id < b.entry.id ? -1 : 1)

/** Greater than the sum of quality (900), use (84) and context (36), so that no entry crosses a tier. */
const PER_TIER = 1024

function computeOrder(one: MatchFit, standing: number): number {
  const isRefused = standing >= REFUSED
  const score = 100 * fitQuality(one) + standing - (isRefused ? REFUSED : 0)
  return (isRefused ? 8 * PER_TIER : 0) + fitTier(one) * PER_TIER + PER_TIER - 1 - score
}

/**
 * Ranks urgent entries before all matches of the same tier and, for a prefix of a word, before other prefix matches.
 * Never before exact matches.
 */
function computeRank(tier: MatchTier, order: number, isUrgent: boolean): number {
  const isBeginning = tier === 1 || tier === 2
  const place = isBeginning ? tier + (isUrgent ? 1 : 3) : 2 * tier + (isUrgent ? 0 : 1)
  // Refused entries stay last: there are more positions than tiers.
  return order + (place - tier) * PER_TIER + (order >= 8 * PER_TIER ? 8 * PER_TIER : 0)
}

/** The worst order within tier 0. */
export const LAST_OF_TIER = PER_TIER - 1

/** A hit that ranks no better than this tier, such as an argument found inside a command. */
export function limitTier<E extends SearchEntry>(
  { entry, tier: own, order: was, folded }: SearchHit<E>,
  least: MatchTier
): SearchHit<E> {
  const tier = Math.max(own, least) as MatchTier
  const order = (entry.refused ? 8 * PER_TIER : 0) + tier * PER_TIER + (was % PER_TIER)
  return { entry, tier, order, rank: computeRank(tier, order, entry.isUrgent === true), folded }
}

/** The folded words of a query. */
export const splitQuery = (query: string): string[] => foldText(query).split(/\s+/).filter(Boolean)

export type SearchFunction<E extends SearchEntry> = (query: string, limit: number) => SearchResult<E>

/**
 * Searches an index. A query that extends the previous one searches only its results, because a match of a query also
 * matches each prefix. Equal queries, entries and priorities return equal results.
 */
export function createSearch<E extends SearchEntry>(index: EntryIndex<E>): SearchFunction<E> {
  const everything = Int32Array.from(index.entries, (_entry, at) => at)
  let last = { whole: '', found: everything }
  const find = (words: readonly string[], limit: number) => {
    const whole = words.join(' ')
    const within = last.whole !== '' && whole.startsWith(last.whole) ? last.found : everything
    const { best, found, total } = scan(index, whole, words, within, limit)
    last = { whole, found }
    return { hits: best.sorted(), total }
  }
  return (query, limit) => {
    const words = splitQuery(query)
    const result = find(words, limit)
    if (result.total > 0) return result
    const rest = withoutFillers(words)
    return rest.length === words.length ? result : find(rest, limit)
  }
}

/**
 * Searches an index for titles with at most one wrong, missing, additional or swapped letter in each word. It reads all
 * entries, so it is for queries that nothing else matches.
 */
export function createTypoSearch<E extends SearchEntry>(index: EntryIndex<E>): SearchFunction<E> {
  return (query, limit) => {
    const words = splitWords(foldText(query))
    const rest = withoutFillers(words)
    if (!rest.some((word) => word.length >= SHORTEST_TYPO)) return { hits: [], total: 0 }
    const everything = Int32Array.from(index.entries, (_entry, at) => at)
    const { best, total } = scan(index, rest.join(' '), rest, everything, limit, matchWithTypo)
    return { hits: best.sorted(), total }
  }
}

function scan<E extends SearchEntry>(
  { entries, texts, masks, byId, priorities }: EntryIndex<E>,
  whole: string,
  words: readonly string[],
  within: Int32Array,
  limit: number,
  match = matchQuery
) {
  // A wrong letter need not occur in the entry.
  const mask = match === matchQuery ? words.reduce((all, word) => all | letterMask(word), 0) : 0
  const best = createBestHits<E>(limit)
  // An id matches only if typed completely, so it is looked up directly and not part of the masks.
  const byItsId = byId.get(whole)
  const found = new Int32Array(within.length)
  let count = 0
  let isIdFound = false
  // A plain loop: it runs fifty thousand times within milliseconds, and an iterator would double that.
  for (let n = 0; n < within.length; n++) {
    const at = within[n] ?? 0
    if ((mask & ~(masks[at] ?? 0)) !== 0) continue
    const text = texts[at]
    const entry = entries[at]
    if (!text || !entry) continue
    const one = words.length === 0 ? BEST_FIT : match(whole, words, entry.title, text)
    if (one === NO_FIT) continue
    found[count++] = at
    if (at === byItsId) isIdFound = true
    best.add(entry, at === byItsId ? BEST_FIT : one, priorities[at] ?? 0, text.folded)
  }
  const [entry, text] = byItsId === undefined || isIdFound ? [] : [entries[byItsId], texts[byItsId]]
  if (entry && text) best.add(entry, BEST_FIT, priorities[byItsId ?? 0] ?? 0, text.folded)
  return { best, found: found.subarray(0, count), total: count + (entry ? 1 : 0) }
}

/** Collects the best hits without sorting all of them: a heap with the worst retained hit as its root. */
function createBestHits<E extends SearchEntry>(limit: number) {
  const heap: SearchHit<E>[] = []
  const swap = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]]
    if (one && other) [heap[a], heap[b]] = [other, one]
  }
  const isWorse = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]]
    return one !== undefined && other !== undefined && compareHits(one, other) > 0
  }
  function rise(from: number) {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1
      if (!isWorse(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }
  function sink() {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      const worst = isWorse(right, left) ? right : left
      if (!isWorse(worst, at)) return
      swap(worst, at)
      at = worst
    }
  }
  return {
    add(entry: E, one: MatchFit, standing: number, folded: string) {
      const order = computeOrder(one, standing)
      const tier = fitTier(one)
      const rank = computeRank(tier, order, entry.isUrgent === true)
      const root = heap[0]
      if (heap.length >= limit) {
        // Most entries are rejected here, without comparing names.
        if (!root || rank > root.rank || (rank === root.rank && compareFolded(folded, root.folded) > 0)) return
        const hit = { entry, tier, order, rank, folded }
        if (compareHits(hit, root) >= 0) return
        heap[0] = hit
        return sink()
      }
      heap.push({ entry, tier, order, rank, folded })
      rise(heap.length - 1)
    },
    sorted: (): SearchHit<E>[] => heap.toSorted(compareHits),
  }
}
