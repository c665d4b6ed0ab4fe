import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useMemo } from 'react'
import type { Lines } from './lines'

/**
 * Up to this number of rows, or this total height in pixels, all lines are in the document for the browser's search.
 */
const WHOLE = 100
const WHOLE_HEIGHT = 3200
/** Lines rendered around the visible ones. A line of cards is as high as several rows. */
const OVERSCAN = 8
const CARDS_OVERSCAN = 1

type Props = {
  scroller: HTMLElement | null
  lines: Lines
  /** A new id means other rows: the visible lines are then rendered before the overscan. */
  firstId: string | undefined
  /** Lines that stay in the document, because they have or get focus. */
  keep: readonly number[]
}

/** The lines in the document: the visible ones, the overscan, and those to keep. `isAtEnd`: the last line is visible. */
export function useWindow({ scroller, lines, firstId, keep }: Props): { shown: readonly number[]; isAtEnd: boolean } {
  const { count, isEven } = lines
  const { from, to } = linesInView(lines, view)
  const isViewRendered = useDeferredValue(firstId, '') === firstId
  const isWhole = isViewRendered && (isEven ? count <= WHOLE : lines.top(count) <= WHOLE_HEIGHT)
  const around = !isViewRendered ? 0 : isEven ? OVERSCAN : CARDS_OVERSCAN
  const first = isWhole ? 0 : Math.max(0, from - around)
  const last = isWhole ? count - 1 : Math.min(count - 1, to + around)
  const near = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const keptLines = [...new Set(keep)].toSorted((a, b) => a - b)
  const apart = keptLines.filter((line) => line >= 0 && line < count && (line < first || line > last))
  return {
    shown: isWhole ? Array.from({ length: count }, (_, line) => line) : visible,
    isAtEnd: virtualizer.range?.endIndex === count - 1,
  }
}

/** The grid scrolls itself (`stage.ts`); the virtualizer only follows. */
const ownedByGrid = () => undefined
