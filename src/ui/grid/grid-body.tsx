import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { GridCard } from './cards'
import css from './grid.module.css'
import type { LineLayout } from './line-layout'
import type { GridLine } from './model'
import type { CardSize } from './props'
import { type LineRendering, type LineState, GridRow } from './grid-row'
import { useLineWindow } from './use-line-window'

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
  cardSize: CardSize | undefined
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
  cardSize,
  firstIndex,
  ...props
}: Props<R>) {
  const { columns, rowName, rowLabel, groupLabel, groupLine, groupMark, deferredRows, stateOf, onEnd, onRendered } =
    props
  const { shown, isAtEnd } = useLineWindow({ scroller, lines, firstId: items[0]?.id, keep })
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
          gridTemplateColumns: `repeat(${perLine}, minmax(0, ${cardSize ? `${cardSize.width}px` : '1fr'}))`,
        }
        return (
          <div key={item.id} role="presentation" className={css.cards} style={style}>
            {[item, ...others].map((one, at) => (
              <GridCard
                key={one.id}
                item={one}
                rowIndex={firstIndex + lines.from(line) + at}
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
