import { expect, test } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import {
  sortByUrgency,
  formatUnhealthy,
  failureMessageOf,
  type HealthRow,
  describeCheck,
  describeCheckGroup,
  severityLevel,
} from './order'
import { tallyChecks } from './tally'

const namesOf = (...checks: Parameters<typeof createCheck>[]) =>
  sortByUrgency(checks.map(([name, rest]) => createCheck(name, rest))).map(({ name }) => name)

test('failing checks come before unknown ones, and those before passing ones', () => {
  expect(
    namesOf(
      ['a', { severity: 'critical' }],
      ['b', { status: 'unknown', severity: 'critical' }],
      ['c', { status: 'unhealthy' }]
    )
  ).toEqual(['c', 'b', 'a'])
})

test('checks of the same state are sorted by severity, case-insensitively, with unknown and missing severities last', () => {
  const severities = [null, 'info', 'LOW', 'medium', 'sev-1', 'High', 'blocker', 'critical']
  expect(namesOf(...severities.map((severity, at): [string, object] => [`${at} ${severity}`, { severity }]))).toEqual([
    '7 critical',
    '6 blocker',
    '5 High',
    '3 medium',
    '2 LOW',
    '1 info',
    '0 null',
    '4 sev-1',
  ])
})

test('checks of the same severity are sorted by latest transition, with unchanged checks last', () => {
  expect(
    namesOf(
      ['never', {}],
      ['earlier', { last_transition_time: '2026-01-01T00:00:00Z' }],
      ['later', { last_transition_time: '2026-02-01T00:00:00Z' }]
    )
  ).toEqual(['later', 'earlier', 'never'])
})

test('equal checks are sorted by name in natural order [HEALTH-44]', () => {
  expect(namesOf(['web-10'], ['web-9'], ['cache'], ['API'])).toEqual(['API', 'cache', 'web-9', 'web-10'])
})

test('checks of the same name have a stable order', () => {
  const twins = ['b', 'a'].map((id) => createCheck('x', { id }))
  expect(sortByUrgency(twins)).toEqual(sortByUrgency(twins.toReversed()))
})

test('a row is described in one sentence', () => {
  const check = createCheck('payments-api', { status: 'unhealthy', uptime: { passed: 57, failed: 3 } })
  expect(describeCheck(check, 'UTC')).toBe('payments-api, unhealthy, uptime 95.0%, latency 431 ms')
  const never = createCheck('new', { status: 'unknown', uptime: { passed: 0, failed: 0 }, latency: {} })
  expect(describeCheck(never, 'UTC')).toBe('new, unknown, never ran')
  const hourly = { ...never, last_runtime: '2021-03-04T06:09:00Z' }
  expect(describeCheck(hourly, 'UTC')).toBe('new, unknown, no runs in the last hour')
})

test('the sentence has state, start, message and namespace before the figures', () => {
  const buckets = ['none', 'passed', 'failed', 'failed'] as const
  const check: HealthRow = createCheck('payments-api', {
    status: 'unhealthy',
    severity: 'high',
    namespace: 'shop',
    last_transition_time: '2021-03-04T06:09:00Z',
    uptime: { passed: 57, failed: 3 },
  })
  check.recent = { failure: 'status 503,\n  expected 200', buckets }
  expect(describeCheck(check, 'Europe/Berlin')).toBe(
    'payments-api, unhealthy, since 4 Mar 2021, 07:09, status 503, expected 200, in shop, severity high, uptime 95.0%, ' +
      'latency 431 ms, failed in 2 of the last 4 five-minute buckets'
  )
})

const namedIn = (...titles: string[]) =>
  describeCheck({ ...createCheck('a'), incidents: titles.map((title) => ({ id: title, title })) }, 'UTC')

test('the sentence of a row names its incidents', () => {
  expect(namedIn('Nobody can pay')).toBe('a, healthy, in the incident “Nobody can pay”, uptime 100.0%, latency 431 ms')
  expect(namedIn('One', 'Two')).toContain(', in 2 incidents: “One” “Two”, uptime')
})

test('a long message is shortened to its beginning', () => {
  const check: HealthRow = { ...createCheck('a', { status: 'unhealthy' }), recent: { failure: 'x'.repeat(2000) } }
  expect(describeCheck(check, 'UTC')).toContain(`unhealthy, ${'x'.repeat(159)}…, uptime`)
})

test('a check that passes again drops its failure message', () => {
  const check: HealthRow = { ...createCheck('a'), recent: { failure: 'refused', buckets: ['passed', 'passed'] } }
  expect(failureMessageOf(check)).toBeUndefined()
  expect(describeCheck(check, 'UTC')).toBe('a, healthy, uptime 100.0%, latency 431 ms')
})

test.each([
  ['critical', 4],
  ['Blocker', 4],
  ['high', 3],
  ['medium', 2],
  ['low', 1],
  ['info', 0],
  ['sev-1', 0],
  [null, 0],
])('the severity %s has %i bars', (severity, level) => {
  expect(severityLevel(severity)).toBe(level)
})

const group = tallyChecks([
  createCheck('a', { status: 'unhealthy', uptime: { passed: 0, failed: 60 }, latency: { p95: 1200 } }),
  createCheck('b'),
  createCheck('c', { status: 'unknown', uptime: { passed: 0, failed: 0 }, latency: {} }),
])

test('a group is described in one sentence about all its checks', () => {
  expect(describeCheckGroup('shop', group)).toBe('shop, mixed, 1 of 3 unhealthy, uptime 50.0%, latency up to 1.2 s')
  expect(describeCheckGroup('web', tallyChecks([createCheck('a'), createCheck('b')]))).toBe(
    'web, healthy, 2 checks, uptime 100.0%, latency up to 431 ms'
  )
})

/** The description of a group of checks with these statuses. */
const describeGroup = (...statuses: HealthRow['status'][]) =>
  describeCheckGroup('db', tallyChecks(statuses.map((status, at) => createCheck(`${at}`, { status }))))

test('the description of a group does not repeat the word of its health', () => {
  expect(describeGroup('unhealthy')).toMatch(/^db, unhealthy, 1 check, uptime/)
  expect(describeGroup('unhealthy', 'unhealthy')).toMatch(/^db, unhealthy, 2 checks, uptime/)
  expect(describeGroup('unknown')).toMatch(/^db, unknown, 1 check, uptime/)
  expect(describeGroup('unknown', 'healthy')).toMatch(/^db, unknown, 1 of 2 unknown, uptime/)
})

test.each([
  [group, '1 of 3 unhealthy'],
  [tallyChecks([createCheck('a')]), 'Healthy'],
  [tallyChecks([createCheck('a'), createCheck('b', { status: 'unknown' })]), '1 of 2 unknown'],
  [tallyChecks([createCheck('a', { status: 'unknown' })]), 'Unknown'],
])('%# summarises the number of unhealthy checks', (tally, words) => {
  expect(formatUnhealthy(tally)).toBe(words)
})
