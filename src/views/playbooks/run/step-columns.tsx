import { formatDuration } from '@/shared/format'
import { Badge } from '@/ui/badge'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { StatusIcon } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { createActionsColumn } from '../../shared/list/actions-column'
import { measureRunDuration, RunStatusBadge } from '../run-status'
import { readAgentName, type StepRow, toStepTarget } from './step-rows'

export const stepColumns: readonly GridColumn<StepRow>[] = [
  {
    id: 'name',
    title: 'Step',
    width: 'minmax(6rem, 3fr)',
    cell: ({ name, status, isOfChild, attempt }) => (
      <span className={cell.line}>
        <StatusIcon word={status} />
        <bdi className={cell.name}>{name}</bdi>
        {attempt !== undefined && <Badge>{`Attempt ${attempt}`}</Badge>}
        {isOfChild && <Badge>Child run</Badge>}
      </span>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    width: '7.75rem',
    below: true,
    cell: ({ status, step }) =>
      step ? <RunStatusBadge status={status} /> : <span className={cell.quiet}>{status}</span>,
  },
  {
    id: 'agent',
    title: 'Agent',
    width: 'minmax(4rem, 0.8fr)',
    priority: 0,
    cell: ({ step }) => <bdi className={cell.quiet}>{step && readAgentName(step)}</bdi>,
  },
  {
    id: 'started',
    title: 'Started',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 1,
    cell: ({ step }) => step?.start_time && <Time at={step.start_time} as="ago" />,
  },
  {
    id: 'took',
    title: 'Duration',
    width: '5rem',
    align: 'end',
    priority: 2,
    cell: ({ step }) => {
      if (!step?.start_time) return null
      const took = step.end_time ? measureRunDuration(step, 0) : undefined
      return (
        <span className={cell.quiet}>
          {took === undefined ? <Time at={step.start_time} as="age" /> : formatDuration(took)}
        </span>
      )
    },
  },
  createActionsColumn(toStepTarget),
]
