import { fold } from '../../lib/rank/text'
import type { Item } from './item'

/** A third of the letters may be wrong, and three at most: beyond that, anything is near. */
const allowed = (length: number) => Math.min(3, Math.floor(length / 3))

/** Distances take time in proportion to both lengths; nobody types more than this by mistake. */
const LONGEST = 40

/** Among several words, shorter ones are too often something else. */
const LEAST_OF_SEVERAL = 5

/**
 * The command whose title, or a word of it or of its keywords, is spelled nearly like the query, else like one of its words;
 * undefined if none is.
 */
export function nearestCommand(query: string, commands: readonly Item[]): Item | undefined {
  const typed = fold(query.trim())
  const words = typed.split(/\s+/)
  const longer = words.length > 1 ? words.filter((word) => word.length >= LEAST_OF_SEVERAL) : []
  const found =
    nearestTo(typed, commands) ??
    longer.flatMap((word) => nearestTo(word, commands) ?? []).toSorted((a, b) => a.distance - b.distance)[0]
  return found?.item
}

/** One that is refused, or only moves, is not what somebody wants to do. */
function nearestTo(typed: string, commands: readonly Item[]) {
  const most = allowed(typed.length)
  if (most === 0 || typed.length > LONGEST) return undefined
  let best: { item: Item; distance: number } | undefined
  for (const item of commands) {
    if (item.refused || item.isMotion) continue
    const title = fold(item.title)
    const words = [title, ...wordsOf(title)]
    for (const [at, word] of [...words, ...wordsOf(fold(item.keywords ?? ''))].entries()) {
      if (Math.abs(word.length - typed.length) > most) continue
      const letters = distanceBetween(typed, word)
      // Of two that are as near, what somebody sees is meant.
      const distance = letters + (at < words.length ? 0 : 0.5)
      if (letters <= most && (best === undefined || distance < best.distance)) best = { item, distance }
    }
  }
  return best
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u)

/** How many letters have to be inserted, removed, replaced or swapped with the next one (optimal string alignment). */
export function distanceBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
