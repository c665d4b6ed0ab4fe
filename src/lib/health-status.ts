/** The four states that shape and colour distinguish: red, orange, grey, green. */
export type Dot = 'unhealthy' | 'warning' | 'unknown' | 'healthy'

const dots: Readonly<Record<string, Dot>> = {
  degraded: 'unhealthy',
  missing: 'unhealthy',
  unhealthy: 'unhealthy',
  unknown: 'unknown',
  suspended: 'unknown',
  warning: 'warning',
  mixed: 'warning',
}

/** The state in which a status is rendered. Specification, "States and transitions": unlisted statuses are green. */
export const dotOf = (status: string): Dot => dots[status.toLowerCase()] ?? 'healthy'
