/** Something that can be found by typing. */
export type Entry = {
  id: string
  title: string
  /** Other words it is found by: aliases, a description. */
  keywords?: string
  group?: string
  /** 0..7: how often and how lately it was used (frecency.ts). */
  used?: number
  /** It acts on what is under the cursor. */
  inContext?: boolean
  /** It cannot run now: ranked after everything that can. */
  refused?: boolean
}

/** 0 whole title · 1 beginning · 2 beginning of a word · 3 initials · 4 inside a word · 5 letters in order · 6 keywords only. */
type Tier = 0 | 1 | 2 | 3 | 4 | 5 | 6
type Match = { tier: Tier; quality: number }

const byText = new Intl.Collator('en', { numeric: true })

/**
 * The entries that match every word of `query`, best first; all of them, in rank order, when it is empty.
 * The same query, entries and history always give the same order, and use never lifts an entry over a better tier.
 */
export function rank<E extends Entry>(query: string, entries: readonly E[], limit = Infinity): E[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const whole = words.join(' ')
  const found = entries.flatMap((entry) => {
    const match = matchAll(whole, words, entry)
    if (!match) return []
    const score = 100 * match.quality + 12 * (entry.used ?? 0) + (entry.inContext ? 30 : 0)
    return [{ entry, tier: match.tier, score }]
  })
  found.sort(
    (a, b) =>
      Number(a.entry.refused ?? false) - Number(b.entry.refused ?? false) ||
      a.tier - b.tier ||
      b.score - a.score ||
      byText.compare(a.entry.title, b.entry.title) ||
      (a.entry.id < b.entry.id ? -1 : 1)
  )
  return found.slice(0, limit).map(({ entry }) => entry)
}

/** The worst of the words decides, unless the words together are the title or begin it. */
function matchAll(whole: string, words: readonly string[], entry: Entry): Match | undefined {
  if (words.length === 0) return { tier: 0, quality: 0 }
  const title = entry.title.toLowerCase()
  if (whole === title || whole === entry.id.toLowerCase()) return { tier: 0, quality: 9 }
  if (title.startsWith(whole)) return { tier: 1, quality: quality(whole.length, title.length, 0) }
  const matches = words.map((word) => matchWord(word, title, entry))
  return matches.reduce((worst, match) =>
    !worst || !match
      ? undefined
      : { tier: worse(worst.tier, match.tier), quality: Math.min(worst.quality, match.quality) }
  )
}

function matchWord(word: string, title: string, { keywords = '', group = '' }: Entry): Match | undefined {
  if (title.startsWith(word)) return { tier: 1, quality: quality(word.length, title.length, 0) }
  const inside = title.indexOf(word)
  const atWord = wordStarts(title).find((start) => title.startsWith(word, start))
  if (atWord !== undefined) return { tier: 2, quality: quality(word.length, title.length, atWord) }
  if (word.length > 1 && initials(title).includes(word))
    return { tier: 3, quality: quality(word.length, title.length, 0) }
  if (inside >= 0) return { tier: 4, quality: quality(word.length, title.length, inside) }
  const gaps = gapsInOrder(word, title)
  if (gaps !== undefined) return { tier: 5, quality: Math.max(0, 9 - gaps) }
  return `${keywords} ${group}`.toLowerCase().includes(word) ? { tier: 6, quality: 0 } : undefined
}

const worse = (a: Tier, b: Tier): Tier => (a > b ? a : b)

/** 0..9: more of the title covered, and earlier, is better. */
const quality = (typed: number, length: number, at: number) =>
  Math.max(0, Math.round((8 * typed) / length + 1 - Math.min(1, at / 20)))

const wordStarts = (text: string) => [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index)
const initials = (text: string) => [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word.at(0)).join('')

/** How many jumps it takes to find the letters in order; undefined when they are not all there or lie too far apart. */
function gapsInOrder(word: string, text: string): number | undefined {
  if (word.length < 3) return undefined
  let gaps = 0
  let at = -1
  for (const letter of word) {
    const next = text.indexOf(letter, at + 1)
    if (next < 0) return undefined
    if (at >= 0 && next > at + 1) gaps++
    at = next
  }
  return gaps <= word.length / 2 ? gaps : undefined
}
