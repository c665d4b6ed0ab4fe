import { ArrowDownRight, ArrowUpRight, Pin } from 'lucide-react'
import type { TypeSummary } from '@/api/catalog/catalog-summary'
import { capital, formatCost, formatCount, formatPercent } from '@/shared/format'
import { type HealthDot, toHealthDot } from '@/lib/catalog/health-status'
import type { GridColumn } from '@/ui/grid/column'
import { PageLink } from '@/ui/page-link'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import css from '../catalog.module.css'
import { ConfigCell } from '../shared/config-cell'
import { type SummaryRow, costTrend } from './facets'
import { listAddress } from './list-address'

/** `Kubernetes` for `Kubernetes::Pod`; the whole type if it has no provider. */
export const typeProvider = ({ type }: Pick<TypeSummary, 'type'>) => type.split('::')[0] ?? type

/** Worst first, because users look for failures. */
const healths = ['unhealthy', 'warning', 'unknown', 'healthy'] as const

/** The number of items per health. Items without a health are not counted. */
function countByHealth(rows: readonly Pick<TypeSummary, 'health'>[]): Record<HealthDot, number> {
  const counts = { unhealthy: 0, warning: 0, unknown: 0, healthy: 0 }
  for (const { health } of rows)
    for (const [name, count] of Object.entries(health ?? {})) counts[toHealthDot(name)] += count
  return counts
}

const sum = (rows: readonly TypeSummary[], of: (row: TypeSummary) => number | null | undefined) =>
  rows.reduce((total, row) => total + (of(row) ?? 0), 0)

const insightsOf = ({ analysis }: TypeSummary) => Object.entries(analysis ?? {}).filter(([, count]) => count > 0)
const countInsights = (row: TypeSummary) => insightsOf(row).reduce((total, [, count]) => total + count, 0)

const number = (count: number) => (count > 0 ? count.toLocaleString('en') : null)
const money = (cost: number) => (cost > 0 ? formatCost(cost) : null)

const latest = (moments: readonly (string | null | undefined)[]) =>
  moments.flatMap((moment) => moment ?? []).toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]

/** @param linked the row whose counts link to the items they count; absent for the sums of a group */
function Healths({ rows, linked }: { rows: readonly TypeSummary[]; linked?: SummaryRow | undefined }) {
  const counts = countByHealth(rows)
  return (
    <span className={css.counts}>
      {healths.map((health) => {
        const count = counts[health]
        const content = (
          <>
            <StatusShape health={health} />
            {count.toLocaleString('en')} <span className="visually-hidden">{health}</span>
          </>
        )
        if (count === 0) return <span key={health} className={css.count} />
        return linked ? (
          <PageLink key={health} className={css.count} href={listAddress(linked, health)} title={`${count} ${health}`}>
            {content}
          </PageLink>
        ) : (
          <span key={health} className={css.count}>
            {content}
          </span>
        )
      })}
    </span>
  )
}

/** @param costs the cost of each type on the last day; undefined until loaded */
export const summaryColumns = (costs: ReadonlyMap<string, number> | undefined): readonly GridColumn<SummaryRow>[] => [
  {
    id: 'type',
    title: 'Type',
    width: 'minmax(7rem, 1.6fr)',
    sortBy: ({ type }) => type,
    isName: true,
    cell: ({ type, isPinned }) => (
      <ConfigCell type={type} name={type} look="name">
        {isPinned && <Pin className={css.pin} size={12} strokeWidth={2} aria-label="pinned" />}
      </ConfigCell>
    ),
  },
  {
    id: 'count',
    title: 'Items',
    width: '4rem',
    align: 'end',
    priority: 3,
    sortBy: ({ count }) => count,
    cell: ({ count }) => number(count),
    groupCell: (rows) => number(sum(rows, ({ count }) => count)),
    groupSortBy: (rows) => sum(rows, ({ count }) => count),
  },
  {
    id: 'health',
    title: 'Health',
    width: 'minmax(8rem, 1.2fr)',
    below: true,
    sortBy: (row) => typeBadness(row),
    cell: (row) => <Healths rows={[row]} linked={row} />,
    groupCell: (rows) => <Healths rows={rows} />,
    groupSortBy: (rows) => Math.max(...rows.map(typeBadness)),
  },
  {
    id: 'changes',
    title: 'Changes, 7 d',
    width: '6.5rem',
    align: 'end',
    priority: 2,
    sortBy: ({ changes }) => changes,
    cell: ({ changes }) => number(changes ?? 0),
    groupCell: (rows) => number(sum(rows, ({ changes }) => changes)),
    groupSortBy: (rows) => sum(rows, ({ changes }) => changes),
  },
  {
    id: 'analysis',
    title: 'Insights',
    width: '4.5rem',
    align: 'end',
    priority: 1,
    sortBy: countInsights,
    cell: (row) => (
      <span
        title={insightsOf(row)
          .map(([kind, count]) => `${kind}: ${count}`)
          .join('\n')}
      >
        {number(countInsights(row))}
      </span>
    ),
    groupCell: (rows) => number(sum(rows, countInsights)),
    groupSortBy: (rows) => sum(rows, countInsights),
  },
  {
    id: 'cost',
    title: 'Cost, 30 d',
    width: '6.5rem',
    align: 'end',
    priority: 0,
    sortBy: ({ cost_30d: cost }) => cost,
    cell: (row) => (
      <>
        <Trend row={row} costs={costs} />
        {money(row.cost_30d ?? 0)}
      </>
    ),
    groupCell: (rows) => money(sum(rows, ({ cost_30d: cost }) => cost)),
    groupSortBy: (rows) => sum(rows, ({ cost_30d: cost }) => cost),
  },
  {
    id: 'updated_at',
    title: 'Updated',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 1,
    isTime: true,
    sortBy: ({ updated_at }) => updated_at,
    cell: ({ updated_at }) => updated_at && <Time at={updated_at} as="ago" />,
    groupCell: (rows) => {
      const at = latest(rows.map((row) => row.updated_at))
      return at && <Time at={at} as="ago" />
    },
  },
]

/** The cost trend as an arrow. The sentence of the row has it in words. */
function Trend({ row, costs }: { row: SummaryRow; costs: ReadonlyMap<string, number> | undefined }) {
  const trend = trendOfRow(row, costs)
  if (trend === undefined) return null
  const Arrow = trend > 0 ? ArrowUpRight : ArrowDownRight
  return (
    <span className={css.trend} data-up={trend > 0 || undefined} title={capital(formatTrend(trend))}>
      <Arrow size={12} strokeWidth={2} aria-hidden="true" />
    </span>
  )
}

const trendOfRow = (row: SummaryRow, costs: ReadonlyMap<string, number> | undefined) =>
  costTrend({ cost_30d: row.cost_30d ?? null, cost_1d: costs?.get(row.type) ?? null })

const formatTrend = (trend: number) =>
  `${formatPercent(Math.abs(trend) * 100)} ${trend > 0 ? 'more' : 'less'} on the last day`

/** Sort key of a type: its number of unhealthy items first, then its number of warnings. */
export function typeBadness(row: Pick<TypeSummary, 'health'>): number {
  const { unhealthy, warning } = countByHealth([row])
  return unhealthy * 1e6 + warning
}

/** Describes a type in one sentence, in reading order. */
export function describeType(row: SummaryRow, costs?: ReadonlyMap<string, number>): string {
  const trend = trendOfRow(row, costs)
  const counts = countByHealth([row])
  const { changes, cost_30d: cost, tag } = row
  return [
    row.type,
    ...(row.isPinned ? ['pinned'] : []),
    ...(tag ? [tag.value === null ? `without ${tag.key}` : `${tag.key} ${tag.value}`] : []),
    formatCount(row.count, 'config item'),
    ...healths.flatMap((health) => (counts[health] > 0 ? [`${counts[health].toLocaleString('en')} ${health}`] : [])),
    ...(changes ? [`${formatCount(changes, 'change')} in a week`] : []),
    ...insightsOf(row).map(([kind, count]) => formatCount(count, `${kind} insight`)),
    ...(cost ? [`cost ${formatCost(cost)} in 30 days`] : []),
    ...(trend === undefined ? [] : [formatTrend(trend)]),
  ].join(', ')
}
