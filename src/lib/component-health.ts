import { type Dot, dotOf } from './health-status'

type Judged = { health?: string | null | undefined; status?: string | null | undefined }

/** Statuses that name a health, for backends that say no health. */
const healths = new Set(['healthy', 'unhealthy', 'warning', 'unknown', 'degraded', 'missing', 'suspended'])

/** How a component is, with all that is below it: its health, or a status that names one. */
export function healthOf({ health, status }: Judged): Dot {
  if (health) return dotOf(health)
  return status && healths.has(status.toLowerCase()) ? dotOf(status) : 'unknown'
}

/** Whether somebody should look at it. */
export function isTroubled(judged: Judged): boolean {
  const health = healthOf(judged)
  return health === 'unhealthy' || health === 'warning'
}

/** What its topology calls its state, where that says more than its health. */
export const ownWordOf = ({ health, status }: Judged): string | undefined =>
  status && status.toLowerCase() !== (health ?? '').toLowerCase() && !healths.has(status.toLowerCase())
    ? status
    : undefined

/** From the worst. */
export const healthRanks: Readonly<Record<Dot, number>> = { unhealthy: 0, warning: 1, unknown: 2, healthy: 3 }
