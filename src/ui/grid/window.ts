import { useDeferredValue, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Lines } from './lines'

/** Up to this many rows, or cards so high in pixels, all are in the document, so that the browser's search finds them. */
const WHOLE = 100
const WHOLE_HEIGHT = 3200
/** Lines around what is in view: of rows, and of cards, which are as high as several. */
const OVERSCAN = 8
const CARDS_OVERSCAN = 1

/** In pixels: what is above the view, and how high that is. */
type View = { top: number; height: number }
/** Lines, both included; none: `to` is before `from`. */
type Range = { from: number; to: number }

/** The lines that are in view, if only in part. */
export function linesInView({ count, top }: Lines, view: View): Range {
  if (view.height === 0) return { from: 0, to: -1 }
  return { from: lineAt(count, top, view.top), to: lineAt(count, top, view.top + view.height - 1) }
}

/** The last line that begins at or above a height; the first when none does. */
function lineAt(count: number, top: Lines['top'], pixels: number): number {
  let from = 0
  let to = count - 1
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    if (top(middle) <= pixels) from = middle
    else to = middle - 1
  }
  return to
}

type Props = {
  scroller: HTMLElement | null
  lines: Lines
  /** Another: these are other rows than before, and those in view are drawn before the rest. */
  firstId: string | undefined
  /** The line that has or gets focus, which the browser would lose without it in the document. */
  keep: readonly number[]
}

/** Which lines are in the document: those in view, some around them, and always those to keep. */
export function useWindow({ scroller, lines, firstId, keep }: Props): { shown: readonly number[]; isAtEnd: boolean } {
  const [view, setView] = useState<View>({ top: 0, height: 0 })
  useLayoutEffect(() => {
    if (!scroller) return undefined
    const look = () =>
      setView((before) => {
        const now = { top: scroller.scrollTop, height: scroller.clientHeight }
        return isSame(linesInView(lines, before), linesInView(lines, now)) ? before : now
      })
    // Drawn before the browser paints the scrolled list, which would be empty where no lines were.
    const lookNow = () => flushSync(look)
    const resized = new ResizeObserver(look)
    look()
    scroller.addEventListener('scroll', lookNow, { passive: true })
    resized.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', lookNow)
      resized.disconnect()
    }
  }, [scroller, lines])

  const { count, isEven } = lines
  const { from, to } = linesInView(lines, view)
  const isDrawnInView = useDeferredValue(firstId, '') === firstId
  const isWhole = isDrawnInView && (isEven ? count <= WHOLE : lines.top(count) <= WHOLE_HEIGHT)
  const around = !isDrawnInView ? 0 : isEven ? OVERSCAN : CARDS_OVERSCAN
  const first = isWhole ? 0 : Math.max(0, from - around)
  const last = isWhole ? count - 1 : Math.min(count - 1, to + around)
  const near = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const kept = [...new Set(keep)].toSorted((a, b) => a - b)
  const apart = kept.filter((line) => line >= 0 && line < count && (line < first || line > last))
  return {
    shown: [...apart.filter((line) => line < first), ...near, ...apart.filter((line) => line > last)],
    isAtEnd: to === count - 1,
  }
}

const isSame = (a: Range, b: Range) => a.from === b.from && a.to === b.to
