import { memo, type ReactNode } from 'react'
import { formatCount } from '../../lib/format'
import css from './grid.module.css'
import type { Item } from './model'
import { type Drawing, type LineState, nameOf, Tick } from './row'

type CardProps<R> = Omit<Drawing<R>, 'columns'> &
  Omit<LineState, 'rowIndex'> & { item: Item<R>; columnIndex: number; draw(row: R): ReactNode }

const isSame = (a: CardProps<unknown>, b: CardProps<unknown>) =>
  a.item === b.item &&
  a.columnIndex === b.columnIndex &&
  a.isTabStop === b.isTabStop &&
  a.isTicked === b.isTicked &&
  a.isOpen === b.isOpen

/** One row as a card; a group is a heading over its cards. */
export const Card = memo(function Card<R>({ item, columnIndex, rowName, rowLabel, draw, ...state }: CardProps<R>) {
  const name = nameOf(item, rowName)
  return (
    <div
      role="gridcell"
      className={item.is === 'group' ? css.cardGroup : css.card}
      data-row={item.id}
      data-open={state.isOpen || undefined}
      tabIndex={state.isTabStop ? 0 : -1}
      aria-colindex={columnIndex}
      aria-label={item.is === 'group' ? `${name}, ${formatCount(item.rows.length, 'row')}` : rowLabel(item.row)}
      aria-selected={state.isTicked}
      aria-expanded={item.isExpanded}
    >
      <Tick name={name} isTicked={state.isTicked} />
      {item.is === 'group' ? (
        <>
          <bdi className={css.groupTitle}>{name}</bdi>
          <span className={css.badge}>{item.rows.length.toLocaleString('en')}</span>
        </>
      ) : (
        draw(item.row)
      )}
    </div>
  )
}, isSame) as <R>(props: CardProps<R>) => ReactNode

/** What a collection shows on a card that does not say otherwise: the cell that names it, then the others with their titles. */
export function PlainCard<R>({ columns, row }: Pick<Drawing<R>, 'columns'> & { row: R }) {
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
