import { type InsightRow, insightItemName } from '@/api/catalog/insights'
import { insightName } from '@/shared/catalog/insight-types'
import css from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { SeverityBadge } from '@/ui/severity-badge'
import { StatusBadge } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { createActionsColumn } from '@/views/shared/list/actions-column'
import { ConfigCell } from '../config-cell'
import { toInsightTarget } from './target'
import { formatStoredValue } from './words'

export const InsightStatus = ({ status }: Pick<InsightRow, 'status'>) =>
  status && <StatusBadge word={formatStoredValue(status)} />

/** The columns for the insights of one item. Ids are the field names that the server sorts by. */
export const itemInsightColumns: readonly GridColumn<InsightRow>[] = [
  {
    id: 'summary',
    title: 'Insight',
    width: 'minmax(6.5rem, 2fr)',
    cell: (row) => <bdi className={css.name}>{insightName(row)}</bdi>,
  },
  {
    id: 'analysis_type',
    title: 'Type',
    width: 'minmax(4.5rem, 0.7fr)',
    priority: 0,
    sortBy: ({ analysis_type }) => analysis_type,
    cell: ({ analysis_type: type }) => type && <span className={css.quiet}>{formatStoredValue(type)}</span>,
  },
  {
    id: 'analyzer',
    title: 'Analyzer',
    width: 'minmax(6rem, 1fr)',
    priority: 0,
    sortBy: ({ analyzer }) => analyzer,
    cell: ({ analyzer }) => (
      <bdi className={css.quiet} title={analyzer}>
        {analyzer}
      </bdi>
    ),
  },
  { id: 'severity', title: 'Severity', width: '4.75rem', below: true, cell: SeverityBadge },
  {
    id: 'status',
    title: 'Status',
    width: '5.75rem',
    priority: 2,
    sortBy: ({ status }) => status,
    cell: InsightStatus,
  },
  {
    id: 'first_observed',
    title: 'First observed',
    width: 'var(--moment-width, 6.75rem)',
    align: 'end',
    priority: 2,
    sortBy: ({ first_observed }) => first_observed,
    cell: ({ first_observed }) => <Time at={first_observed} as="ago" />,
  },
  {
    id: 'last_observed',
    title: 'Last observed',
    width: 'var(--moment-width, 6.75rem)',
    align: 'end',
    priority: 0,
    sortBy: ({ last_observed }) => last_observed,
    cell: ({ last_observed }) => last_observed && <Time at={last_observed} as="ago" />,
  },
  createActionsColumn(toInsightTarget),
]

const [first, ...others] = itemInsightColumns
/** The columns for insights of several items: the same with a column for the item. */
export const insightColumns: readonly GridColumn<InsightRow>[] = [
  ...(first ? [first] : []),
  {
    id: 'config',
    title: 'Catalog',
    width: 'minmax(4.5rem, 1fr)',
    priority: 3,
    cell: (row) =>
      row.config && (
        <ConfigCell
          type={row.config.type}
          configClass={row.config.config_class}
          name={insightItemName(row)}
          look="quiet"
        />
      ),
  },
  ...others,
]

/** Describes an insight in one sentence, in reading order. */
export const describeInsight = (row: InsightRow): string =>
  [
    insightName(row),
    insightItemName(row),
    row.severity,
    row.analysis_type && row.analysis_type.replaceAll('_', ' '),
    row.status,
    row.summary ? row.analyzer : undefined,
  ]
    .filter(Boolean)
    .join(', ')
