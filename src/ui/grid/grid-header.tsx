import type { KeyboardEvent, PointerEvent } from 'react'
import { loadModule } from '@/lib/load-module'
import { ZoneNote } from '../time'
import type { GridColumn } from './column'
import css from './grid.module.css'
import type { SortOrder } from './grid-view'
import type { HeaderColumns } from './header-gestures'

const loadGestures = () => import('./header-gestures')

type Props<R> = {
  ref(element: HTMLElement | null): void
  columns: readonly GridColumn<R>[]
  sort: SortOrder | undefined
  onSort(column: string): void
  /** For the gestures that resize and move columns. */
  arrangement: HeaderColumns
  /** Called on Down, which leaves the header. */
  onLeave(): void
}

/**
 * The column titles. Up moves from the first row to the header, Left and Right within it, and Down back. The pointer
 * drags edges and titles; Shift with Left and Right resizes, and the columns dialog does both by keyboard.
 */
export function GridHeader<R>({ ref, columns, sort, onSort, arrangement, onLeave }: Props<R>) {
  const hasButtons = columns.some(({ sortBy }) => sortBy)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { key, shiftKey, altKey, ctrlKey, metaKey, target } = event
    if (altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return
    const side = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const cell = target.closest<HTMLElement>('[role="columnheader"]')
    if (side !== 0 && shiftKey && cell)
      void loadModule(loadGestures).then(({ stepWidth }) => stepWidth(cell, side, arrangement))
    else if (side !== 0) {
      const buttons = [...event.currentTarget.querySelectorAll('button')].filter((one) => one.offsetWidth > 0)
      const at = buttons.findIndex((one) => one === target)
      buttons[Math.max(0, Math.min(buttons.length - 1, at + side))]?.focus()
    } else if (key === 'ArrowDown') onLeave()
    else return
    event.preventDefault()
  }

  function onPointerDown({ target, button, nativeEvent }: PointerEvent) {
    const cell = target instanceof Element && target.closest<HTMLElement>('[role="columnheader"]')
    if (!cell || button !== 0) return
    const isEdge = target.matches('[data-edge]')
    // The edge selects no text.
    if (isEdge) nativeEvent.preventDefault()
    void loadModule(loadGestures).then(({ dragHeader }) => dragHeader(nativeEvent, cell, isEdge, arrangement))
  }

  return (
    // Handles the keys of the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={ref}
      role="rowgroup"
      className={css.head}
      onKeyDown={hasButtons ? onKeyDown : undefined}
      onPointerDown={onPointerDown}
    >
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
              {at < columns.length - 1 && <div className={css.edge} data-edge aria-hidden="true" />}
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
