/** The four states that shape and colour distinguish: red, orange, grey, green. */
export type HealthDot = 'unhealthy' | 'warning' | 'unknown' | 'healthy'

const dots: Readonly<Record<string, HealthDot>> = {
  degraded: 'unhealthy',
  missing: 'unhealthy',
  unhealthy: 'unhealthy',
  unknown: 'unknown',
  suspended: 'unknown',
  warning: 'warning',
  mixed: 'warning',
}

/** The state in which a status is rendered. Specification, "States and transitions": unlisted statuses are green. */
export const toHealthDot = (status: string): HealthDot => dots[status.toLowerCase()] ?? 'healthy'
