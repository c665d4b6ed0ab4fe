import { whyFailed } from '../../../api/failed-step'
import { type RunRow, subjectOfRun, titleOfRun } from '../../../api/run-list'
import { formatDuration } from '../../../lib/format'
import { dotOfRun, wordsOfStatus } from '../../../lib/run-status'
import { Avatar } from '../../../ui/avatar'
import cell from '../../../ui/grid/cell.module.css'
import type { Column } from '../../../ui/grid/column'
import { StatusShape } from '../../../ui/status'
import { Time } from '../../../ui/time'
import { actionsColumn } from '../../shell/list/actions-column'
import { durationOf, StatusBadge, Took } from '../run-status'
import { targetOf } from './list'
import css from './runs.module.css'

/** The column ids are the names by which the server sorts. */
export const columns: readonly Column<RunRow>[] = [
  {
    id: 'playbook',
    title: 'Playbook',
    width: 'minmax(9rem, 2.2fr)',
    cell: (run) => (
      <span className={cell.line}>
        <StatusShape health={dotOfRun(run.status)} />
        <bdi className={cell.name}>{titleOfRun(run)}</bdi>
      </span>
    ),
  },
  {
    id: 'resource',
    title: 'Resource',
    width: 'minmax(6rem, 1.4fr)',
    priority: 2,
    cell: (run) => <bdi className={cell.words}>{subjectOfRun(run)?.label}</bdi>,
  },
  {
    id: 'status',
    title: 'Status',
    width: 'minmax(9rem, 1.8fr)',
    below: true,
    sortBy: ({ status }) => status,
    cell: (run) => (
      <span className={cell.line}>
        <StatusBadge status={run.status} />
        <bdi className={`${cell.words} ${css.besideStatus}`}>{subjectOfRun(run)?.label}</bdi>
        <bdi className={cell.quiet}>{whyFailed(run)}</bdi>
      </span>
    ),
  },
  {
    id: 'by',
    title: 'Started by',
    width: 'minmax(6rem, 1fr)',
    priority: 1,
    cell: ({ created_by: by }) =>
      by?.name && (
        <span className={cell.line}>
          <Avatar name={by.name} image={by.avatar ?? undefined} size="small" isNamed />
          <bdi className={cell.words}>{by.name}</bdi>
        </span>
      ),
  },
  {
    id: 'created_at',
    title: 'Requested',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 3,
    sortBy: ({ created_at }) => created_at,
    cell: ({ created_at: at }) => <Time at={at} as="ago" />,
  },
  {
    id: 'start_time',
    title: 'Started',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 0,
    sortBy: ({ start_time: at }) => at,
    cell: ({ start_time: at }) => at && <Time at={at} as="ago" />,
  },
  {
    id: 'took',
    title: 'Duration',
    width: '5rem',
    align: 'end',
    priority: 1,
    cell: (run) => (
      <span className={cell.quiet}>
        <Took run={run} />
      </span>
    ),
  },
  actionsColumn(targetOf),
]

/** Describes a row in one sentence, in reading order. */
export function sentenceOf(run: RunRow): string {
  const subject = subjectOfRun(run)
  const took = run.end_time ? durationOf(run, 0) : undefined
  return [
    titleOfRun(run),
    subject && `for ${subject.label}`,
    wordsOfStatus(run.status),
    run.created_by?.name && `by ${run.created_by.name}`,
    took !== undefined && `took ${formatDuration(took)}`,
    whyFailed(run),
  ]
    .filter(Boolean)
    .join(', ')
}
