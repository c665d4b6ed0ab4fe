import type { LogLine } from './line'

/** While lines are followed, so many of the newest are kept. */
export const MOST_FOLLOWED = 10_000

/** Characters of their messages together. */
const MOST_CHARACTERS = 64 * 1024 * 1024

/**
 * New lines before those that are there, each once, the newest first; of what would be too much the oldest are left out.
 * @param most how many are kept
 */
export function withNewer(newer: readonly LogLine[], lines: readonly LogLine[], most = MOST_FOLLOWED): LogLine[] {
  const [added, first] = [new Set(newer.map(({ id }) => id)), lines.slice(0, newer.length + 1000)]
  // What comes again was among the newest when it came first.
  const kept = first.some(({ id }) => added.has(id)) ? lines.filter(({ id }) => !added.has(id)) : lines
  return bounded(newer.concat(kept.slice(0, Math.max(0, most - newer.length))), most)
}

function bounded(lines: LogLine[], most: number): LogLine[] {
  let characters = 0
  const end = lines.findIndex(({ message }) => (characters += message.length) > MOST_CHARACTERS)
  return lines.slice(0, Math.min(most, end > 0 ? end : lines.length))
}

/** A line that is not looked for, but stands beside one that is. */
export type Surrounding = LogLine & { beside: string }

/**
 * Lines with what stands around some of them, the newest first.
 * @param around by the id of a line, what stands around it, the newest first
 */
export function withSurroundings(
  lines: readonly LogLine[],
  around: ReadonlyMap<string, readonly LogLine[]>
): readonly (LogLine | Surrounding)[] {
  if (around.size === 0) return lines
  const shown = new Set(lines.map(({ id }) => id))
  const beside: Surrounding[] = []
  for (const [id, some] of around) {
    // A line that is not looked for any more takes what stands around it along.
    if (!shown.has(id)) continue
    for (const one of some) {
      if (shown.has(one.id)) continue
      shown.add(one.id)
      beside.push({ ...one, beside: id })
    }
  }
  return merged(
    lines,
    beside.toSorted((a, b) => b.time - a.time)
  )
}

/** Both are in order, the newest first. */
function merged(lines: readonly LogLine[], beside: readonly Surrounding[]): (LogLine | Surrounding)[] {
  const all: (LogLine | Surrounding)[] = []
  let at = 0
  for (const line of lines) {
    for (let next = beside[at]; next && next.time > line.time; next = beside[at]) {
      all.push(next)
      at += 1
    }
    all.push(line)
  }
  return all.concat(beside.slice(at))
}

/** So many lines before and after one of these. */
export function surroundingIn(lines: readonly LogLine[], id: string, count: number): readonly LogLine[] {
  const at = lines.findIndex((line) => line.id === id)
  return at < 0 ? [] : lines.slice(Math.max(0, at - count), at + count + 1)
}
