/** The four states that are told apart by shape and colour: red, orange, gray, green. */
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

/** How a status is drawn. Specification, "States and transitions": what is not listed is green. */
export const dotOf = (status: string): Dot => dots[status.toLowerCase()] ?? 'healthy'
