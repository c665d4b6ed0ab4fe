import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { jobHistory, type ListedJobRun, toJobTarget } from '@/api/settings/job-history'
import { jobDurationLabel, jobDurations } from '@/lib/settings/job-durations'
import { jobResourceTypes } from '@/lib/settings/job-resource'
import { filteredJobStatuses, jobStatusName } from '@/lib/settings/job-status'
import { relativeRange } from '@/lib/time/range'
import { resetPage } from '../../shared/list/list-url'
import { definePagedList, prefetchListPage } from '../../shared/list/paged-list'
import { changeAddress, defineUrlState } from '../../shared/url-state/url-state'

export const jobViews = ['runs', 'jobs'] as const
export type JobView = (typeof jobViews)[number]

/** Whether job runs are listed one by one or counted by job. */
export const jobViewUrl = defineUrlState({ view: z._default(z.enum(jobViews), 'runs') })

export const pagedJobs = definePagedList({
  paging: 'pages',
  // Specification, "Business constants".
  pageSize: 150,
  filters: [
    { field: 'name', label: 'Job name', known: jobHistory.names },
    {
      field: 'resource_type',
      label: 'Resource type',
      values: jobResourceTypes.map((value) => ({ value, label: value })),
    },
    {
      field: 'status',
      label: 'Status',
      values: filteredJobStatuses.map((value) => ({ value, label: jobStatusName(value) })),
      initial: { SUCCESS: 'exclude' },
    },
    {
      field: 'duration',
      label: 'Duration of at least',
      values: jobDurations.map((value) => ({ value, label: jobDurationLabel(value) })),
    },
  ],
  time: { initial: relativeRange('now-2d') },
  targetOf: toJobTarget,
  page: jobHistory.page,
})

export const prefetchJobs = (queries: QueryClient): Promise<void> => prefetchListPage(queries, pagedJobs)

export const jobFilterValues = ({ name, resource_type: type, status }: ListedJobRun) => ({
  name: name ?? [],
  resource_type: type ?? [],
  status: status ?? [],
})

/** Shows only the runs of a job, one by one, from the first page. */
export const filterByName = (name: string) =>
  changeAddress(
    'push',
    (search) => jobViewUrl.format(search, { view: 'runs' }),
    (search) => pagedJobs.url.format(search, { name: { [name]: 'include' } }),
    resetPage
  )

/** Shows all runs of a job one by one, whatever their status and age. */
export const showRunsOf = (name: string) =>
  changeAddress(
    'push',
    (search) => jobViewUrl.format(search, { view: 'runs' }),
    (search) => pagedJobs.url.format(search, { name: { [name]: 'include' }, status: {} }),
    resetPage
  )
