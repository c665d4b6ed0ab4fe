import { memo, type ReactNode } from 'react'
import css from './grid.module.css'
import type { GridLine } from './model'
import {
  type LineRendering,
  describeLine,
  type LineState,
  lineName,
  toTreeAria,
  RowCheckbox,
  ExpandToggle,
  useDeferredRow,
} from './grid-row'

type CardProps<R> = Omit<LineRendering<R>, 'columns'> &
  LineState & {
    item: GridLine<R>
    /** Pixels below the top of its line. */
    offset: number
    isTree: boolean
    draw(row: R): ReactNode
    note?: ((rows: readonly R[]) => ReactNode) | undefined
  }

const isSame = (a: CardProps<unknown>, b: CardProps<unknown>) =>
  a.item === b.item &&
  a.deferredRows === b.deferredRows &&
  a.rowIndex === b.rowIndex &&
  a.offset === b.offset &&
  a.isTree === b.isTree &&
  a.note === b.note &&
  a.groupMark === b.groupMark &&
  a.isTabStop === b.isTabStop &&
  a.isSelected === b.isSelected &&
  a.isOpen === b.isOpen &&
  a.isDeleted === b.isDeleted

/** One row as a card, with one cell; a group is a heading over its cards. */
export const GridCard = memo(function Card<R>({
  item: given,
  offset,
  isTree,
  deferredRows,
  rowName,
  draw,
  note,
  groupMark,
  ...state
}: CardProps<R>) {
  const item = useDeferredRow(given, deferredRows)
  const name = lineName(item, rowName)
  return (
    <div
      role="row"
      className={item.is === 'group' ? css.cardGroup : css.card}
      style={offset > 0 ? { marginTop: offset } : undefined}
      data-row={item.id}
      data-open={state.isOpen || undefined}
      data-gone={state.isDeleted || undefined}
      tabIndex={state.isTabStop ? 0 : -1}
      aria-rowindex={state.rowIndex}
      aria-label={describeLine(item, state)}
      aria-selected={state.isSelected}
      aria-expanded={item.isExpanded}
      {...(isTree && toTreeAria(item))}
    >
      <div role="gridcell" aria-colindex={1} className={css.cardCell}>
        <RowCheckbox name={name} isSelected={state.isSelected} />
        {item.is === 'group' ? (
          <>
            <ExpandToggle isExpanded={item.isExpanded} />
            <bdi className={css.groupTitle}>{name}</bdi>
            {groupMark?.(item.rows)}
            <span className={css.badge}>{item.rows.length.toLocaleString('en')}</span>
            {note && <span className={css.groupNote}>{note(item.rows)}</span>}
          </>
        ) : (
          draw(item.row)
        )}
      </div>
    </div>
  )
}, isSame) as <R>(props: CardProps<R>) => ReactNode

/** The default content of a card: the cell that names the row, then the others with their titles. */
export function DefaultCard<R>({ columns, row }: Pick<LineRendering<R>, 'columns'> & { row: R }) {
  const [first, ...others] = columns
  return (
    <div className={css.plainCard}>
      <div className={css.cardTitle}>{first?.cell(row)}</div>
      {others.slice(0, 3).map((column) => (
        <div key={column.id} className={css.cardLine}>
          <span className={css.cardLabel}>{column.title}</span>
          <span className={css.cardValue}>{column.cell(row)}</span>
        </div>
      ))}
    </div>
  )
}
