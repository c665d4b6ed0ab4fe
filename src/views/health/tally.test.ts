import { expect, test } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import { aggregateHealth, aggregateDot, healthRank, tallyChecks, tallyUptime } from './tally'

const of = (...statuses: ('healthy' | 'unhealthy' | 'unknown')[]) =>
  tallyChecks(statuses.map((status, at) => createCheck(String(at), { status })))

test.each([
  [of('healthy', 'healthy'), 'good', 'healthy'],
  [of('healthy', 'unhealthy'), 'mixed', 'warning'],
  [of('unhealthy', 'unknown'), 'mixed', 'warning'],
  [of('healthy', 'unknown'), 'unknown', 'unknown'],
  [of('unhealthy', 'unhealthy'), 'bad', 'unhealthy'],
  [of('unknown'), 'unknown', 'unknown'],
])('%j is %s with the dot %s [HEALTH-50]', (tally, aggregate, dot) => {
  expect(aggregateHealth(tally)).toBe(aggregate)
  expect(aggregateDot(aggregateHealth(tally))).toBe(dot)
})

test('groups are sorted by the share of failing checks, then by the share of unknown checks', () => {
  const worstFirst = [
    of('unhealthy', 'unhealthy'),
    of('unhealthy', 'unknown'),
    of('unhealthy', 'healthy'),
    of('unhealthy', 'healthy', 'healthy'),
    of('unknown', 'unknown', 'unknown'),
    of('unknown', 'healthy', 'healthy'),
    of('healthy'),
  ]
  expect(worstFirst.toReversed().toSorted((a, b) => healthRank(a) - healthRank(b))).toEqual(worstFirst)
})

test('uptime counts runs and not checks; latency is the maximum, transition the newest', () => {
  const tally = tallyChecks([
    createCheck('a', {
      uptime: { passed: 90, failed: 0 },
      latency: { p95: 12 },
      last_transition_time: '2026-01-01T00:00:00Z',
    }),
    createCheck('b', {
      uptime: { passed: 0, failed: 10 },
      latency: { p95: 80 },
      last_transition_time: '2026-02-01T00:00:00Z',
    }),
    createCheck('c', { uptime: { passed: 0, failed: 0 }, latency: {} }),
  ])
  expect(tallyUptime(tally)).toBe(90)
  expect(tally).toMatchObject({ latencyMs: 80, transition: '2026-02-01T00:00:00Z' })
})

test('has no uptime without runs', () => {
  expect(tallyUptime(tallyChecks([]))).toBeNull()
})
