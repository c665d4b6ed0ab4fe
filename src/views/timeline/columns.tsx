import type { Target } from '../../commands/command'
import { formatAge, formatCount } from '@/shared/format'
import { MarkIcon } from '../../ui/charts/mark'
import cell from '../../ui/grid/cell.module.css'
import type { GridColumn } from '../../ui/grid/column'
import { SeverityBadge } from '../../ui/severity-badge'
import { StatusIcon } from '../../ui/status-word'
import { eventLooks as looks, eventTone as toneOf } from '../shared/event-looks'
import { createActionsColumn } from '../shared/list/actions-column'
import type { RankedEvent } from './ranked-events'
import css from './timeline.module.css'

const targetKinds = {
  change: 'change',
  insight: 'insight',
  run: 'run',
  notification: 'notification',
  failed: 'result',
  passed: 'result',
} as const

export const toEventTarget = ({ is, id, title, on }: RankedEvent): Target => ({
  kind: targetKinds[is],
  id,
  label: `${title} of ${on.name}`,
  about: { kind: on.kind, id: on.id, label: on.name },
})

const formatDistance = ({ on: { steps } }: RankedEvent) =>
  steps === 0 ? 'itself' : `${formatCount(steps, 'step')} away`

/** Formats a time relative to the failure: `2m before`. @param failedAt milliseconds since 1970 */
const formatOffset = (at: number, failedAt: number) =>
  at === failedAt ? 'at the same moment' : `${formatAge(Math.abs(failedAt - at))} ${at < failedAt ? 'before' : 'after'}`

/** @param failedAt milliseconds since 1970 */
export const buildEventColumns = (failedAt: number): readonly GridColumn<RankedEvent>[] => [
  {
    id: 'rank',
    title: '#',
    width: '1.75rem',
    align: 'end',
    sortBy: ({ rank }) => rank ?? Number.MAX_SAFE_INTEGER,
    cell: ({ rank }) => <span className={cell.quiet}>{rank}</span>,
  },
  {
    id: 'event',
    title: 'What happened',
    width: 'minmax(5rem, 2.2fr)',
    wraps: true,
    sortBy: ({ title }) => title,
    groupBy: ({ is }) => looks[is].word,
    cell: ({ is, title, type, count, severity, status, summary, on, at, derived }) => (
      <span className={`${cell.line} ${cell.wrapping}`} title={looks[is].word}>
        <MarkIcon shape={looks[is].shape} tone={toneOf({ is, severity })} />
        {status && <StatusIcon word={status} />}
        <bdi className={cell.name}>{title}</bdi>
        {/* Shown on narrow screens, where the columns for time and resource are dropped. */}
        <span className={cell.below}>
          {formatOffset(at, failedAt)}, <bdi>{on.name}</bdi>
        </span>
        {count !== undefined && count > 1 && <span className={cell.times}>{`× ${count.toLocaleString('en')}`}</span>}
        {derived.length > 0 && <span className={cell.times}>{`+ ${formatCount(derived.length, 'event')}`}</span>}
        {/* The paths of a changed document are in its title. */}
        {summary && type !== 'diff' && <span className={cell.quiet}>{summary}</span>}
      </span>
    ),
  },
  {
    id: 'on',
    title: 'On',
    width: 'minmax(5rem, 1.2fr)',
    priority: 2,
    sortBy: ({ on }) => on.name,
    groupBy: ({ on }) => on.name,
    cell: (row) => (
      <span className={cell.line} title={formatDistance(row)}>
        <bdi className={cell.words}>{row.on.name}</bdi>
        {row.on.steps > 0 && <span className={cell.times}>{`+${row.on.steps}`}</span>}
      </span>
    ),
  },
  {
    id: 'when',
    title: 'When',
    width: '7.5rem',
    priority: 3,
    align: 'end',
    sortBy: ({ at }) => at,
    cell: ({ at }) => <span className={css.when}>{formatOffset(at, failedAt)}</span>,
  },
  { id: 'severity', title: 'Severity', width: '5rem', priority: 1, cell: SeverityBadge },
  {
    id: 'why',
    title: 'Why',
    width: 'minmax(8rem, 1.6fr)',
    priority: 0,
    // The first two reasons are the time and the distance, which have columns of their own.
    cell: ({ reasons }) => <span className={cell.quiet}>{reasons.slice(2).join(', ')}</span>,
  },
  createActionsColumn(toEventTarget),
]

/** Describes a row in one sentence, in reading order. @param failedAt milliseconds since 1970 */
export const describeEventFor = (failedAt: number) => (row: RankedEvent) =>
  [
    looks[row.is].word,
    `${row.title} of ${row.on.name}`,
    row.rank === undefined ? undefined : `likely cause ${row.rank}`,
    row.severity && `severity ${row.severity}`,
    row.derived.length > 0 && `caused ${formatCount(row.derived.length, 'event')}`,
    ...(row.reasons.length > 0 ? row.reasons : [formatOffset(row.at, failedAt), formatDistance(row)]),
  ]
    .filter(Boolean)
    .join(', ')
