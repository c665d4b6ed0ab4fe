import { type Index, REFUSED } from './build'
import { BEST, type Fit, fitOfQuery, NO_FIT, qualityOf, type Tier, tierOf } from './match'
import { compareFolded, type Entry, fold, maskOf } from './text'

/** A matching entry with its rank. */
export type Hit<E extends Entry = Entry> = {
  entry: E
  tier: Tier
  /** Refusal, tier, quality, use and context in one integer; smaller is better. */
  order: number
  /** The same within its own list, where urgent entries come first. */
  rank: number
  folded: string
}

export type Found<E extends Entry> = {
  /** The best hits, the best first. */
  hits: readonly Hit<E>[]
  /** Number of all matches. */
  total: number
}

/** Order of the hits in one list. Total, because ids are unique. */
const compareHits = (a: Hit, b: Hit): number =>
  a.rank - b.rank || compareFolded(a.folded, b.folded) || (a.entry.id < b.entry.id ? -1 : 1)

/** Greater than the sum of quality (900), use (84) and context (36), so that no entry crosses a tier. */
const PER_TIER = 1024

function orderOf(one: Fit, standing: number): number {
  const isRefused = standing >= REFUSED
  const score = 100 * qualityOf(one) + standing - (isRefused ? REFUSED : 0)
  return (isRefused ? 8 * PER_TIER : 0) + tierOf(one) * PER_TIER + PER_TIER - 1 - score
}

/**
 * Ranks urgent entries before all matches of the same tier and, for a prefix of a word, before other prefix matches.
 * Never before exact matches.
 */
function rankOf(tier: Tier, order: number, isUrgent: boolean): number {
  const isBeginning = tier === 1 || tier === 2
  const place = isBeginning ? tier + (isUrgent ? 1 : 3) : 2 * tier + (isUrgent ? 0 : 1)
  // Refused entries stay last: there are more positions than tiers.
  return order + (place - tier) * PER_TIER + (order >= 8 * PER_TIER ? 8 * PER_TIER : 0)
}

/** The worst order within tier 0. */
export const LAST_OF_TIER = PER_TIER - 1

/** A hit that ranks no better than this tier, such as an argument found inside a command. */
export function noBetterThan<E extends Entry>({ entry, tier: own, order: was, folded }: Hit<E>, least: Tier): Hit<E> {
  const tier = Math.max(own, least) as Tier
  const order = (entry.refused ? 8 * PER_TIER : 0) + tier * PER_TIER + (was % PER_TIER)
  return { entry, tier, order, rank: rankOf(tier, order, entry.isUrgent === true), folded }
}

/** The folded words of a query. */
export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean)

export type Search<E extends Entry> = (query: string, limit: number) => Found<E>

/**
 * Searches an index. A query that extends the previous one searches only its results, because a match of a query also
 * matches each prefix. Equal queries, entries and priorities return equal results.
 */
export function searchOf<E extends Entry>(index: Index<E>): Search<E> {
  const everything = Int32Array.from(index.entries, (_entry, at) => at)
  let last = { whole: '', found: everything }
  return (query, limit) => {
    const words = wordsOf(query)
    const whole = words.join(' ')
    const within = last.whole !== '' && whole.startsWith(last.whole) ? last.found : everything
    const { best, found, total } = scan(index, whole, words, within, limit)
    last = { whole, found }
    return { hits: best.sorted(), total }
  }
}

function scan<E extends Entry>(
  { entries, texts, masks, byId, standing }: Index<E>,
  whole: string,
  words: readonly string[],
  within: Int32Array,
  limit: number
) {
  const mask = words.reduce((all, word) => all | maskOf(word), 0)
  const best = bestOf<E>(limit)
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
    const one = words.length === 0 ? BEST : fitOfQuery(whole, words, entry.title, text)
    if (one === NO_FIT) continue
    found[count++] = at
    if (at === byItsId) isIdFound = true
    best.add(entry, at === byItsId ? BEST : one, standing[at] ?? 0, text.folded)
  }
  const [entry, text] = byItsId === undefined || isIdFound ? [] : [entries[byItsId], texts[byItsId]]
  if (entry && text) best.add(entry, BEST, standing[byItsId ?? 0] ?? 0, text.folded)
  return { best, found: found.subarray(0, count), total: count + (entry ? 1 : 0) }
}

/** Collects the best hits without sorting all of them: a heap with the worst retained hit as its root. */
function bestOf<E extends Entry>(limit: number) {
  const heap: Hit<E>[] = []
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
    add(entry: E, one: Fit, standing: number, folded: string) {
      const order = orderOf(one, standing)
      const tier = tierOf(one)
      const rank = rankOf(tier, order, entry.isUrgent === true)
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
    sorted: (): Hit<E>[] => heap.toSorted(compareHits),
  }
}
