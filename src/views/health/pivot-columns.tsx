import { formatDuration, formatPercent } from '../../lib/format'
import { dotOf } from '../../lib/health-status'
import type { Column } from '../../ui/grid/column'
import { StatusShape } from '../../ui/status'
import { CheckName } from './check-name'
import { GroupHealth, Latency, None, Uptime } from './columns'
import css from './health.module.css'
import { failingOf, type Row } from './order'
import type { CellType, PivotColumn } from './pivot'
import { countOf, type Tally, tallyOf, uptimeOf } from './tally'

/**
 * The columns of a pivot: the name of the row, and one for each value. A cell of a group summarises its checks with
 * that value; a check is in the column of its own value.
 * @param membersOf returns all checks of the group of these, including hidden ones
 */
export const columnsOfPivot = (
  columns: readonly PivotColumn[],
  cells: CellType,
  membersOf: (rows: readonly Row[]) => readonly Row[]
): readonly Column<Row>[] => [
  {
    id: 'name',
    title: 'Checks',
    width: 'minmax(8rem, 2fr)',
    sortBy: ({ name }) => name,
    cell: (check) => <CheckName check={{ ...check, description: null }} hasNamespace={false} />,
    groupCell: () => null,
  },
  ...columns.map(({ id, title, holds }, at): Column<Row> => ({
    id,
    title,
    width: 'minmax(4.5rem, 1fr)',
    ...priorityOf(at),
    cell: (check) => (holds(check) ? <Cell tally={tallyOf([check])} cells={cells} /> : null),
    groupCell: (rows) => <Cell tally={tallyOf(membersOf(rows).filter(holds))} cells={cells} />,
  })),
]

/** Column priority. A narrow list keeps the first columns. */
function priorityOf(at: number): { priority?: 1 | 2 | 3 } {
  if (at >= 4) return { priority: 1 }
  if (at >= 2) return { priority: 2 }
  return at === 1 ? { priority: 3 } : {}
}

function Cell({ tally, cells }: { tally: Tally; cells: CellType }) {
  const count = countOf(tally)
  if (count === 0) return <None words="no check" />
  if (cells === 'uptime') return <Figure tally={tally} text={<Uptime percent={uptimeOf(tally)} />} />
  if (cells === 'latency') return <Figure tally={tally} text={<Latency ms={tally.latencyMs} />} />
  if (tally.unhealthy === 0 || count === 1) return <GroupHealth tally={tally} />
  return <GroupHealth tally={tally} words={`${tally.unhealthy} of ${count}`} />
}

/** A figure with the shape of its health, so that bad values can be found. */
const Figure = ({ tally, text }: { tally: Tally; text: React.ReactNode }) => (
  <span className={css.figure}>
    {tally.unhealthy > 0 && <StatusShape health={dotOf('unhealthy')} size={8} />}
    {text}
  </span>
)

/**
 * Describes a group of a pivot in one sentence: its title, and each column with a value.
 * @param incidents the open incidents of its checks in words
 */
export function sentenceOfPivot(
  title: string,
  members: readonly Row[],
  columns: readonly PivotColumn[],
  cells: CellType,
  incidents?: string
): string {
  const parts = columns.flatMap((column) => {
    const tally = tallyOf(members.filter(column.holds))
    return countOf(tally) === 0 ? [] : [`${column.title} ${wordsOf(tally, cells)}`]
  })
  return [title, ...(incidents === undefined ? [] : [incidents]), ...parts].join(', ')
}

function wordsOf(tally: Tally, cells: CellType): string {
  const uptime = uptimeOf(tally)
  if (cells === 'uptime') return uptime === null ? 'never ran' : formatPercent(uptime)
  if (cells === 'latency') return tally.latencyMs === undefined ? 'not measured' : formatDuration(tally.latencyMs)
  return failingOf(tally).toLowerCase()
}
