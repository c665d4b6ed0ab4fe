import { capital } from './format'

const tones: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  SUCCESS: 'good',
  RUNNING: 'warn',
  WARNING: 'warn',
  FAILED: 'bad',
  STOPPED: 'bad',
}

/** How the status of a job is drawn. */
export const toneOfJob = (status: string | null | undefined) => tones[status ?? ''] ?? 'plain'

/** The newest run of the jobs of a row, as the views of the settings have it. */
export type NewestRun = {
  job_status?: string | null | undefined
  job_time_start?: string | null | undefined
  job_details?: { errors?: readonly string[] | null | undefined } | null | undefined
}

/** How the newest run went, in a cell: `Failed`, `Never ran`. */
export const statusOfJob = ({ job_status }: NewestRun): string => capital((job_status ?? 'never ran').toLowerCase())

/** What went wrong in the newest run, in the words of its first error; undefined where nothing did, or nothing is said. */
export function failureOfJob({ job_status: status, job_details }: NewestRun): string | undefined {
  const [first, ...others] = new Set(job_details?.errors)
  if (first === undefined || status === 'SUCCESS' || status === 'RUNNING') return undefined
  return others.length === 0 ? first : `${first} (and ${others.length} more)`
}

/** The same above the page of a row, with when it was. */
export function failureOfRow(row: NewestRun) {
  const why = failureOfJob(row)
  const what = row.job_status === 'WARNING' ? 'The last job did not do everything' : 'The last job failed'
  return why === undefined ? undefined : { what, at: row.job_time_start ?? undefined, why }
}

const worstFirst = ['FAILED', 'STOPPED', 'WARNING']
const rankOf = ({ job_status }: NewestRun) =>
  worstFirst.includes(job_status ?? '') ? worstFirst.indexOf(job_status ?? '') : worstFirst.length

/** Rows whose newest run failed, then those where it did not do everything, then all others; otherwise in their order. */
export const failedFirst = <R extends NewestRun>(rows: readonly R[]): readonly R[] =>
  rows.toSorted((a, b) => rankOf(a) - rankOf(b))
