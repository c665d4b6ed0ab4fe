import { type ReactNode, useState } from 'react'
import { Button } from '../button'
import css from './charts.module.css'
import frame from './frame.module.css'

type Props = {
  title: string
  /** A sentence that describes the chart. */
  summary: string
  legend?: ReactNode
  /** The same data as a table; undefined if the page already has such a table. */
  table?: ReactNode
  /** Omits the heading, where there is one above already. */
  isBare?: boolean
  children: ReactNode
}

/** The frame of every chart: a description in one sentence, a drawing and, on request, the data as a table. */
export function ChartFigure({ title, summary, legend, table, isBare = false, children }: Props) {
  const [isTable, setIsTable] = useState(false)
  return (
    <figure className={frame.figure} aria-label={summary}>
      {!isBare && (
        <div className={frame.head}>
          <span className={css.title} title={summary}>
            {title}
          </span>
          {legend}
          {table && (
            <Button
              tone="bare"
              className={css.toggle}
              isPressed={isTable}
              label={`Show as table: ${title}`}
              onPress={() => setIsTable(!isTable)}
            >
              Show as table
            </Button>
          )}
        </div>
      )}
      {children}
      {isTable && table}
    </figure>
  )
}

type TableProps = {
  title: string
  columns: readonly string[]
  /** The first cell names the row. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[]
}

/** The data of a chart as a table. It scrolls on its own, so it can be focused. */
export const ChartTable = ({ title, columns, rows }: TableProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={css.tableBox} role="region" aria-label={`Table: ${title}`} tabIndex={0}>
    <table className={css.table}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {columns.map((name, at) => (
            <th key={name} scope="col" data-align={at > 0 ? 'end' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...rest] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {rest.map((cell, at) => (
              <td key={columns[at + 1]} data-align="end">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
