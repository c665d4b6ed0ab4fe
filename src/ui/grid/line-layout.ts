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
  height(line: number): number
  /** Whether all lines have the same height. */
  isEven: boolean
  top(line: number): number
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
  }
}

/**
 * Lines of cards. A group heading has a line of its own.
 * @param heightOf the height of a card in pixels; a line is as high as the highest of its cards
 */
export function layOutCards<R>(
  items: readonly GridLine<R>[],
  { row, card, perLine }: LineSizes,
  heightOf?: (row: R) => number
): LineLayout {
  const starts: number[] = []
  const tops: number[] = []
  const lineOf: number[] = []
  let top = 0
  let height = 0
  for (const [index, item] of items.entries()) {
    const { is } = item
    const first = starts.at(-1)
    const isNew = first === undefined || is === 'group' || items[first]?.is === 'group' || index - first === perLine
    if (isNew) {
      top += height
      starts.push(index)
      tops.push(top)
      height = 0
    }
    height = Math.max(height, is === 'group' ? row : (heightOf?.(item.row) ?? card))
    lineOf.push(starts.length - 1)
  }
  const bottom = top + height
  const topOf = (line: number) => tops[line] ?? bottom
  return {
    count: starts.length,
    from: (line) => starts[line] ?? items.length,
    to: (line) => starts[line + 1] ?? items.length,
    lineOf: (index) => lineOf[index] ?? 0,
    height: (line) => topOf(line + 1) - topOf(line),
    isEven: false,
    top: topOf,
  }
}

/** The item a number of lines further down, in the same column if possible; stops at both ends. */
export function findIndexBelow({ count, from, to, lineOf }: LineLayout, index: number, by: number): number {
  const line = lineOf(index)
  const next = Math.max(0, Math.min(count - 1, line + by))
  if (next === line) return index
  return Math.min(to(next) - 1, from(next) + (index - from(line)))
}
