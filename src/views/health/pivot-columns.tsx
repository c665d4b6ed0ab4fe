import { formatDuration, formatPercent } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import type { GridColumn } from '../../ui/grid/column'
import { StatusShape } from '../../ui/status'
import { CheckName } from './check-name'
import { GroupHealth, LatencyValue, MissingValue, UptimeValue } from './columns'
import css from './health.module.css'
import { formatUnhealthy, type HealthRow } from './order'
import type { CellType, PivotColumn } from './pivot'
import { describeMissingUptime, tallyCount, type CheckTally, tallyChecks, tallyUptime } from './tally'

/**
 * The columns of a pivot: the name of the row, and one for each value. A cell of a group summarises its checks with
 * that value; a check is in the column of its own value.
 * @param membersOf returns all checks of the group of these, including hidden ones
 */
export const pivotGridColumns = (
  columns: readonly PivotColumn[],
  cells: CellType,
  membersOf: (rows: readonly HealthRow[]) => readonly HealthRow[]
): readonly GridColumn<HealthRow>[] => [
  {
    id: 'name',
    title: 'Checks',
    width: 'minmax(8rem, 2fr)',
    sortBy: ({ name }) => name,
    cell: (check) => <CheckName check={{ ...check, description: null }} hasNamespace={false} />,
    groupCell: () => null,
  },
  ...columns.map(({ id, title, matches }, at): GridColumn<HealthRow> => ({
    id,
    title,
    width: 'minmax(4.5rem, 1fr)',
    ...priorityOf(at),
    cell: (check) => (matches(check) ? <Cell tally={tallyChecks([check])} cells={cells} /> : null),
    groupCell: (rows) => <Cell tally={tallyChecks(membersOf(rows).filter(matches))} cells={cells} />,
  })),
]

/** Column priority. A narrow list keeps the first columns. */
function priorityOf(at: number): { priority?: 1 | 2 | 3 } {
  if (at >= 4) return { priority: 1 }
  if (at >= 2) return { priority: 2 }
  return at === 1 ? { priority: 3 } : {}
}

function Cell({ tally, cells }: { tally: CheckTally; cells: CellType }) {
  const count = tallyCount(tally)
  if (count === 0) return <MissingValue words="no check" />
  if (cells === 'uptime') return <Figure tally={tally} text={<UptimeValue tally={tally} />} />
  if (cells === 'latency') return <Figure tally={tally} text={<LatencyValue ms={tally.latencyMs} />} />
  if (tally.unhealthy === 0 || count === 1) return <GroupHealth tally={tally} />
  return <GroupHealth tally={tally} words={`${tally.unhealthy} of ${count}`} />
}

/** A figure with the shape of its health, so that bad values can be found. */
const Figure = ({ tally, text }: { tally: CheckTally; text: React.ReactNode }) => (
  <span className={css.figure}>
    {tally.unhealthy > 0 && <StatusShape health={toHealthDot('unhealthy')} size={8} />}
    {text}
  </span>
)

/**
 * Describes a group of a pivot in one sentence: its title, and each column with a value.
 * @param incidents the open incidents of its checks in words
 */
export function describePivotGroup(
  title: string,
  members: readonly HealthRow[],
  columns: readonly PivotColumn[],
  cells: CellType,
  incidents?: string
): string {
  const parts = columns.flatMap((column) => {
    const tally = tallyChecks(members.filter(column.matches))
    return tallyCount(tally) === 0 ? [] : [`${column.title} ${wordsOf(tally, cells)}`]
  })
  return [title, ...(incidents === undefined ? [] : [incidents]), ...parts].join(', ')
}

function wordsOf(tally: CheckTally, cells: CellType): string {
  const uptime = tallyUptime(tally)
  if (cells === 'uptime') return uptime === null ? describeMissingUptime(tally) : formatPercent(uptime)
  if (cells === 'latency') return tally.latencyMs === undefined ? 'not measured' : formatDuration(tally.latencyMs)
  return formatUnhealthy(tally).toLowerCase()
}
