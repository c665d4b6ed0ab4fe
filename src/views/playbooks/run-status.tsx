import { capital, formatDuration } from '@/shared/format'
import { formatRunStatus } from '@/lib/playbooks/run-status'
import { StatusBadge } from '../../ui/status-word'
import { Time } from '../../ui/time'

/** The status of a run or a step. An unknown status is shown as the backend writes it. */
export const RunStatusBadge = ({ status }: { status: string }) => (
  <StatusBadge word={capital(formatRunStatus(status))} />
)

type Times = { start_time?: string | null | undefined; end_time?: string | null | undefined }

/** Milliseconds from the start to the end, or to now if it has not ended; undefined before the start. */
export function measureRunDuration({ start_time: start, end_time: end }: Times, now: number): number | undefined {
  if (!start) return undefined
  return Math.max(0, (end ? Date.parse(end) : now) - Date.parse(start))
}

/** The duration of a run; of a run in progress, the time since its start. */
export const RunDuration = ({ run }: { run: Times }) => {
  if (!run.start_time) return null
  return run.end_time ? formatDuration(measureRunDuration(run, 0) ?? 0) : <Time at={run.start_time} as="age" />
}
