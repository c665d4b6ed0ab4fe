import type { NotificationSummaryRow } from '@/api/notifications/history-summary'
import { toHealthDot } from '@/lib/catalog/health-status'
import { kindNoun } from '@/lib/kinds'
import { Badge } from '@/ui/badge'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import css from '../notifications.module.css'

/** The name of a row. Events of incidents have no resource and are counted in one row. */
export const summaryName = ({ resource }: Pick<NotificationSummaryRow, 'resource'>): string =>
  resource ? resource.name || resource.type || 'Unnamed' : 'Incidents'

const kindOf = ({ resource_kind: kind, resource_type: type }: NotificationSummaryRow) =>
  [kind && kindNoun(kind as never), type].filter(Boolean).join(' · ')

const figures = [
  { id: 'error', title: 'Failed', priority: undefined, tone: 'bad' },
  { id: 'sent', title: 'Sent', priority: 3, tone: undefined },
  { id: 'in_progress', title: 'In progress', priority: 2, tone: undefined },
  { id: 'suppressed', title: 'Held back', priority: 2, tone: undefined },
] as const

/** The message on one line, without its Markdown headings. */
const firstLine = (message: string | null | undefined) =>
  message
    ?.split('\n')
    .map((line) => line.replace(/^#+\s*/, '').trim())
    .find(Boolean)

export const summaryColumns: readonly GridColumn<NotificationSummaryRow>[] = [
  {
    id: 'resource',
    title: 'Resource',
    width: 'minmax(8rem, 2fr)',
    wraps: true,
    cell: (row) => (
      <span className={`${cell.line} ${cell.wrapping}`}>
        <StatusShape health={row.resource?.health ? toHealthDot(row.resource.health) : 'unknown'} />
        <bdi className={cell.name}>{summaryName(row)}</bdi>
        {row.resource?.deleted_at && <Badge>Deleted</Badge>}
        <bdi className={cell.quiet}>{kindOf(row)}</bdi>
      </span>
    ),
  },
  ...figures.map(({ id, title, priority, tone }): GridColumn<NotificationSummaryRow> => ({
    id,
    title,
    width: '5.5rem',
    align: 'end',
    ...(priority && { priority }),
    cell: ({ [id]: count }) => (
      <span className={count === 0 ? css.zero : css.figure} data-tone={count === 0 ? undefined : tone}>
        {count.toLocaleString('en')}
      </span>
    ),
  })),
  {
    id: 'last_message',
    title: 'Last message',
    width: 'minmax(6rem, 2fr)',
    priority: 1,
    cell: ({ last_message: message }) => <bdi className={cell.quiet}>{firstLine(message)}</bdi>,
  },
  {
    id: 'first_observed',
    title: 'First seen',
    width: 'var(--moment-width, 6rem)',
    align: 'end',
    priority: 0,
    isTime: true,
    cell: ({ first_observed: at }) => <Time at={at} as="ago" />,
  },
  {
    id: 'last_seen',
    title: 'Last seen',
    width: 'var(--moment-width, 6rem)',
    align: 'end',
    priority: 3,
    isTime: true,
    cell: ({ last_seen: at }) => <Time at={at} as="ago" />,
  },
]

/** Describes a row in one sentence, in reading order. */
export const describeSummaryRow = (row: NotificationSummaryRow): string =>
  [
    summaryName(row),
    kindOf(row).replace(' · ', ' '),
    ...figures.flatMap(({ id, title }) => (row[id] > 0 ? [`${row[id]} ${title.toLowerCase()}`] : [])),
  ]
    .filter(Boolean)
    .join(', ')
