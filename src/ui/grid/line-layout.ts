import type { GridLine } from './model'

/** Heights of a row and a card in pixels, the number of cards per line, their width in pixels, and pixels per rem. */
export type LineSizes = { row: number; card: number; perLine: number; cardWidth?: number; rem?: number }

/** The items as lines on the screen: one item per line in a table, several side by side among cards. */
export type LineLayout = {
  count: number
  /** Indexes of the first item of a line and of the item after its last. */
  from(line: number): number
  to(line: number): number
  lineOf(index: number): number
  /** From the top of its highest item to the bottom of its lowest. Lines of cards can overlap. */
  height(line: number): number
  /** Whether all lines have the same height. */
  isEven: boolean
  /** The top of its highest item. For the line after the last: the bottom of the list. */
  top(line: number): number
  /** The top and the bottom of an item. */
  spanOf(index: number): readonly [top: number, bottom: number]
}

export function layOutRows(count: number, row: number): LineLayout {
  return {
    count,
    from: (line) => line,
    to: (line) => line + 1,
    lineOf: (index) => index,
    height: () => row,
    isEven: true,
    top: (line) => line * row,
    spanOf: (index) => [index * row, (index + 1) * row],
  }
}

/** Table lines of different heights. @param heights one per line, in pixels */
export function layOutUnevenRows(heights: readonly number[]): LineLayout {
  const tops = new Float64Array(heights.length + 1)
  for (const [at, height] of heights.entries()) tops[at + 1] = (tops[at] ?? 0) + height
  const topOf = (line: number) => tops[Math.min(line, heights.length)] ?? 0
  return {
    count: heights.length,
    from: (line) => line,
    to: (line) => line + 1,
    lineOf: (index) => index,
    height: (line) => heights[line] ?? 0,
    isEven: false,
    top: topOf,
    spanOf: (line) => [topOf(line), topOf(line + 1)],
  }
}

/**
 * Lines of cards in columns without gaps: each card is directly below the card of the line before. A group heading has
 * a line of its own below all cards before it.
 * @param heightOf the height of a card in pixels; by default, all cards have the same height
 */
export function layOutCards<R>(
  items: readonly GridLine<R>[],
  { row, card, perLine }: LineSizes,
  heightOf?: (row: R) => number
): LineLayout {
  const starts: number[] = []
  const lineOf: number[] = []
  const spans: (readonly [number, number])[] = []
  /** The bottom of each column, and of all of them. */
  const columns = Array.from({ length: perLine }, () => 0)
  let bottom = 0
  for (const [index, item] of items.entries()) {
    const first = starts.at(-1)
    const isGroup = item.is === 'group'
    const isNew = first === undefined || isGroup || items[first]?.is === 'group' || index - first === perLine
    if (isNew) starts.push(index)
    const column = index - (starts.at(-1) ?? 0)
    const top = isGroup ? bottom : (columns[column] ?? 0)
    const end = top + (isGroup ? row : (heightOf?.(item.row) ?? card))
    bottom = Math.max(bottom, end)
    if (isGroup) columns.fill(bottom)
    else columns[column] = end
    lineOf.push(starts.length - 1)
    spans.push([top, end])
  }
  const spanOf = (index: number) => spans[index] ?? ([bottom, bottom] as const)
  const spansIn = (line: number) => spans.slice(starts[line] ?? spans.length, starts[line + 1] ?? spans.length)
  const tops = starts.map((_, line) => Math.min(...spansIn(line).map(([top]) => top)))
  const topOf = (line: number) => tops[line] ?? bottom
  return {
    count: starts.length,
    from: (line) => starts[line] ?? items.length,
    to: (line) => starts[line + 1] ?? items.length,
    lineOf: (index) => lineOf[index] ?? 0,
    height: (line) => Math.max(...spansIn(line).map(([, end]) => end)) - topOf(line),
    isEven: false,
    top: topOf,
    spanOf,
  }
}

/** The item a number of lines further down, in the same column if possible; stops at both ends. */
export function findIndexBelow({ count, from, to, lineOf }: LineLayout, index: number, by: number): number {
  const line = lineOf(index)
  const next = Math.max(0, Math.min(count - 1, line + by))
  if (next === line) return index
  return Math.min(to(next) - 1, from(next) + (index - from(line)))
}
