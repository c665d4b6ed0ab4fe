import { type Check, uptimePercent } from '../../api/checks'
import type { Target } from '../../commands/command'
import { formatDuration, formatPercent } from '../../lib/format'
import { aggregateOf, countOf, type Tally, uptimeOf } from './tally'

/** A check in the list. */
export type Row = Check & { isRunning?: true }

export const targetOf = ({ id, name }: Row): Target<'check'> => ({ kind: 'check', id, label: name })

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** How soon somebody has to look at it; less is sooner. */
export const badness: Readonly<Record<Row['status'], number>> = { unhealthy: 0, unknown: 1, healthy: 2 }

/** From the worst; backends may use any other word, which ranks below these. */
const severities = ['critical', 'blocker', 'high', 'medium', 'low', 'info']

function severityRank({ severity }: Pick<Row, 'severity'>): number {
  const at = severity ? severities.indexOf(severity.toLowerCase()) : -1
  return at === -1 ? severities.length : at
}

/**
 * Sorts for whoever is on call: failing, unknown, passing; within them by severity, then the newest transition. Names in
 * natural order, and then ids, decide between equals, so that rows do not swap between refreshes.
 */
export const byUrgency = (checks: readonly Check[]): Check[] =>
  checks.toSorted(
    (a, b) =>
      badness[a.status] - badness[b.status] ||
      severityRank(a) - severityRank(b) ||
      newestFirst(a.last_transition_time, b.last_transition_time) ||
      words.compare(a.name, b.name) ||
      (a.id < b.id ? -1 : 1)
  )

/** ISO times; what never changed comes last. */
const newestFirst = (a: string | null | undefined, b: string | null | undefined) =>
  a === b ? 0 : (a ?? '') > (b ?? '') ? -1 : 1

/** The row in one sentence, in reading order. Without ages, so that it does not change as time passes. */
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

const aggregates = { good: 'healthy', mixed: 'mixed', bad: 'unhealthy', unknown: 'unknown' } as const

/** The number of failing checks, in a few words: `2 of 7 failing`. */
export function failingOf(tally: Tally): string {
  const count = countOf(tally)
  if (tally.unhealthy === 1 && count === 1) return 'Unhealthy'
  if (tally.unhealthy > 0) return `${tally.unhealthy.toLocaleString('en')} of ${count.toLocaleString('en')} failing`
  if (tally.unknown === 0) return 'Healthy'
  return tally.unknown === count ? 'Unknown' : `${tally.unknown.toLocaleString('en')} of ${count} unknown`
}

export function sentenceOfGroup(title: string, tally: Tally): string {
  const aggregate = aggregateOf(tally)
  const uptime = uptimeOf(tally)
  return [
    title,
    aggregates[aggregate],
    aggregate === 'good' ? `${countOf(tally)} checks` : failingOf(tally),
    ...(uptime === null ? [] : [`uptime ${formatPercent(uptime)}`]),
    ...(tally.latencyMs === undefined ? [] : [`latency up to ${formatDuration(tally.latencyMs)}`]),
  ].join(', ')
}
