import type { Dot } from './health-status'

/** What the status of a playbook's run can be, those that want a person first. A backend may know others. */
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
const underWay: ReadonlySet<string> = new Set(['running', 'retrying', 'waiting', 'sleeping', 'scheduled'])

/** Those of runs that ended badly. */
export const failedStatuses = ['failed', 'timed_out'] as const
/** Those of runs that go on by themselves. */
export const activeStatuses = [...underWay]

/** Whether a run has ended; one whose status nobody here knows has ended when it says so. */
export const isRunOver = ({ status, end_time: ended }: { status: string; end_time?: string | null | undefined }) =>
  over.has(status) || (!underWay.has(status) && status !== 'pending_approval' && Boolean(ended))

/** Whether a run, or one step of it, ended badly. */
export const isRunFailed = ({ status }: { status: string }) => (failedStatuses as readonly string[]).includes(status)

/** Whether an action of a run has ended. */
export const isStepOver = ({ status }: { status: string }) =>
  status === 'completed' || status === 'failed' || status === 'skipped'

const dots: Readonly<Record<string, Dot>> = {
  completed: 'healthy',
  failed: 'unhealthy',
  timed_out: 'unhealthy',
  pending_approval: 'warning',
}

/** How the status of a playbook's run is drawn; one that has not ended, or was cancelled, is gray. */
export const dotOfRun = (status: string): Dot => dots[status] ?? 'unknown'

/** A status within a sentence: `pending approval`. */
export const wordsOfStatus = (status: string): string => status.replaceAll('_', ' ')
