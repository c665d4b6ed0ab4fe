import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { jobRunName, type ListedJobRun, toJobTarget } from '@/api/settings/job-history'
import { callTo } from '@/commands/call-to'
import { jobResource, jobResourceName } from '@/lib/settings/job-resource'
import { jobStatusName } from '@/lib/settings/job-status'
import { LOCAL_AGENT } from '@/lib/settings/origin'
import { formatCount, formatDuration } from '@/shared/format'
import { agentPath } from '@/shared/pages/settings'
import { resourcePath } from '@/shared/routing/registry'
import { Button } from '@/ui/button'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { PageLink } from '@/ui/page-link'
import { Time } from '@/ui/time'
import { usePlaces } from '../../shared/commands/place'
import { useConsole } from '../../shared/console'
import { createActionsColumn } from '../../shared/list/actions-column'
import css from './jobs.module.css'
import { JobStatusBadge } from './status-badge'

const copyIcon = <Copy size={13} strokeWidth={1.75} aria-hidden="true" />

type RowButtonProps = {
  call: 'job.filterName' | 'job.copyResource'
  run: ListedJobRun
  label: string
  className: string | undefined
  children: ReactNode
}

/** A button in a row that performs a command on its run. */
function RowButton({ call, run, ...button }: RowButtonProps) {
  const { perform } = useConsole()
  const places = usePlaces()
  return (
    <Button
      tone="bare"
      isTabStop={false}
      {...button}
      onPress={() => void perform({ call: callTo(call, { job: [toJobTarget(run)] }), origin: 'button' }, places)}
    />
  )
}

/** The agent that ran a job; undefined for the server itself. */
export const remoteAgent = ({ agent }: Pick<ListedJobRun, 'agent'>): { id: string; name: string } | undefined =>
  agent?.id && agent.id !== LOCAL_AGENT ? { id: agent.id, name: agent.name || agent.id.slice(0, 8) } : undefined

type RunResource = Pick<ListedJobRun, 'resource_id' | 'resource_name' | 'resource_type'>

/** The resource of a run, with a link to its page. */
export function JobResourceLink({ run, isInRow = false }: { run: RunResource; isInRow?: boolean }) {
  const name = jobResourceName(run)
  if (name === undefined) return null
  const about = jobResource(run)
  return (
    <PageLink
      href={(about && resourcePath(about.kind, about.id)) ?? ''}
      className={css.link}
      title={[run.resource_type, name].filter(Boolean).join(' ')}
      {...(isInRow && { tabIndex: -1 as const })}
    >
      <bdi>{name}</bdi>
    </PageLink>
  )
}

function ResourceCell({ run }: { run: ListedJobRun }) {
  const name = jobResourceName(run)
  if (name === undefined) return null
  return (
    <span className={cell.line}>
      <JobResourceLink run={run} isInRow />
      <RowButton call="job.copyResource" run={run} label={`Copy the id of ${name}`} className={css.copy}>
        {copyIcon}
      </RowButton>
      <bdi className={cell.quiet}>{run.resource_type}</bdi>
    </span>
  )
}

const Figure = ({ count, tone }: { count: number | null | undefined; tone?: 'bad' }) =>
  count ? (
    <span className={css.figure} data-tone={tone}>
      {count.toLocaleString('en')}
    </span>
  ) : null

/** Ids of sortable columns are the names by which the server sorts. */
export const jobColumns: readonly GridColumn<ListedJobRun>[] = [
  {
    id: 'name',
    title: 'Job Name',
    width: 'minmax(8rem, 1.4fr)',
    sortBy: ({ name }) => name,
    groupBy: jobRunName,
    cell: (run) => (
      <RowButton call="job.filterName" run={run} label={`Filter by ${jobRunName(run)}`} className={css.name}>
        <bdi className={cell.name}>{jobRunName(run)}</bdi>
      </RowButton>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    width: 'minmax(6.5rem, 1.6fr)',
    below: true,
    sortBy: ({ status }) => status,
    groupBy: ({ status }) => jobStatusName(status),
    cell: ({ status, errors }) => (
      <span className={cell.line}>
        <JobStatusBadge status={status} />
        <bdi className={cell.quiet} title={errors?.[0]}>
          {errors?.[0]}
        </bdi>
      </span>
    ),
  },
  {
    id: 'resource_name',
    title: 'Resource',
    width: 'minmax(7rem, 1.4fr)',
    priority: 2,
    sortBy: ({ resource_name }) => resource_name,
    groupBy: (run) => jobResourceName(run) ?? 'None',
    cell: (run) => <ResourceCell run={run} />,
  },
  {
    id: 'agent',
    title: 'Agent',
    width: 'minmax(4.5rem, 0.7fr)',
    priority: 0,
    groupBy: (run) => remoteAgent(run)?.name ?? 'Local',
    cell: (run) => {
      const agent = remoteAgent(run)
      if (!agent) return <span className={cell.quiet}>Local</span>
      return (
        <PageLink href={agentPath(agent.id)} className={css.link} tabIndex={-1}>
          <bdi>{agent.name}</bdi>
        </PageLink>
      )
    },
  },
  {
    id: 'duration_millis',
    title: 'Duration',
    width: '5.5rem',
    align: 'end',
    priority: 1,
    sortBy: ({ duration_millis }) => duration_millis,
    cell: ({ duration_millis: ms }) =>
      typeof ms === 'number' && <span className={css.figure}>{formatDuration(ms)}</span>,
  },
  {
    id: 'success_count',
    title: 'Success',
    width: '5rem',
    align: 'end',
    priority: 1,
    sortBy: ({ success_count }) => success_count,
    cell: ({ success_count }) => <Figure count={success_count} />,
  },
  {
    id: 'error_count',
    title: 'Error',
    width: '4rem',
    align: 'end',
    priority: 1,
    sortBy: ({ error_count }) => error_count,
    cell: ({ error_count }) => <Figure count={error_count} tone="bad" />,
  },
  {
    id: 'time_start',
    title: 'Timestamp',
    width: 'var(--moment-width, 6rem)',
    align: 'end',
    priority: 3,
    isTime: true,
    sortBy: ({ time_start, created_at }) => time_start ?? created_at,
    cell: ({ time_start, created_at }) => <Time at={time_start ?? created_at} as="ago" />,
  },
  createActionsColumn(toJobTarget),
]

/** Describes a run in one sentence, in reading order. */
export const describeJobRun = (run: ListedJobRun): string =>
  [
    jobRunName(run),
    jobStatusName(run.status).toLowerCase(),
    run.errors?.[0],
    [jobResourceName(run), run.resource_type].filter(Boolean).join(' '),
    remoteAgent(run) && `agent ${remoteAgent(run)?.name}`,
    typeof run.duration_millis === 'number' && formatDuration(run.duration_millis),
    run.success_count && `${run.success_count.toLocaleString('en')} succeeded`,
    run.error_count && formatCount(run.error_count, 'error'),
  ]
    .filter(Boolean)
    .join(', ')
