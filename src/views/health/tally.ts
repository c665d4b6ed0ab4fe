import { type Dot, dotOf } from '../../lib/health-status'
import type { Row } from './order'

/** The combined figures of several checks. */
export type Tally = {
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
}

export function tallyOf(checks: Iterable<Row>): Tally {
  const tally: Tally = {
    healthy: 0,
    unhealthy: 0,
    unknown: 0,
    passed: 0,
    failed: 0,
    latencyMs: undefined,
    transition: undefined,
  }
  for (const { status, uptime, latency, last_transition_time: at } of checks) {
    tally[status] += 1
    tally.passed += uptime.passed
    tally.failed += uptime.failed
    if (latency.p95 !== undefined) tally.latencyMs = Math.max(tally.latencyMs ?? 0, latency.p95)
    if (at && (tally.transition === undefined || at > tally.transition)) tally.transition = at
  }
  return tally
}

export const countOf = ({ healthy, unhealthy, unknown }: Tally) => healthy + unhealthy + unknown

/** `good` if all are healthy, `bad` if all are unhealthy, `unknown` if the health of none is known, else `mixed`. */
export type Aggregate = 'good' | 'mixed' | 'bad' | 'unknown'

export function aggregateOf(tally: Tally): Aggregate {
  const count = countOf(tally)
  if (tally.unknown === count) return 'unknown'
  if (tally.healthy === count) return 'good'
  return tally.unhealthy === count ? 'bad' : 'mixed'
}

const statuses = { good: 'healthy', mixed: 'mixed', bad: 'unhealthy', unknown: 'unknown' } as const

/** Green for all healthy, orange for mixed, red for all unhealthy, and the colour of unknown. */
export const dotOfAggregate = (aggregate: Aggregate): Dot => dotOf(statuses[aggregate])

/** Passed runs in percent of all runs, 0 to 100; null without runs. */
export const uptimeOf = ({ passed, failed }: Tally) =>
  passed + failed === 0 ? null : (passed / (passed + failed)) * 100
