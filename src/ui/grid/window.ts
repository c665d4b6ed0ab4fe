import { type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect } from 'react'
import type { Lines } from './lines'

/** Up to this many lines, all are in the document, so that the browser's search finds them. */
const WHOLE = 100
const OVERSCAN = 8

/** Which lines are in the document: those in view, some around them, and always those to keep. */
export function useWindow({
  scroller,
  lines,
  keyOf,
  keep,
}: {
  scroller: HTMLElement | null
  lines: Lines
  keyOf(line: number): string
  /** The line that has or gets focus, which the browser would lose without it in the document. */
  keep: readonly number[]
}) {
  const { count, height, isEven } = lines
  // The rule is about the React compiler, which is not used here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: height,
    overscan: OVERSCAN,
    getItemKey: keyOf,
    rangeExtractor: ({ startIndex, endIndex }: Range) => {
      const [from, to] =
        count <= WHOLE ? [0, count - 1] : [Math.max(0, startIndex - OVERSCAN), Math.min(count - 1, endIndex + OVERSCAN)]
      const shown = Array.from({ length: to - from + 1 }, (_, at) => from + at)
      const apart = keep.filter((line) => line >= 0 && line < count && (line < from || line > to))
      return [...apart.filter((line) => line < from), ...shown, ...apart.filter((line) => line > to)]
    },
  })
  // Lines are not measured one by one: when heights change, all are computed anew.
  const heights = isEven ? height(0) : lines
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, heights])
  return virtualizer
}
