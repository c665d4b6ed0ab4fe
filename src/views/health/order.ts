import { type Check, uptimePercent } from '@/api/health/checks'
import type { Target } from '../../commands/command'
import { alphabetical } from '../../lib/alphabetical'
import { formatCount, formatDuration, formatPercent, shorten } from '@/shared/format'
import { formatDate } from '../../lib/format-date'
import { severityRank } from '@/shared/severity'
import { isNoDate } from '../../lib/time/dates'
import { type BucketResult, describeBuckets } from '@/lib/health/buckets'
import { aggregateHealth, describeMissingUptime, tallyCount, type CheckTally, tallyUptime } from './tally'

/** Data about the latest runs of a check that the summary does not contain. */
export type RecentRunData = {
  /** The message of its latest failed run; undefined if there is none or it has not loaded. */
  failure?: string | undefined
  buckets?: readonly BucketResult[]
}

/** A check in the list. */
export type HealthRow = Check & {
  isRunning?: true
  recent?: RecentRunData
  /** The open incidents that it is evidence for, newest first. */
  incidents?: readonly { id: string; title: string }[]
}

export const toCheckTarget = ({ id, name }: HealthRow): Target<'check'> => ({ kind: 'check', id, label: name })

/** Sort rank by status. Lower ranks are more urgent. */
export const statusRank: Readonly<Record<HealthRow['status'], number>> = { unhealthy: 0, unknown: 1, healthy: 2 }

/** The severity as 0 to 4: 4 is critical or blocker, 1 is low, 0 is less than low or unknown. */
export const severityLevel = (severity: HealthRow['severity']) => [4, 4, 3, 2, 2, 1][severityRank(severity)] ?? 0

/**
 * Sorts for on-call engineers: unhealthy, unknown, healthy, each by severity and then by newest transition. Equal checks
 * are sorted by name and then by id, so that rows do not swap between refreshes.
 */
export const sortByUrgency = (checks: readonly Check[]): Check[] =>
  checks.toSorted(
    (a, b) =>
      statusRank[a.status] - statusRank[b.status] ||
      severityRank(a.severity) - severityRank(b.severity) ||
      newestFirst(a.last_transition_time, b.last_transition_time) ||
      alphabetical(a.name, b.name) ||
      (a.id < b.id ? -1 : 1)
  )

/** Compares ISO times. Checks that never changed come last. */
const newestFirst = (a: string | null | undefined, b: string | null | undefined) =>
  a === b ? 0 : (a ?? '') > (b ?? '') ? -1 : 1

/** Maximum length of a failure message in the label of a row, in characters. The detail has the full message. */
const MOST_READ = 160

/** The message of the latest failure; undefined if the check is not unhealthy. */
export const failureMessageOf = ({ status, recent }: HealthRow) =>
  status === 'unhealthy' ? recent?.failure : undefined

/** Describes incidents: `in the incident “Payments down”`, `in 2 incidents: …`. */
export const describeIncidents = (list: NonNullable<HealthRow['incidents']>): string => {
  const titles = list.map(({ title }) => `“${title}”`)
  return titles.length === 1 ? `in the incident ${titles[0]}` : `in ${titles.length} incidents: ${titles.join(' ')}`
}

/**
 * Describes a check in one sentence, in reading order: name and state before the figures. It contains no ages, so that
 * it does not change as time passes.
 */
export function describeCheck(check: HealthRow, timeZone: string): string {
  const { name, status, severity, namespace, latency, last_transition_time: since } = check
  const uptime = uptimePercent(check)
  const failure = failureMessageOf(check)?.replace(/\s+/g, ' ')
  return [
    name,
    status,
    !isNoDate(since) && `since ${formatDate(new Date(since), 'medium', { now: new Date(), timeZone })}`,
    failure && shorten(failure, MOST_READ),
    namespace && `in ${namespace}`,
    severity && `severity ${severity}`,
    check.incidents && describeIncidents(check.incidents),
    uptime === null
      ? describeMissingUptime({ hasRun: !isNoDate(check.last_runtime) })
      : `uptime ${formatPercent(uptime)}`,
    latency.p95 !== undefined && `latency ${formatDuration(latency.p95)}`,
    check.recent?.buckets && describeBuckets(check.recent.buckets),
    check.isRunning && 'running now',
  ]
    .filter(Boolean)
    .join(', ')
}

const aggregates = { good: 'healthy', mixed: 'mixed', bad: 'unhealthy', unknown: 'unknown' } as const

/** The number of unhealthy checks, in a few words: `2 of 7 unhealthy`. */
export function formatUnhealthy(tally: CheckTally): string {
  const count = tallyCount(tally)
  if (tally.unhealthy === 1 && count === 1) return 'Unhealthy'
  if (tally.unhealthy > 0) return `${tally.unhealthy.toLocaleString('en')} of ${count.toLocaleString('en')} unhealthy`
  if (tally.unknown === 0) return 'Healthy'
  return tally.unknown === count ? 'Unknown' : `${tally.unknown.toLocaleString('en')} of ${count} unknown`
}

/** Describes the incidents of a group: `2 checks in the incident “Payments down”`. Undefined without incidents. */
export function groupIncidents(
  checks: readonly HealthRow[],
  byCheck: ReadonlyMap<string, NonNullable<HealthRow['incidents']>>
): { list: NonNullable<HealthRow['incidents']>; words: string } | undefined {
  const concerned = checks.filter(({ id }) => byCheck.has(id))
  if (concerned.length === 0) return undefined
  const list = [...new Map(concerned.flatMap(({ id }) => byCheck.get(id) ?? []).map((one) => [one.id, one])).values()]
  return { list, words: `${formatCount(concerned.length, 'check')} ${describeIncidents(list)}` }
}

/** The numbers that follow the health of a group. They do not repeat its word. */
const describeTally = (aggregate: keyof typeof aggregates, tally: CheckTally): string =>
  aggregate === 'mixed' || (aggregate === 'unknown' && tally.healthy > 0)
    ? formatUnhealthy(tally)
    : formatCount(tallyCount(tally), 'check')

/** Describes a group in one sentence. @param incidents its open incidents in words */
export function describeCheckGroup(title: string, tally: CheckTally, incidents?: string): string {
  const aggregate = aggregateHealth(tally)
  const uptime = tallyUptime(tally)
  return [
    title,
    aggregates[aggregate],
    describeTally(aggregate, tally),
    ...(incidents === undefined ? [] : [incidents]),
    ...(uptime === null ? [] : [`uptime ${formatPercent(uptime)}`]),
    ...(tally.latencyMs === undefined ? [] : [`latency up to ${formatDuration(tally.latencyMs)}`]),
  ].join(', ')
}
