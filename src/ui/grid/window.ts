import { type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Lines, Sizes } from './lines'

/** Up to so many lines all are in the document, so that the browser's own search finds them. */
const WHOLE = 100
const OVERSCAN = 8

/** How large a row and a card are, which text size, density and pointer decide: read from probes in the document. */
export function useSizes(
  scroller: RefObject<HTMLElement | null>,
  rowProbe: RefObject<HTMLElement | null>,
  cardProbe: RefObject<HTMLElement | null>
): Sizes {
  const [sizes, setSizes] = useState<Sizes>({ row: 32, card: 128, perLine: 1 })
  useLayoutEffect(() => {
    const elements = [scroller.current, rowProbe.current, cardProbe.current]
    const [outer, row, card] = elements
    if (!outer || !row || !card) return undefined
    const read = () => {
      const perLine = Math.max(1, Math.floor(outer.clientWidth / Math.max(1, card.offsetWidth)))
      const next = { row: row.offsetHeight || 32, card: card.offsetHeight || 128, perLine }
      setSizes((now) => (now.row === next.row && now.card === next.card && now.perLine === next.perLine ? now : next))
    }
    const observer = new ResizeObserver(read)
    for (const element of elements) if (element) observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [scroller, rowProbe, cardProbe])
  return sizes
}

/** Which lines are in the document: those in view, some around them, and always those to keep. */
export function useWindow({
  scroller,
  lines,
  keyOf,
  keep,
}: {
  scroller: RefObject<HTMLElement | null>
  lines: Lines
  keyOf(line: number): string
  /** Where the focus is or goes to: without it in the document the browser would drop it. */
  keep: readonly number[]
}) {
  const { count, height, isEven } = lines
  // There is no compiler here that would keep what it returns.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
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
  // Heights are not measured one by one: when they change, all do.
  const heights = isEven ? height(0) : lines
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, heights])
  return virtualizer
}

/** What of the lines is in sight, in their own pixels: below the header, which stays. */
export const viewOf = (scroller: HTMLElement, headHeight: number) => ({
  top: scroller.scrollTop,
  bottom: scroller.scrollTop + scroller.clientHeight - headHeight,
})

/** Scrolls as little as brings a line into sight. */
export function reveal(scroller: HTMLElement, lines: Lines, line: number, headHeight: number): void {
  const { top, bottom } = viewOf(scroller, headHeight)
  const [start, end] = [lines.top(line), lines.top(line) + lines.height(line)]
  if (start < top) scroller.scrollTop = start
  else if (end > bottom) scroller.scrollTop += end - bottom
}
