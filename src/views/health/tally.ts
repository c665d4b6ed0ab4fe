import { type HealthDot, toHealthDot } from '@/lib/catalog/health-status'
import { isNoDate } from '@/lib/time/dates'
import type { HealthRow } from './order'

/** The combined figures of several checks. */
export type CheckTally = {
  healthy: number
  unhealthy: number
  unknown: number
  /** Runs within the hour of the summary. */
  passed: number
  failed: number
  /** The highest latency, in milliseconds. */
  latencyMs: number | undefined
  /** The newest transition, as ISO time. */
  transition: string | undefined
  /** True if any of the checks has ever run. */
  hasRun: boolean
}

export function tallyChecks(checks: Iterable<HealthRow>): CheckTally {
  const tally: CheckTally = {
    healthy: 0,
    unhealthy: 0,
    unknown: 0,
    passed: 0,
    failed: 0,
    latencyMs: undefined,
    transition: undefined,
    hasRun: false,
  }
  for (const { status, uptime, latency, last_transition_time: at, last_runtime } of checks) {
    tally[status] += 1
    tally.passed += uptime.passed
    tally.failed += uptime.failed
    if (latency.p95 !== undefined) tally.latencyMs = Math.max(tally.latencyMs ?? 0, latency.p95)
    if (!isNoDate(last_runtime)) tally.hasRun = true
    if (at && (tally.transition === undefined || at > tally.transition)) tally.transition = at
  }
  return tally
}

export const tallyCount = ({ healthy, unhealthy, unknown }: CheckTally) => healthy + unhealthy + unknown

/** `bad` if all are unhealthy, `mixed` if some are, `unknown` if the health of any is unknown, otherwise `good`. */
type Aggregate = 'good' | 'mixed' | 'bad' | 'unknown'

export function aggregateHealth(tally: CheckTally): Aggregate {
  if (tally.unhealthy > 0) return tally.unhealthy === tallyCount(tally) ? 'bad' : 'mixed'
  return tally.unknown > 0 || tallyCount(tally) === 0 ? 'unknown' : 'good'
}

const statuses = { good: 'healthy', mixed: 'mixed', bad: 'unhealthy', unknown: 'unknown' } as const

/** Green for all healthy, orange for mixed, red for all unhealthy, otherwise the colour of unknown. */
export const aggregateDot = (aggregate: Aggregate): HealthDot => toHealthDot(statuses[aggregate])

/** Sort key, lowest for the worst: by the share of failing checks, then by the share of unknown checks. */
export function healthRank(tally: CheckTally): number {
  const count = tallyCount(tally)
  return -(tally.unhealthy + tally.unknown / (count + 1)) / Math.max(1, count)
}

/** Passed runs in percent of all runs, 0 to 100; null without runs. */
export const tallyUptime = ({ passed, failed }: CheckTally) =>
  passed + failed === 0 ? null : (passed / (passed + failed)) * 100

/** Says why there is no uptime. A check without runs in the hour of the summary may have run before. */
export const describeMissingUptime = ({ hasRun }: Pick<CheckTally, 'hasRun'>) =>
  hasRun ? 'no runs in the last hour' : 'never ran'
