import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useMemo } from 'react'
import type { LineLayout } from './line-layout'

/** Up to this number of rows, or this height of cards in pixels, all lines are in the document for the browser's search. */
const WHOLE = 100
const WHOLE_HEIGHT = 3200
/** Lines rendered around the visible ones. A line of cards is as high as several rows. */
const OVERSCAN = 8
const CARDS_OVERSCAN = 1

type Props = {
  scroller: HTMLElement | null
  lines: LineLayout
  /** A new id means other rows: the visible lines are then rendered before the overscan. */
  firstId: string | undefined
  /** Lines that stay in the document, because they have or get focus. */
  keep: readonly number[]
}

/** The lines in the document: the visible ones, the overscan, and those to keep. `isAtEnd`: the last line is visible. */
export function useLineWindow({ scroller, lines, firstId, keep }: Props): {
  shown: readonly number[]
  isAtEnd: boolean
} {
  const { count, isEven } = lines
  const isVisibleRendered = useDeferredValue(firstId, '') === firstId
  const isWhole = isVisibleRendered && (isEven ? count <= WHOLE : lines.top(count) <= WHOLE_HEIGHT)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: (line) => lines.height(line),
    // A new function makes the virtualizer recalculate its positions; a new `estimateSize` does not.
    getItemKey: useMemo(() => ({ lines, key: (line: number) => line }), [lines]).key,
    overscan: !isVisibleRendered ? 0 : isEven ? OVERSCAN : CARDS_OVERSCAN,
    initialOffset: () => scroller?.scrollTop ?? 0,
    scrollToFn: ownedByGrid,
    rangeExtractor: ({ startIndex, endIndex, overscan }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(count - 1, endIndex + overscan)
      const near = Array.from({ length: last - first + 1 }, (_, at) => first + at)
      const kept = [...new Set(keep)].toSorted((a, b) => a - b).filter((line) => line >= 0 && line < count)
      return [...kept.filter((line) => line < first), ...near, ...kept.filter((line) => line > last)]
    },
  })
  const visible = virtualizer.getVirtualIndexes()
  return {
    shown: isWhole ? Array.from({ length: count }, (_, line) => line) : visible,
    isAtEnd: virtualizer.range?.endIndex === count - 1,
  }
}

/** The grid scrolls itself (`stage.ts`); the virtualizer only follows. */
const ownedByGrid = () => undefined
