import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { ZoneNote } from '../time'
import { type GridColumn, MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from './column'
import css from './grid.module.css'
import type { SortOrder } from './grid-view'

const STEP = 16

type Props<R> = {
  ref(element: HTMLElement | null): void
  columns: readonly GridColumn<R>[]
  sort: SortOrder | undefined
  onSort(column: string): void
  onWidth(column: string, width: number): void
  /** Called on Down, which leaves the header. */
  onLeave(): void
}

/** The column titles. Up moves from the first row to the header, Left and Right within it, and Down back. */
export function GridHeader<R>({ ref, columns, sort, onSort, onWidth, onLeave }: Props<R>) {
  const hasButtons = columns.some(({ sortBy }) => sortBy)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { key, shiftKey, altKey, ctrlKey, metaKey, target } = event
    if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return
    const side = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const cell = target.closest<HTMLElement>('[role="columnheader"]')
    const id = cell?.dataset['column']
    if (side !== 0 && shiftKey && cell && id !== undefined) onWidth(id, fit(cell.offsetWidth + side * STEP))
    else if (side !== 0) {
      const buttons = [...event.currentTarget.querySelectorAll('button')].filter((one) => one.offsetWidth > 0)
      const at = buttons.findIndex((one) => one === target)
      buttons[Math.max(0, Math.min(buttons.length - 1, at + side))]?.focus()
    } else if (key === 'ArrowDown') onLeave()
    else return
    event.preventDefault()
  }

  return (
    // Handles the keys of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={ref} role="rowgroup" className={css.head} onKeyDown={hasButtons ? onKeyDown : undefined}>
      <div role="row" aria-rowindex={1} className={css.headRow}>
        {columns.map((column, at) => {
          const direction = sort?.column === column.id ? (sort.isDescending ? 'descending' : 'ascending') : 'none'
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={at + 1}
              aria-sort={column.sortBy ? direction : undefined}
              className={css.header}
              data-column={column.id}
              data-align={column.align}
              data-priority={column.priority}
              data-below={column.below}
            >
              {column.sortBy ? (
                <button type="button" tabIndex={-1} className={css.sorter} onClick={() => onSort(column.id)}>
                  <Title {...column} />
                  <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" data-direction={direction}>
                    <path d="M5 8.5v-7M2 4.2l3-3 3 3" fill="none" stroke="currentColor" strokeWidth="1.4" />
                  </svg>
                </button>
              ) : (
                <Title {...column} />
              )}
              {at < columns.length - 1 && <Edge onWidth={(width) => onWidth(column.id, width)} />}
            </div>
          )
        })}
      </div>
    </div>
  )
}

const Title = ({ title, isTime }: Pick<GridColumn<never>, 'title' | 'isTime'>) => (
  <span className={css.title}>
    {title}
    {isTime && <ZoneNote of="ago" isBrief />}
  </span>
)

const fit = (width: number) => Math.round(Math.max(MIN_COLUMN_WIDTH, Math.min(MAX_COLUMN_WIDTH, width)))

/** The edge that the pointer drags. Keyboard users have Shift with the arrow keys, and the columns dialog. */
function Edge({ onWidth }: { onWidth(width: number): void }) {
  const start = useRef<{ x: number; width: number } | undefined>(undefined)
  const widthAt = (event: PointerEvent) => start.current && fit(start.current.width + event.clientX - start.current.x)
  const move = (event: PointerEvent) => {
    const width = widthAt(event)
    if (width !== undefined) onWidth(width)
  }
  return (
    <div
      className={css.edge}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 }
      }}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = undefined
      }}
    />
  )
}
