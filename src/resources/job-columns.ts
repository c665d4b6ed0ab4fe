import { readJobFailure, type NewestRun, jobStatusLabel } from '../lib/settings/job-status'
import type { ResourceColumn } from './resource'

/** The status of the newest job run of a row, with the error if it failed. */
export const lastJobColumn: ResourceColumn<NewestRun> = {
  id: 'status',
  title: 'Last job',
  width: 'minmax(5rem, 1.8fr)',
  below: true,
  as: 'status',
  value: jobStatusLabel,
  note: readJobFailure,
  isGroupable: true,
}

/** The start of the newest job run. */
export const lastRunColumn: ResourceColumn<NewestRun> = {
  id: 'ran',
  title: 'Last run',
  width: '4.5rem',
  align: 'end',
  priority: 1,
  as: 'moment',
  value: (row) => row.job_time_start ?? undefined,
}
