import { type Dot, dotOf } from '../../lib/health-status'
import type { Row } from './order'

/** Several checks in one figure each. */
export type Tally = {
  healthy: number
  unhealthy: number
  unknown: number
  /** Runs within the hour that the summary covers. */
  passed: number
  failed: number
  /** Milliseconds: the slowest of them. */
  latencyMs: number | undefined
  /** ISO time: the newest of them. */
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

/** All of them are healthy, all of them are not, or neither; `unknown`: nothing is known of any. */
export type Aggregate = 'good' | 'mixed' | 'bad' | 'unknown'

export function aggregateOf(tally: Tally): Aggregate {
  const count = countOf(tally)
  if (tally.unknown === count) return 'unknown'
  if (tally.healthy === count) return 'good'
  return tally.unhealthy === count ? 'bad' : 'mixed'
}

const statuses = { good: 'healthy', mixed: 'mixed', bad: 'unhealthy', unknown: 'unknown' } as const

/** Green when all are healthy, orange when mixed, otherwise red. */
export const dotOfAggregate = (aggregate: Aggregate): Dot => dotOf(statuses[aggregate])

/** Percent 0..100 of all their runs; null when none ran. */
export const uptimeOf = ({ passed, failed }: Tally) =>
  passed + failed === 0 ? null : (passed / (passed + failed)) * 100
