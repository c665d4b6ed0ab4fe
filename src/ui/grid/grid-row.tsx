import { memo, type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { formatCount } from '@/shared/format'
import type { GridColumn } from './column'
import css from './grid.module.css'
import { MiddleText } from './middle-text'
import type { GridLine } from './model'
import type { DeferredRows } from './props'

/** The rendering options shared by all lines. */
export type LineRendering<R> = {
  columns: readonly GridColumn<R>[]
  rowName(row: R): string
  rowLabel(row: R): string
  groupLabel?: ((title: string, rows: readonly R[]) => string) | undefined
  groupLine?: ((rows: readonly R[]) => ReactNode) | undefined
  groupMark?: ((rows: readonly R[]) => ReactNode) | undefined
  deferredRows?: DeferredRows<R> | undefined
}

export type LineState = {
  /** aria-rowindex: from 1, counting the header and the rows of all pages. */
  rowIndex: number
  isTabStop: boolean
  isSelected: boolean
  isOpen: boolean
  isDeleted: boolean
}

type Props<R> = LineRendering<R> &
  LineState & {
    item: GridLine<R>
    top: number
    /** Pixels; undefined if all rows have the same height. */
    height: number | undefined
    isTree: boolean
  }

/** The accessible name of a row or group. */
export const describeLine = <R,>(
  item: GridLine<R>,
  { rowLabel, groupLabel, isDeleted }: Pick<LineRendering<R>, 'rowLabel' | 'groupLabel'> & Pick<LineState, 'isDeleted'>
) => {
  if (item.is === 'row') return isDeleted ? `${rowLabel(item.row)}, deleted` : rowLabel(item.row)
  return groupLabel?.(item.title, item.rows) ?? `${item.title}, ${formatCount(item.rows.length, 'row')}`
}

export const toTreeAria = ({ level, position, setSize }: GridLine<unknown>) => ({
  'aria-level': level,
  'aria-posinset': position,
  'aria-setsize': setSize,
})

export const lineName = <R,>(item: GridLine<R>, rowName: (row: R) => string) =>
  item.is === 'group' ? item.title : rowName(item.row)

const nothing = () => undefined

/** A line with the row data that has loaded so far. */
export function useDeferredRow<R>(item: GridLine<R>, later: DeferredRows<R> | undefined): GridLine<R> {
  const row = item.is === 'row' ? item.row : undefined
  const watch = useCallback(
    (onChange: () => void) => (later && row !== undefined ? later.watch(row, onChange) : nothing),
    [later, row]
  )
  const now = useSyncExternalStore(watch, () => (later && row !== undefined ? later.of(row) : row))
  return item.is === 'row' && now !== undefined && now !== item.row ? { ...item, row: now } : item
}

const isSame = (a: Props<unknown>, b: Props<unknown>) =>
  a.item === b.item &&
  a.columns === b.columns &&
  a.deferredRows === b.deferredRows &&
  a.groupMark === b.groupMark &&
  a.top === b.top &&
  a.height === b.height &&
  a.rowIndex === b.rowIndex &&
  a.isTabStop === b.isTabStop &&
  a.isSelected === b.isSelected &&
  a.isOpen === b.isOpen &&
  a.isDeleted === b.isDeleted &&
  a.isTree === b.isTree

/** A line of the table. The grid handles its events, so that a row renders again only when it changes. */
export const GridRow = memo(function Row<R>({
  item: given,
  deferredRows,
  columns,
  rowName,
  rowLabel,
  groupLabel,
  groupLine,
  groupMark,
  top,
  height,
  isTree,
  ...state
}: Props<R>) {
  const item = useDeferredRow(given, deferredRows)
  const { id, level, depth, isExpanded } = item
  const name = lineName(item, rowName)
  const hasGroupCells = columns.some(({ groupCell }) => groupCell)
  return (
    <div
      role="row"
      className={css.row}
      // The style sheet indents only the first cell by the depth.
      style={{ transform: `translateY(${top}px)`, '--depth': depth, height } as object}
      data-row={id}
      data-open={state.isOpen || undefined}
      data-gone={state.isDeleted || undefined}
      data-group={item.is === 'group' || undefined}
      data-grouped={depth < level - 1 || undefined}
      tabIndex={state.isTabStop ? 0 : -1}
      aria-rowindex={state.rowIndex}
      aria-label={describeLine(item, { rowLabel, groupLabel, isDeleted: state.isDeleted })}
      aria-selected={state.isSelected}
      aria-expanded={isExpanded}
      {...(isTree && toTreeAria(item))}
    >
      {item.is === 'group' && (
        <div
          role="rowheader"
          aria-colindex={1}
          aria-colspan={hasGroupCells ? undefined : columns.length}
          className={css.groupCell}
          data-whole={!hasGroupCells || undefined}
        >
          <RowCheckbox name={name} isSelected={state.isSelected} />
          <ExpandToggle isExpanded={isExpanded} />
          {groupLine && !hasGroupCells ? (
            groupLine(item.rows)
          ) : (
            <>
              <MiddleText text={name} className={css.groupTitle} />
              {groupMark?.(item.rows)}
              <span className={css.badge}>{item.rows.length.toLocaleString('en')}</span>
            </>
          )}
        </div>
      )}
      {item.is === 'group' &&
        hasGroupCells &&
        columns.slice(1).map((column, at) => (
          <div
            key={column.id}
            role="gridcell"
            aria-colindex={at + 2}
            className={css.cell}
            data-align={column.align}
            data-priority={column.priority}
            data-below={column.below}
          >
            {column.groupCell?.(item.rows)}
          </div>
        ))}
      {item.is === 'row' &&
        columns.map((column, at) => (
          <div
            key={column.id}
            role={at === 0 ? 'rowheader' : 'gridcell'}
            aria-colindex={at + 1}
            className={css.cell}
            data-align={column.align}
            data-priority={column.priority}
            data-wraps={column.wraps}
            data-below={column.below}
          >
            {at > 0 ? (
              column.cell(item.row)
            ) : (
              <>
                <RowCheckbox name={name} isSelected={state.isSelected} />
                {isTree && <ExpandToggle isExpanded={isExpanded} />}
                <div className={css.first}>{column.cell(item.row)}</div>
              </>
            )}
          </div>
        ))}
    </div>
  )
}, isSame) as <R>(props: Props<R>) => ReactNode

/** A checkbox for pointer and speech control. Keys select the row itself. */
export function RowCheckbox({ name, isSelected }: { name: string; isSelected: boolean }) {
  return (
    <label className={css.tick}>
      <input type="checkbox" data-tick tabIndex={-1} aria-label={`Select ${name}`} checked={isSelected} readOnly />
    </label>
  )
}

export function ExpandToggle({ isExpanded }: { isExpanded: boolean | undefined }) {
  return (
    <span className={css.twisty} data-twisty={isExpanded === undefined ? undefined : true} aria-hidden="true">
      {isExpanded !== undefined && (
        <svg width="12" height="12" viewBox="0 0 12 12" data-expanded={isExpanded || undefined}>
          <path d="M4.5 2.5 8 6l-3.5 3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      )}
    </span>
  )
}
