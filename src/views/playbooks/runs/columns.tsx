import { readRunFailure } from '@/api/playbooks/failed-step'
import { type RunRow, runSubject, runTitle } from '@/api/playbooks/run-list'
import { formatDuration } from '@/shared/format'
import { formatRunStatus } from '@/lib/playbooks/run-status'
import { Avatar } from '@/ui/avatar'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { StatusIcon } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { createActionsColumn } from '../../shared/list/actions-column'
import { measureRunDuration, RunStatusBadge, RunDuration } from '../run-status'
import { toRunTarget } from './list'
import css from './runs.module.css'

/** The column ids are the names by which the server sorts. */
export const runListColumns: readonly GridColumn<RunRow>[] = [
  {
    id: 'playbook',
    title: 'Playbook',
    width: 'minmax(9rem, 2.2fr)',
    cell: (run) => (
      <span className={cell.line}>
        <StatusIcon word={run.status} />
        <bdi className={cell.name}>{runTitle(run)}</bdi>
      </span>
    ),
  },
  {
    id: 'resource',
    title: 'Resource',
    width: 'minmax(6rem, 1.4fr)',
    priority: 2,
    cell: (run) => <bdi className={cell.words}>{runSubject(run)?.label}</bdi>,
  },
  {
    id: 'status',
    title: 'Status',
    width: 'minmax(9rem, 1.8fr)',
    below: true,
    sortBy: ({ status }) => status,
    cell: (run) => (
      <span className={cell.line}>
        <RunStatusBadge status={run.status} />
        <bdi className={`${cell.words} ${css.besideStatus}`}>{runSubject(run)?.label}</bdi>
        <bdi className={cell.quiet}>{readRunFailure(run)}</bdi>
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
        <RunDuration run={run} />
      </span>
    ),
  },
  createActionsColumn(toRunTarget),
]

/** Describes a row in one sentence, in reading order. */
export function describeRun(run: RunRow): string {
  const subject = runSubject(run)
  const took = run.end_time ? measureRunDuration(run, 0) : undefined
  return [
    runTitle(run),
    subject && `for ${subject.label}`,
    formatRunStatus(run.status),
    run.created_by?.name && `by ${run.created_by.name}`,
    took !== undefined && `took ${formatDuration(took)}`,
    readRunFailure(run),
  ]
    .filter(Boolean)
    .join(', ')
}
