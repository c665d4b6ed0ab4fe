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
type NewestRun = {
  job_status?: string | null | undefined
  job_details?: { errors?: readonly string[] | null | undefined } | null | undefined
}

/** What went wrong in the newest run, in the words of its first error; undefined where nothing did, or nothing is said. */
export function failureOfJob({ job_status: status, job_details }: NewestRun): string | undefined {
  const [first, ...others] = new Set(job_details?.errors)
  if (first === undefined || status === 'SUCCESS' || status === 'RUNNING') return undefined
  return others.length === 0 ? first : `${first} (and ${others.length} more)`
}
