import { useMemo, useState } from 'react'
import { formatCount } from '@/shared/format'
import type { Target } from '@/lib/kinds'
import type { TableRow } from '@/lib/playbooks/step-output'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { CommandButton } from '../../shared/commands/command-button'
import { Collection } from '../../shared/list/collection'
import { useInnerView } from './inner-view'
import css from './run.module.css'

type Props = { label: string; columns: readonly string[]; rows: readonly TableRow[]; total: number }

/** Maximum number of columns; the saved file contains all of them. */
const MOST_COLUMNS = 30

/** The rows returned by a query. */
export function OutputTable({ label, columns: names, rows, total }: Props) {
  const [view, onView] = useInnerView()
  const [cursor, setCursor] = useState<string>()
  const columns = useMemo(() => buildTableColumns(names), [names])
  const targetOf = ({ id, cells }: TableRow): Target => ({
    kind: 'output',
    id,
    label: cells[names[0] ?? ''] || `Row ${Number(id) + 1}`,
  })
  return (
    <div className={css.output}>
      <div className={css.tools}>
        <span className={css.quiet}>
          {rows.length < total
            ? `The first ${rows.length.toLocaleString('en')} of ${formatCount(total, 'row')}`
            : formatCount(total, 'row')}
          {names.length > MOST_COLUMNS && `, ${MOST_COLUMNS} of ${names.length} columns`}
        </span>
        <CommandButton call="output.download" label="Save" tone="bare" />
      </div>
      <Collection<TableRow>
        of="output"
        label={label}
        className={css.lines}
        rows={rows}
        columns={columns}
        targetOf={targetOf}
        rowLabel={({ cells }) => names.map((name) => `${name} ${cells[name] || 'empty'}`).join(', ')}
        view={view}
        onView={onView}
        query={label}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={(row) => setCursor(row.id)}
      />
    </div>
  )
}

const buildTableColumns = (names: readonly string[]): readonly GridColumn<TableRow>[] =>
  names.slice(0, MOST_COLUMNS).map((name, at) => ({
    id: `column-${at}`,
    title: name,
    width: 'minmax(6rem, 1fr)',
    ...(at > 2 && { priority: 0 as const }),
    sortBy: ({ cells }) => {
      const value = cells[name] ?? ''
      return value !== '' && !Number.isNaN(Number(value)) ? Number(value) : value
    },
    cell: ({ cells }) => (
      <bdi className={cell.words} title={cells[name]}>
        {cells[name]}
      </bdi>
    ),
  }))
