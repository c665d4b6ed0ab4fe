import { describe, expect, test } from 'vitest'
import {
  describeExternalChange,
  sortTriageItems,
  MOST_REASON,
  type CurrentState,
  readableSources,
  describeTriageItem,
  enabledSources,
  type TriageItem,
  type TriageSource,
  triageSources,
  isUndelivered,
} from './triage'

const AT = '2026-11-21T05:00:00Z'
const item = (source: TriageSource, id: string, more: Partial<TriageItem> = {}): TriageItem => ({
  source,
  id,
  name: id,
  label: id,
  since: AT,
  why: '',
  ...more,
})
const hoursAgo = (hours: number) => new Date(Date.parse(AT) - hours * 3_600_000).toISOString()

describe('order', () => {
  test('sorts by urgency across all sources', () => {
    const items = [
      item('insights', 'insight', { severity: 'critical' }),
      item('notifications', 'mail'),
      item('checks', 'a low one', { severity: 'low' }),
      item('checks', 'one without severity'),
      item('runs', 'restart'),
      item('checks', 'a high one', { severity: 'High' }),
      item('checks', 'a critical one', { severity: 'critical' }),
      item('incidents', 'a low incident', { severity: 'Low' }),
      item('incidents', 'a blocker', { severity: 'Blocker' }),
      item('incidents', 'a high incident', { severity: '2' }),
    ]
    expect(sortTriageItems(items).map(({ id }) => id)).toEqual([
      'a critical one',
      'a blocker',
      'a high incident',
      'a high one',
      'restart',
      'a low incident',
      'a low one',
      'one without severity',
      'mail',
      'insight',
    ])
  })

  test('puts the worst incident first, then the longest waiting; severities may be numbers', () => {
    const items = [
      item('incidents', 'high now', { severity: 'High' }),
      item('incidents', 'high before', { severity: '2', since: hoursAgo(3) }),
      item('incidents', 'critical', { severity: '4' }),
    ]
    expect(sortTriageItems(items).map(({ id }) => id)).toEqual(['critical', 'high before', 'high now'])
  })

  test('puts the latest failure first, and the longest waiting run', () => {
    const items = [
      item('checks', 'old', { severity: 'high', since: hoursAgo(50) }),
      item('checks', 'new', { severity: 'high' }),
      item('runs', 'late', { since: hoursAgo(1) }),
      item('runs', 'later', { since: hoursAgo(2) }),
    ]
    expect(sortTriageItems(items).map(({ id }) => id)).toEqual(['new', 'old', 'later', 'late'])
  })
})

describe('changes elsewhere', () => {
  test.each<[TriageSource, CurrentState | null, string | undefined]>([
    ['checks', { status: 'unhealthy' }, undefined],
    ['checks', { status: 'healthy' }, 'Healthy again'],
    // A check that was deleted while it passed is deleted, not healthy.
    ['checks', { status: 'healthy', isDeleted: true }, 'Deleted'],
    ['checks', { status: 'unhealthy', isDeleted: true }, 'Deleted'],
    ['checks', { status: 'unknown' }, 'Health unknown'],
    ['checks', null, 'No longer available'],
    ['incidents', { status: 'open' }, undefined],
    ['incidents', { status: 'open', by: 'Bob' }, 'Commander: Bob'],
    ['incidents', { status: 'Resolved', by: 'Bob' }, 'Resolved'],
    ['incidents', null, 'No longer available'],
    ['runs', { status: 'pending_approval' }, undefined],
    // One of several required approvals.
    ['runs', { status: 'pending_approval', by: 'Ann' }, undefined],
    ['runs', { status: 'scheduled', by: 'Ann' }, 'Approved by Ann'],
    ['runs', { status: 'completed', by: 'Ann' }, 'Approved by Ann'],
    ['runs', { status: 'cancelled', by: 'Ann' }, 'Cancelled'],
    ['runs', { status: 'timed_out' }, 'Timed out'],
    ['notifications', { status: 'error' }, undefined],
    ['notifications', { status: 'pending' }, undefined],
    ['notifications', { status: 'sent' }, 'Sent'],
    ['notifications', { status: 'repeat-interval' }, 'Repeat interval'],
    ['notifications', null, 'No longer available'],
    ['insights', { status: 'open' }, undefined],
    ['insights', { status: 'resolved' }, 'Resolved'],
  ])('%s, currently %j: %s', (source, now, words) => {
    expect(describeExternalChange(source, now)).toBe(words)
  })
})

test.each<[object, boolean]>([
  [{ status: 'error', created_at: AT }, true],
  [{ status: 'attempting_fallback', created_at: AT }, true],
  [{ status: 'sent', created_at: hoursAgo(3) }, false],
  [{ status: null, created_at: AT }, false],
  [{ status: 'pending', created_at: AT }, false],
  [{ status: 'pending', created_at: hoursAgo(1) }, true],
  [{ status: 'pending', created_at: hoursAgo(1), not_before: hoursAgo(-1) }, false],
])('whether %j needs attention', (row, expected) => {
  expect(isUndelivered({ created_at: AT, ...row }, Date.parse(AT))).toBe(expected)
})

describe('readable sources', () => {
  test('omits sources whose feature is turned off', () => {
    expect(enabledSources({ roles: ['admin'], flags: new Set(['incidents', 'settings.notifications']) })).toEqual([
      'checks',
      'runs',
      'insights',
    ])
  })

  test('omits sources that the role may not read', () => {
    const permissions = [{ object: 'incident', action: 'read', condition: 'true' }] as never
    expect(readableSources({ roles: ['viewer'], permissions, flags: new Set() })).toEqual(['incidents'])
    expect(readableSources({ roles: ['viewer'] })).toEqual(triageSources)
    expect(readableSources({ roles: [] })).toEqual([])
  })
})

describe('row sentence', () => {
  const long = 'Cart forgets what is in it, and the titles of incidents like this one tend to become very long'

  test.each(triageSources)('contains the whole name and up to 160 characters of the reason: %s', (source) => {
    const said = describeTriageItem(item(source, 'x', { name: long, why: `${long} ${long}` }), '14:05', undefined)
    expect(said.startsWith(`${long}, `)).toBe(true)
    const reason = said.slice(said.indexOf('since 14:05, ') + 'since 14:05, '.length)
    expect(reason.length).toBeLessThanOrEqual(MOST_REASON)
    expect(reason).toMatch(/^Cart forgets .*long Cart forgets .*…$/)
  })

  test('contains the name, the severity, the time and the reason, or what changed', () => {
    const check = item('checks', 'a', {
      name: 'checkout API',
      severity: 'High',
      why: 'response code 503, expected 200',
    })
    expect(describeTriageItem(check, '14:05', undefined)).toBe(
      'checkout API, unhealthy, high severity, since 14:05, response code 503, expected 200'
    )
    expect(describeTriageItem(check, '14:05', 'Healthy again')).toBe(
      'checkout API, unhealthy, high severity, since 14:05, Healthy again, response code 503, expected 200'
    )
    expect(describeTriageItem(item('incidents', 'a', { name: 'Till', severity: '3' }), '14:05', undefined)).toBe(
      'Till, without commander, blocker severity, since 14:05'
    )
    expect(describeTriageItem({ ...check, severity: undefined, why: '' }, '14:05', undefined)).toBe(
      'checkout API, unhealthy, since 14:05'
    )
  })
})
