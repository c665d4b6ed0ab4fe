/** Statuses of playbook runs, those that need attention first. A backend may have others. */
export const runStatuses = [
  'pending_approval',
  'failed',
  'timed_out',
  'running',
  'retrying',
  'waiting',
  'sleeping',
  'scheduled',
  'completed',
  'cancelled',
] as const

const over: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled', 'timed_out'])
const inProgress: ReadonlySet<string> = new Set(['running', 'retrying', 'waiting', 'sleeping', 'scheduled'])

/** Statuses of failed runs. */
export const failedStatuses = ['failed', 'timed_out'] as const
/** Statuses of runs in progress. */
export const activeStatuses = [...inProgress]

/** Whether a run is over. A run of unknown status is over if it has an end. */
export const isRunOver = ({ status, end_time: ended }: { status: string; end_time?: string | null | undefined }) =>
  over.has(status) || (!inProgress.has(status) && !isRunWaiting({ status }) && Boolean(ended))

/** Whether a run waits for approval. */
export const isRunWaiting = ({ status }: { status: string }) => status === 'pending_approval'

/** Whether a run or a step failed. */
export const isRunFailed = ({ status }: { status: string }) => (failedStatuses as readonly string[]).includes(status)

/** Whether an action of a run is over. */
export const isStepOver = ({ status }: { status: string }) =>
  status === 'completed' || status === 'failed' || status === 'skipped'

/** A status as part of a sentence: `pending approval`. */
export const formatRunStatus = (status: string): string => status.replaceAll('_', ' ')
