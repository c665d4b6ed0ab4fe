import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import css from './grid.module.css'

export type Column<R> = {
  id: string
  title: string
  /** A track of CSS grid. */
  width: string
  align?: 'end'
  /** Dropped when there is little room: 1 first, 3 last. What is dropped is still in the row's sentence. */
  priority?: 1 | 2 | 3
  cell(row: R): ReactNode
}

export type GridHandle = {
  /** Moves the real focus to a row and brings it into view. */
  focusRow(id: string): void
}

type Props<R> = {
  label: string
  rows: readonly R[]
  columns: readonly Column<R>[]
  rowId(row: R): string
  /** One sentence in reading order: what a screen reader says for the row. */
  rowLabel(row: R): string
  /** The row that Tab reaches; the first when there is none. */
  cursor: string | undefined
  onCursor(id: string): void
  /** Enter. */
  onOpen(row: R): void
  /** A press of the pointer. */
  onPress(row: R): void
  onToggle(row: R): void
  selected: ReadonlySet<string>
  /** The row whose detail is shown. */
  open: string | undefined
  isBusy?: boolean
  ref?: Ref<GridHandle>
}

/**
 * A grid with one tab stop, whose rows take real focus: it is spoken sooner than an active descendant, and magnifiers and
 * speech control follow it. Focus is by id, so that new data re-sorts around the focused row.
 */
export function Grid<R>(props: Props<R>) {
  const { label, rows, columns, rowId, rowLabel, cursor, onCursor, selected, open, isBusy, ref } = props
  const grid = useRef<HTMLDivElement>(null)
  const focusRow = (id: string, options?: FocusOptions) =>
    grid.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus(options)
  useImperativeHandle(ref, () => ({ focusRow }))
  const onFocused = useFocusKept(rows.map(rowId), focusRow)
  const tabStop = rows.some((row) => rowId(row) === cursor) ? cursor : rows[0] && rowId(rows[0])

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    const at = rows.findIndex((row) => rowId(row) === tabStop)
    const row = rows[at]
    // A control inside a row keeps its own keys.
    if (!row || event.target.dataset['row'] === undefined) return
    const page = Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / event.target.offsetHeight) - 2)
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = moves[event.key]
    if (to !== undefined) {
      const next = rows[Math.max(0, Math.min(rows.length - 1, to))]
      if (next) focusRow(rowId(next))
    } else if (event.key === 'Enter') props.onOpen(row)
    else if (event.key === ' ') props.onToggle(row)
    else return
    event.preventDefault()
  }

  return (
    <div className={css.frame}>
      <div
        ref={grid}
        role="grid"
        tabIndex={rows.length === 0 ? 0 : undefined}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-busy={isBusy}
        className={css.grid}
        style={tracks(columns)}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" className={css.head}>
          <div role="row" aria-rowindex={1} className={css.row}>
            {columns.map((column) => (
              <div
                key={column.id}
                role="columnheader"
                className={css.header}
                data-align={column.align}
                data-priority={column.priority}
              >
                {column.title}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={css.body}>
          {rows.map((row, at) => {
            const id = rowId(row)
            return (
              <Row
                key={id}
                id={id}
                row={row}
                index={at + 2}
                rowLabel={rowLabel as (row: unknown) => string}
                columns={columns as readonly Column<unknown>[]}
                isTabStop={id === tabStop}
                isSelected={selected.has(id)}
                isOpen={id === open}
                onFocused={(focused) => {
                  onFocused(focused)
                  if (focused !== undefined) onCursor(focused)
                }}
                onPress={() => props.onPress(row)}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The tracks with all columns, and with those of priority up to 1, 2 and 3 dropped; the style sheet picks by width. */
const tracks = (columns: readonly Column<never>[]): CSSProperties => {
  const without = (dropped: number) =>
    columns.flatMap(({ width, priority = 4 }) => (priority > dropped ? [width] : [])).join(' ')
  return Object.fromEntries([0, 1, 2, 3].map((dropped) => [`--tracks-${dropped}`, without(dropped)]))
}

type RowProps = {
  id: string
  row: unknown
  index: number
  rowLabel(row: unknown): string
  columns: readonly Column<unknown>[]
  isTabStop: boolean
  isSelected: boolean
  isOpen: boolean
  onFocused(id: string | undefined): void
  onPress(): void
}

const Row = memo(
  function Row({ id, row, index, rowLabel, columns, isTabStop, isSelected, isOpen, onFocused, onPress }: RowProps) {
    return (
      // The grid handles the keys of its rows.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        role="row"
        className={css.row}
        data-row={id}
        data-open={isOpen || undefined}
        tabIndex={isTabStop ? 0 : -1}
        aria-rowindex={index}
        aria-label={rowLabel(row)}
        aria-selected={isSelected}
        onFocus={() => onFocused(id)}
        onBlur={({ currentTarget, relatedTarget }) => {
          // A row that is taken away is blurred too, but then it is no longer in the document.
          if (currentTarget.isConnected && relatedTarget) onFocused(undefined)
        }}
        onClick={onPress}
      >
        {columns.map((column, at) => (
          <div
            key={column.id}
            role={at === 0 ? 'rowheader' : 'gridcell'}
            className={css.cell}
            data-align={column.align}
            data-priority={column.priority}
          >
            {column.cell(row)}
          </div>
        ))}
      </div>
    )
  },
  // The handlers are new on each render but do the same.
  (before, after) =>
    before.row === after.row &&
    before.index === after.index &&
    before.columns === after.columns &&
    before.isTabStop === after.isTabStop &&
    before.isSelected === after.isSelected &&
    before.isOpen === after.isOpen
)

/**
 * Keeps the focus in the grid when data changes under it: moving a row in the document drops its focus, and removing it
 * too. Focus then returns to the row, else to the one after it, else to the last.
 */
function useFocusKept(ids: readonly string[], focusRow: (id: string, options?: FocusOptions) => void) {
  const focused = useRef<string | undefined>(undefined)
  const before = useRef(ids)
  useLayoutEffect(() => {
    const earlier = before.current
    before.current = ids
    const id = focused.current
    if (id === undefined || document.activeElement !== document.body) return
    const left = new Set(ids)
    const next = left.has(id) ? id : earlier.slice(earlier.indexOf(id)).find((other) => left.has(other))
    const to = next ?? ids.at(-1)
    if (to !== undefined) focusRow(to, { preventScroll: left.has(id) })
  })
  return (id: string | undefined) => {
    focused.current = id
  }
}
