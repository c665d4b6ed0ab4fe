import { type HealthDot, toHealthDot } from '../catalog/health-status'

type Judged = { health?: string | null | undefined; status?: string | null | undefined }

/** Statuses that are also health values, for backends without a health. */
const healths = new Set(['healthy', 'unhealthy', 'warning', 'unknown', 'degraded', 'missing', 'suspended'])

/** Health of a component including its descendants. Derived from the status if the backend reports no health. */
export function componentHealthDot({ health, status }: Judged): HealthDot {
  if (health) return toHealthDot(health)
  return status && healths.has(status.toLowerCase()) ? toHealthDot(status) : 'unknown'
}

/** Whether the component needs attention. */
export function needsAttention(judged: Judged): boolean {
  const health = componentHealthDot(judged)
  return health === 'unhealthy' || health === 'warning'
}

/** Status in the words of the topology, if it adds to the health. */
export const readOwnStatus = ({ health, status }: Judged): string | undefined =>
  status && status.toLowerCase() !== (health ?? '').toLowerCase() && !healths.has(status.toLowerCase())
    ? status
    : undefined

/** Ranks from the worst health. */
export const healthRanks: Readonly<Record<HealthDot, number>> = { unhealthy: 0, warning: 1, unknown: 2, healthy: 3 }
