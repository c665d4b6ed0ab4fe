import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { jobHistory, jobRunName, type JobSummary } from '@/api/settings/job-history'
import { refetchWhenOpened } from '@/api/client'
import { formatCount, formatDuration } from '@/shared/format'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { Notice } from '@/ui/notice'
import { type HealthShape, StatusShape } from '@/ui/status'
import { Time, TimeUntil } from '@/ui/time'
import { useConsole } from '../../shared/console'
import { ListPage } from '../../shared/list/list-page'
import { useWholeList } from '../../shared/list/whole-list'
import { describeMissing } from '../../shared/query/missing-parts'
import css from './jobs.module.css'
import type { JobViewProps } from './jobs.page'
import { showRunsOf } from './list'

/** The health of a job: red if all of its stored runs failed, yellow if some did. */
function healthOf({ success, warning, failed }: JobSummary): HealthShape {
  if (failed > 0 && success + warning === 0) return 'unhealthy'
  if (failed + warning > 0) return 'warning'
  return success > 0 ? 'healthy' : 'unknown'
}

const worstFirst: readonly HealthShape[] = ['unhealthy', 'warning', 'healthy', 'unknown']

const figures = [
  { id: 'failed', title: 'Failed', priority: undefined, tone: 'bad' },
  { id: 'warning', title: 'Warnings', priority: 3, tone: undefined },
  { id: 'success', title: 'Succeeded', priority: 2, tone: undefined },
  { id: 'running', title: 'Running', priority: 1, tone: undefined },
] as const

const columns: readonly GridColumn<JobSummary>[] = [
  {
    id: 'name',
    title: 'Job Name',
    width: 'minmax(8rem, 2fr)',
    wraps: true,
    sortBy: jobRunName,
    cell: (job) => (
      <span className={cell.line}>
        <StatusShape health={healthOf(job)} />
        <bdi className={cell.name}>{jobRunName(job)}</bdi>
      </span>
    ),
  },
  ...figures.map(({ id, title, priority, tone }): GridColumn<JobSummary> => ({
    id,
    title,
    width: '6rem',
    align: 'end',
    ...(priority && { priority }),
    sortBy: (job) => job[id],
    cell: ({ [id]: count }) =>
      count > 0 && (
        <span className={css.figure} data-tone={tone}>
          {count.toLocaleString('en')}
        </span>
      ),
  })),
  {
    id: 'average_duration',
    title: 'Average',
    width: '5.5rem',
    align: 'end',
    priority: 0,
    sortBy: ({ average_duration }) => average_duration,
    cell: ({ average_duration: ms }) =>
      typeof ms === 'number' && <span className={css.figure}>{formatDuration(ms)}</span>,
  },
  {
    id: 'last_run_at',
    title: 'Last run',
    width: 'var(--moment-width, 6rem)',
    align: 'end',
    priority: 3,
    isTime: true,
    sortBy: ({ last_run_at }) => last_run_at,
    cell: ({ last_run_at: at }) => at && <Time at={at} as="ago" />,
  },
]

const nextRunColumn: GridColumn<JobSummary> = {
  id: 'next_run_at',
  title: 'Next run',
  width: '6rem',
  align: 'end',
  priority: 2,
  sortBy: ({ next_run_at }) => next_run_at,
  cell: ({ next_run_at: at }) => at && <TimeUntil at={at} />,
}
const columnsWithNextRun = [...columns, nextRunColumn]

/** Jobs have no id: their name identifies them. */
const toTarget = (job: JobSummary) => ({ kind: 'jobsummary' as const, id: jobRunName(job), label: jobRunName(job) })

const describe = (job: JobSummary): string =>
  [
    jobRunName(job),
    formatCount(job.total, 'run'),
    ...figures.flatMap(({ id, title }) => (job[id] > 0 ? [`${job[id]} ${title.toLowerCase()}`] : [])),
  ].join(', ')

/** The stored runs counted by job, with the next run of each job that runs on a schedule. */
export default function SummaryView({ place, switches }: JobViewProps) {
  const { environment } = useConsole()
  const isEmbedded = environment.deployment?.backend === 'embedded'
  const summary = useQuery({ ...jobHistory.summary(), refetchOnMount: refetchWhenOpened })
  const next = useQuery({ ...jobHistory.nextRuns(), enabled: isEmbedded, refetchOnMount: refetchWhenOpened })
  const data = useMemo(() => {
    const at = new Map(next.data?.map(({ name, next_run_at }) => [name, next_run_at]))
    return summary.data
      ?.map((job): JobSummary => ({ ...job, next_run_at: at.get(jobRunName(job)) }))
      .toSorted((a, b) => worstFirst.indexOf(healthOf(a)) - worstFirst.indexOf(healthOf(b)))
  }, [summary.data, next.data])
  const source = useWholeList({ ...summary, data }, jobRunName)
  return (
    <ListPage<JobSummary>
      title="Job history"
      of="jobsummary"
      source={{
        ...source,
        note: describeMissing(next.error ? [`The next runs: ${next.error.message}`] : [], 'times'),
      }}
      columns={isEmbedded ? columnsWithNextRun : columns}
      targetOf={toTarget}
      sentenceOf={describe}
      isProblem={(job) => job.failed + job.warning > 0}
      searchLabel="Search jobs"
      opensByPress
      onOpen={(job) => showRunsOf(jobRunName(job))}
      place={place}
      switches={switches}
      empty={
        <Notice tone="empty" title="No data available">
          Background jobs of the server are counted here after they ran.
        </Notice>
      }
    />
  )
}
