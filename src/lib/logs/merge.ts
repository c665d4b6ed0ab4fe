import type { LogLine } from './line'

/** Maximum number of lines to keep while following a log. */
export const MOST_FOLLOWED = 10_000

/** Maximum total length of their messages, in characters. */
const MOST_CHARACTERS = 64 * 1024 * 1024

/**
 * Prepends new lines, each once, the newest first. Drops the oldest lines beyond the limits.
 * @param most the maximum number of lines
 */
export function prependLines(newer: readonly LogLine[], lines: readonly LogLine[], most = MOST_FOLLOWED): LogLine[] {
  const [added, first] = [new Set(newer.map(({ id }) => id)), lines.slice(0, newer.length + 1000)]
  // A repeated line was among the newest when it was first received.
  const remaining = first.some(({ id }) => added.has(id)) ? lines.filter(({ id }) => !added.has(id)) : lines
  return bounded(newer.concat(remaining.slice(0, Math.max(0, most - newer.length))), most)
}

function bounded(lines: LogLine[], most: number): LogLine[] {
  let characters = 0
  const end = lines.findIndex(({ message }) => (characters += message.length) > MOST_CHARACTERS)
  return lines.slice(0, Math.min(most, end > 0 ? end : lines.length))
}

/** A line that does not match, shown next to a line that does. */
export type SurroundingLine = LogLine & { beside: string }

/**
 * Adds surrounding lines to some of the lines, the newest first.
 * @param around surrounding lines by the id of their line, the newest first
 */
export function insertSurroundings(
  lines: readonly LogLine[],
  around: ReadonlyMap<string, readonly LogLine[]>
): readonly (LogLine | SurroundingLine)[] {
  if (around.size === 0) return lines
  const shown = new Set(lines.map(({ id }) => id))
  const beside: SurroundingLine[] = []
  for (const [id, some] of around) {
    // The surrounding lines of a line that no longer matches are dropped.
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

/** Merges two lists, both with the newest first. */
function merged(lines: readonly LogLine[], beside: readonly SurroundingLine[]): (LogLine | SurroundingLine)[] {
  const all: (LogLine | SurroundingLine)[] = []
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

/** The given number of lines before and after a line. */
export function sliceSurroundings(lines: readonly LogLine[], id: string, count: number): readonly LogLine[] {
  const at = lines.findIndex((line) => line.id === id)
  return at < 0 ? [] : lines.slice(Math.max(0, at - count), at + count + 1)
}
