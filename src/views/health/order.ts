import { type Check, uptimePercent } from '../../api/checks'
import { formatDuration, formatPercent } from '../../lib/format'

/** A check as it is listed. */
export type Row = Check & { isRunning?: true }

const urgency: Record<Check['status'], number> = { unhealthy: 0, unknown: 1, healthy: 2 }
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Problems first, then by name; the id settles equal names, so that rows do not swap places between refreshes. */
export const problemsFirst = (checks: readonly Check[]): Check[] =>
  checks.toSorted(
    (a, b) => urgency[a.status] - urgency[b.status] || byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
  )

/** The row in one sentence, in reading order. Of data alone, so that it need not be renewed as time passes. */
export function sentenceOf(check: Row): string {
  const uptime = uptimePercent(check)
  const p95 = check.latency.p95
  const figures = [
    uptime === null ? 'never ran' : `uptime ${formatPercent(uptime)}`,
    ...(p95 === undefined ? [] : [`latency ${formatDuration(p95)}`]),
    ...(check.isRunning ? ['running now'] : []),
  ]
  return [check.name, check.status, ...figures].join(', ')
}
