import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useMemo } from 'react'
import { GridCard } from './cards'
import css from './grid.module.css'
import type { LineLayout } from './line-layout'
import type { GridLine } from './model'
import { type LineRendering, type LineState, GridRow } from './grid-row'

type Props<R> = LineRendering<R> & {
  scroller: HTMLElement | null
  items: readonly GridLine<R>[]
  lines: LineLayout
  keep: readonly number[]
  isTree: boolean
  /** Undefined in a table. */
  card: ((row: R) => ReactNode) | undefined
  note: ((rows: readonly R[]) => ReactNode) | undefined
  perLine: number
  /** Each card is as high as its content. */
  isUneven: boolean
  /** aria-rowindex of the first item. */
  firstIndex: number
  stateOf(item: GridLine<R>): Omit<LineState, 'rowIndex'>
  /** Called when the last line is in view. */
  onEnd(): void
  /** Called when the lines in the document have changed. */
  onRendered(): void
}

/** The lines in view and a few around them. Scrolling renders only this component. */
export function GridBody<R>({
  scroller,
  items,
  lines,
  keep,
  isTree,
  card,
  note,
  perLine,
  isUneven,
  firstIndex,
  ...props
}: Props<R>) {
  const { columns, rowName, rowLabel, groupLabel, groupLine, groupMark, deferredRows, stateOf, onEnd, onRendered } =
    props
  const { shown, isAtEnd } = useLineWindow({ scroller, lines, isUneven, firstId: items[0]?.id, keep })
  useLayoutEffect(onRendered)
  useEffect(() => {
    if (isAtEnd) onEnd()
  }, [isAtEnd, onEnd])

  return (
    <div role="rowgroup" className={css.body} style={{ height: lines.top(lines.count) }}>
      {shown.map((line) => {
        const top = lines.top(line)
        const [item, ...others] = items.slice(lines.from(line), lines.to(line))
        if (!item) return null
        if (!card) {
          const state = { ...stateOf(item), rowIndex: firstIndex + line }
          const drawing = { columns, rowName, rowLabel, groupLabel, groupLine, groupMark, deferredRows }
          const height = lines.isEven ? undefined : lines.height(line)
          return <GridRow key={item.id} {...drawing} {...{ item, top, height, isTree }} {...state} />
        }
        const style = {
          transform: `translateY(${top}px)`,
          height: lines.height(line),
          gridTemplateColumns: `repeat(${perLine}, minmax(0, 1fr))`,
          ...(isUneven && { alignItems: 'start' }),
        }
        return (
          <div key={item.id} role="presentation" className={css.cards} style={style}>
            {[item, ...others].map((one, at) => (
              <GridCard
                key={one.id}
                item={one}
                rowIndex={firstIndex + lines.from(line) + at}
                offset={lines.spanOf(lines.from(line) + at)[0] - top}
                {...{ rowName, rowLabel, groupLabel, groupMark, deferredRows, note, isTree, draw: card }}
                {...stateOf(one)}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

/** Up to this number of rows, or this height of cards in pixels, all lines are in the document for the browser's search. */
const WHOLE = 100
const WHOLE_HEIGHT = 3200
/** Lines rendered around the visible ones. A line of cards is as high as several rows. */
const OVERSCAN = 8
const CARDS_OVERSCAN = 1
/** A high card can reach past the tops of several lines after it. */
const UNEVEN_CARDS_OVERSCAN = 4

type WindowProps = {
  scroller: HTMLElement | null
  lines: LineLayout
  isUneven: boolean
  /** A new id means other rows: the visible lines are then rendered before the overscan. */
  firstId: string | undefined
  /** Lines that stay in the document, because they have or get focus. */
  keep: readonly number[]
}

/** The lines in the document: the visible ones, the overscan, and those to keep. `isAtEnd`: the last line is visible. */
function useLineWindow({ scroller, lines, isUneven, firstId, keep }: WindowProps): {
  shown: readonly number[]
  isAtEnd: boolean
} {
  const { count, isEven } = lines
  const isVisibleRendered = useDeferredValue(firstId, '') === firstId
  const isWhole = isVisibleRendered && (isEven ? count <= WHOLE : lines.top(count) <= WHOLE_HEIGHT)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    // Not the height, because lines of cards can overlap.
    estimateSize: (line) => lines.top(line + 1) - lines.top(line),
    // A new function makes the virtualizer recalculate its positions; a new `estimateSize` does not.
    getItemKey: useMemo(() => ({ lines, key: (line: number) => line }), [lines]).key,
    overscan: !isVisibleRendered ? 0 : isEven ? OVERSCAN : isUneven ? UNEVEN_CARDS_OVERSCAN : CARDS_OVERSCAN,
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

/** The grid scrolls itself (`grid-stage.ts`); the virtualizer only follows. */
const ownedByGrid = () => undefined
