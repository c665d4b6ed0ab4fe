import { type Check, uptimePercent } from '../../api/checks'
import type { Target } from '../../commands/command'
import { formatDuration, formatPercent } from '../../lib/format'
import { aggregateOf, countOf, type Tally, uptimeOf } from './tally'

/** A check in the list. */
export type Row = Check & { isRunning?: true }

export const targetOf = ({ id, name }: Row): Target<'check'> => ({ kind: 'check', id, label: name })

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Sorts by name in natural order; the id decides equal names, so that rows do not swap between refreshes. */
export const byName = (checks: readonly Check[]): Check[] =>
  checks.toSorted((a, b) => words.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))

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
