import { fold } from '../../lib/rank/text'
import type { Item } from './item'

/** A third of the letters may be wrong, and three at most: beyond that, anything is near. */
const allowed = (length: number) => Math.min(3, Math.floor(length / 3))

/** Distances take time in proportion to both lengths; nobody types more than this by mistake. */
const LONGEST = 40

/** The command whose title, or a word of it or of its keywords, is spelled nearly like the query; undefined if none is. */
export function nearestCommand(query: string, commands: readonly Item[]): Item | undefined {
  const typed = fold(query.trim())
  const most = allowed(typed.length)
  if (most === 0 || typed.length > LONGEST) return undefined
  let best: { item: Item; distance: number } | undefined
  for (const item of commands) {
    if (item.refused || item.isMotion) continue
    const words = fold(`${item.title} ${item.keywords ?? ''}`).split(/[^\p{L}\p{N}]+/u)
    for (const word of [fold(item.title), ...words]) {
      if (Math.abs(word.length - typed.length) > most) continue
      const distance = distanceBetween(typed, word)
      if (distance <= most && (best === undefined || distance < best.distance)) best = { item, distance }
    }
  }
  return best?.item
}

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
