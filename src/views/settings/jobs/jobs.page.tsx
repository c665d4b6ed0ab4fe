import '@/commands/settings/jobs.commands'
import type { ReactNode } from 'react'
import { type ListedJobRun, toJobTarget } from '@/api/settings/job-history'
import { callTo } from '@/commands/call-to'
import type { PlaceData } from '@/commands/place'
import { jobDurationLabel, jobDurations } from '@/lib/settings/job-durations'
import { isJobProblem } from '@/lib/settings/job-status'
import { lazyComponent } from '@/ui/lazy-component'
import { Notice } from '@/ui/notice'
import { announce } from '@/ui/voice'
import { CommandButton } from '../../shared/commands/command-button'
import { useConsole } from '../../shared/console'
import { ListPage } from '../../shared/list/list-page'
import { usePagedList } from '../../shared/list/paged-list'
import { describeJobRun, jobColumns } from './columns'
import { filterByName, jobFilterValues, type JobView, jobViews, jobViewUrl, pagedJobs } from './list'

export { prefetchJobs as prefetch } from './list'

/** Milliseconds between checks for new runs. */
const POLL_MS = 30_000

/** The parts that both views of the page share. */
export type JobViewProps = {
  place: Required<Pick<PlaceData, 'handlers' | 'choices'>>
  /** The control that switches between the views. */
  switches: ReactNode
}

const SummaryView = lazyComponent<JobViewProps>({ what: 'the summary of jobs', load: () => import('./summary-view') })

const viewLabels: Readonly<Record<JobView, string>> = { runs: 'One by one', jobs: 'By job' }

/** The runs of the jobs of the backend, one by one or counted by job. */
export default function JobsView() {
  const { view } = jobViewUrl.use()
  const show = (next: JobView) => {
    jobViewUrl.set({ view: next }, 'push')
    announce(`Jobs: ${viewLabels[next].toLowerCase()}.`, { key: 'view' })
  }
  const props: JobViewProps = {
    place: {
      choices: { jobView: jobViews.map((value) => ({ value, label: viewLabels[value] })) },
      handlers: {
        'jobs.view': (_count, { jobView: next }) => show(jobViews.find((one) => one === next) ?? 'runs'),
        'job.filterName': (_count, { job }) => {
          const name = nameIn(job)
          if (name === undefined) return
          filterByName(name)
          announce(`Filter: job name is ${name}.`, { key: 'filter' })
        },
      },
    },
    switches: <CommandButton call="jobs.view" label="Show" value={viewLabels[view]} />,
  }
  return view === 'jobs' ? <SummaryView {...props} /> : <RunsView {...props} />
}

function RunsView({ place, switches }: JobViewProps) {
  const listed = usePagedList(pagedJobs, POLL_MS)
  const { perform } = useConsole()
  const { filters } = listed
  const duration = jobDurations.find((one) => filters?.values['duration']?.[one] === 'include') ?? ''
  const open = (run: ListedJobRun) =>
    void perform({ call: callTo('job.open', { job: [toJobTarget(run)] }), origin: 'button' }, [])
  return (
    <ListPage<ListedJobRun>
      title="Job history"
      of="job"
      source={listed}
      columns={jobColumns}
      targetOf={toJobTarget}
      sentenceOf={describeJobRun}
      filteredBy={jobFilterValues}
      isProblem={isJobProblem}
      searchLabel="Search jobs, resources and hosts"
      opensByPress
      onOpen={open}
      place={{
        choices: {
          ...place.choices,
          jobDuration: [
            { value: NO_DURATION, label: jobDurationLabel('') },
            ...jobDurations.map((value) => ({ value, label: jobDurationLabel(value) })),
          ],
        },
        handlers: {
          ...place.handlers,
          'jobs.duration': (_count, { jobDuration: next }) => {
            const limit = jobDurations.find((one) => one === next)
            filters?.set({ duration: limit ? { [limit]: 'include' } : {} })
            announce(limit ? `Runs of at least ${jobDurationLabel(limit)}.` : 'Runs of any duration.', {
              key: 'filter',
            })
          },
        },
      }}
      switches={
        <>
          <CommandButton call="jobs.duration" label="Duration" value={jobDurationLabel(duration)} />
          {switches}
        </>
      }
      empty={
        <Notice tone="empty" title="No data available">
          Background jobs of the server, such as scrapes and health checks, are listed here after they ran.
        </Notice>
      }
    />
  )
}

const NO_DURATION = 'none'

function nameIn(job: unknown): string | undefined {
  const first: unknown = Array.isArray(job) ? job[0] : undefined
  return typeof first === 'object' && first !== null && 'label' in first ? String(first.label) : undefined
}
