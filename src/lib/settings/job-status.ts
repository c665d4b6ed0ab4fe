import { capital } from '@/shared/format'

/** Columns with the newest job run of a row, as in the views of the settings. */
export type NewestRun = {
  job_status?: string | null | undefined
  job_time_start?: string | null | undefined
  job_details?: { errors?: readonly string[] | null | undefined } | null | undefined
}

/** Status of the newest run for a table cell: `Failed`, `Never ran`. */
export const jobStatusLabel = ({ job_status }: NewestRun): string => capital((job_status ?? 'never ran').toLowerCase())

/** The first error of the newest run; undefined without an error. */
export function readJobFailure({ job_status: status, job_details }: NewestRun): string | undefined {
  const [first, ...others] = new Set(job_details?.errors)
  if (first === undefined || status === 'SUCCESS' || status === 'RUNNING') return undefined
  return others.length === 0 ? first : `${first} (and ${others.length} more)`
}

/** The failure of the newest run with its time, for the page of the row. */
export function describeJobFailure(row: NewestRun) {
  const why = readJobFailure(row)
  const what = row.job_status === 'WARNING' ? 'The last job completed with warnings' : 'The last job failed'
  return why === undefined ? undefined : { what, at: row.job_time_start ?? undefined, why }
}

const worstFirst = ['FAILED', 'STOPPED', 'WARNING']
const rankOf = ({ job_status }: NewestRun) =>
  worstFirst.includes(job_status ?? '') ? worstFirst.indexOf(job_status ?? '') : worstFirst.length

/** Sorts rows whose newest run failed first, then those with warnings, then all others in their order. */
export const failedFirst = <R extends NewestRun>(rows: readonly R[]): readonly R[] =>
  rows.toSorted((a, b) => rankOf(a) - rankOf(b))

/** Statuses that job runs can be filtered by. Specification, "Value sets". */
export const filteredJobStatuses = ['RUNNING', 'SUCCESS', 'WARNING', 'FAILED'] as const

/** The name of a status: `Failed`. */
export const jobStatusName = (status: string | null | undefined): string => capital((status || 'unknown').toLowerCase())

/** Whether a run needs attention. */
export const isJobProblem = ({ status }: { status?: string | null | undefined }): boolean =>
  worstFirst.includes(status ?? '')
