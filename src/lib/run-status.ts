import type { Dot } from './health-status'

const dots: Readonly<Record<string, Dot>> = {
  completed: 'healthy',
  failed: 'unhealthy',
  timed_out: 'unhealthy',
  pending_approval: 'warning',
}

/** How the status of a playbook's run is drawn; one that has not ended, or was cancelled, is gray. */
export const dotOfRun = (status: string): Dot => dots[status] ?? 'unknown'
