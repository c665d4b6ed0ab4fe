import { foldText } from '@/lib/palette/rank/text'
import type { PaletteItem } from './item'

/** The allowed distance: a third of the letters, at most three. Beyond that, too many commands match. */
const allowed = (length: number) => Math.min(3, Math.floor(length / 3))

/** Longer queries are not typing errors, and the time for a distance grows with both lengths. */
const LONGEST = 40

/** The minimum length of a word in a query of several words; shorter words match unrelated commands. */
const LEAST_OF_SEVERAL = 5

/**
 * The command whose title, or a word of its title or keywords, is spelled nearly like the query, otherwise like one
 * word of the query; undefined if there is none.
 */
export function findNearestCommand(query: string, commands: readonly PaletteItem[]): PaletteItem | undefined {
  const typed = foldText(query.trim())
  const words = typed.split(/\s+/)
  const longer = words.length > 1 ? words.filter((word) => word.length >= LEAST_OF_SEVERAL) : []
  const found =
    nearestTo(typed, commands) ??
    longer.flatMap((word) => nearestTo(word, commands) ?? []).toSorted((a, b) => a.distance - b.distance)[0]
  return found?.item
}

/** Ignores refused commands, and commands that only move the focus or cursor. */
function nearestTo(typed: string, commands: readonly PaletteItem[]) {
  const most = allowed(typed.length)
  if (most === 0 || typed.length > LONGEST) return undefined
  let best: { item: PaletteItem; distance: number } | undefined
  for (const item of commands) {
    if (item.refused || item.isMotion) continue
    const title = foldText(item.title)
    const words = [title, ...wordsOf(title)]
    for (const [at, word] of [...words, ...wordsOf(foldText(item.keywords ?? ''))].entries()) {
      if (Math.abs(word.length - typed.length) > most) continue
      const letters = measureDistance(typed, word)
      // At equal distance, a visible word (title) is preferred to a keyword.
      const distance = letters + (at < words.length ? 0 : 0.5)
      if (letters <= most && (best === undefined || distance < best.distance)) best = { item, distance }
    }
  }
  return best
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u)

/** The number of letters to insert, remove, replace or swap with the next one (optimal string alignment distance). */
export function measureDistance(a: string, b: string): number {
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
