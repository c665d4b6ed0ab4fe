import type { Item } from './model'

/** Pixels. */
export type Sizes = { row: number; card: number; perLine: number }

/** The items as lines on the screen: one each in a table, several cards side by side. */
export type Lines = {
  count: number
  /** The first item of a line, and the one after its last. */
  from(line: number): number
  to(line: number): number
  lineOf(index: number): number
  height(line: number): number
  /** All lines are as high as the first. */
  isEven: boolean
  top(line: number): number
}

export function tableLines(count: number, row: number): Lines {
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

/** Lines of a table that are not all as high. @param heights of each, in pixels */
export function unevenLines(heights: readonly number[]): Lines {
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

/** A group's heading has a line of its own. */
export function cardLines(items: readonly Item<never>[], { row, card, perLine }: Sizes): Lines {
  const starts: number[] = []
  const tops: number[] = []
  const lineOf: number[] = []
  let top = 0
  for (const [index, { is }] of items.entries()) {
    const first = starts.at(-1)
    const isNew = first === undefined || is === 'group' || items[first]?.is === 'group' || index - first === perLine
    if (isNew) {
      starts.push(index)
      tops.push(top)
      top += is === 'group' ? row : card
    }
    lineOf.push(starts.length - 1)
  }
  const topOf = (line: number) => tops[line] ?? top
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

/** The item that many lines further down, as nearly below as there is one; stops at both ends. */
export function indexBelow({ count, from, to, lineOf }: Lines, index: number, by: number): number {
  const line = lineOf(index)
  const next = Math.max(0, Math.min(count - 1, line + by))
  if (next === line) return index
  return Math.min(to(next) - 1, from(next) + (index - from(line)))
}
