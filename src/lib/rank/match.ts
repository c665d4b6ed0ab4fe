import { beginsWord, type Text } from './text'

/**
 * 0 whole title, id or alias · 1 beginning · 2 beginning of a word · 3 initials · 4 inside a word · 5 letters in order ·
 * 6 keywords or group only.
 */
export type Tier = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** How well something matches, as one number, smaller being better: sixteen times the tier, less the quality. */
export type Fit = number

export const NO_FIT: Fit = -1
export const BEST: Fit = fitOf(0, 9)

function fitOf(tier: Tier, quality: number): Fit {
  return tier * 16 + 9 - quality
}
export const tierOf = (fit: Fit): Tier => (fit >> 4) as Tier
/** 0..9. */
export const qualityOf = (fit: Fit): number => 9 - (fit & 15)

/**
 * How well a query fits: every word must, in any order and in any field, and the worst of them decides; unless they are,
 * as they stand, the title or its beginning. Whatever fits a query fits every beginning of that query, ids aside.
 * @param whole the folded query, its words joined by one space
 */
export function fitOfQuery(whole: string, words: readonly string[], title: string, text: Text): Fit {
  const [only] = words
  if (words.length === 1 && only !== undefined) return fitWord(only, title, text)
  if (text.folded === whole || text.aliases.includes(whole)) return BEST
  let worst = 0
  let sum = 0
  for (const word of words) {
    const one = fitWord(word, title, text)
    if (one === NO_FIT) return NO_FIT
    worst = Math.max(worst, tierOf(one))
    sum += qualityOf(one)
  }
  if (text.folded.startsWith(whole)) return fitOf(1, quality(text.folded.length, 0))
  return fitOf(worst as Tier, Math.floor(sum / words.length))
}

function fitWord(word: string, title: string, text: Text): Fit {
  const { folded, aliases } = text
  if (aliases.length > 0 && aliases.includes(word)) return BEST
  const first = folded.indexOf(word)
  if (first === 0) return folded.length === word.length ? BEST : fitOf(1, quality(folded.length, 0))
  if (first > 0) {
    for (let at = first; at > 0; at = folded.indexOf(word, at + 1))
      if (beginsWord(folded, title, at)) return fitOf(2, quality(folded.length, at))
  }
  // The initials are in order, too: where the letters are not, they need not be looked at.
  const jumps = first > 0 ? 0 : jumpsInOrder(word, folded)
  if (jumps >= 0) {
    const initial = word.length > 1 ? firstInOrder(word, text.initials) : -1
    if (initial >= 0) return fitOf(3, quality(text.initials.length, initial))
    return first > 0 ? fitOf(4, quality(folded.length, first)) : fitOf(5, Math.max(0, 9 - jumps))
  }
  return text.keywords.includes(word) || text.group.includes(word) ? fitOf(6, 0) : NO_FIT
}

/**
 * 0..9: up to six for how much of it is typed, up to three for how early. Everything is compared under the same query, so
 * how much is typed is how short it is; and what does not depend on the query does not turn rows round at every letter.
 */
const quality = (length: number, at: number) => (coverage[length] ?? 0) + Math.max(0, 3 - Math.ceil(at / 8))

/** By length: each step is about half as long again. */
const coverage = Uint8Array.from({ length: 48 }, (_, length) =>
  Math.max(0, Math.min(6, 6 - Math.ceil(2 * Math.log2(length / 6))))
)

/** Where the first of these letters is, when they all occur in this order; else -1. */
function firstInOrder(word: string, text: string): number {
  let at = -1
  let first = -1
  for (let n = 0; n < word.length; n++) {
    at = text.indexOf(word.charAt(n), at + 1)
    if (at < 0) return -1
    if (n === 0) first = at
  }
  return first
}

/** How many jumps it takes to find the letters in order; -1 when they are not all there. */
function jumpsInOrder(word: string, text: string): number {
  let jumps = 0
  let at = -1
  for (let n = 0; n < word.length; n++) {
    const next = text.indexOf(word.charAt(n), at + 1)
    if (next < 0) return -1
    if (n > 0 && next > at + 1) jumps++
    at = next
  }
  return jumps
}
