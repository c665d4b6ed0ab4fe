import { expect, test, vi } from 'vitest'
import { createRandom } from '@/shared/random'
import { futureRanges, pastRanges, quickRangeNames } from './lists'
import { absoluteRange, mappedRange, relativeRange, type TimeRange } from './range'
import { findRangeError, type OpenSpan, resolveRange } from './resolve'

const silent = () => undefined
// A Saturday afternoon in Berlin (UTC+1).
const now = new Date('2026-11-21T14:33:27.123Z')
const resolve = (range: TimeRange, at = now, timeZone = 'Europe/Berlin') =>
  resolveRange(range, { now: at, timeZone, log: silent })
const shown = (span: OpenSpan | undefined) => [span?.from.toISOString(), span?.to?.toISOString()]

test.each([
  ['Yesterday', '2026-11-19T23:00', '2026-11-20T23:00'],
  ['Day before yesterday', '2026-11-18T23:00', '2026-11-19T23:00'],
  ['This day last week', '2026-11-13T23:00', '2026-11-14T23:00'],
  ['Previous week', '2026-11-08T23:00', '2026-11-15T23:00'],
  ['Previous month', '2026-09-30T22:00', '2026-10-31T23:00'],
  ['Previous year', '2024-12-31T23:00', '2025-12-31T23:00'],
  ['Today', '2026-11-20T23:00', '2026-11-21T23:00'],
  ['Today so far', '2026-11-20T23:00', ''],
  ['This week', '2026-11-15T23:00', '2026-11-22T23:00'],
  ['This week so far', '2026-11-15T23:00', ''],
  ['This month', '2026-10-31T23:00', '2026-11-30T23:00'],
  ['This month so far', '2026-10-31T23:00', ''],
  ['This year', '2025-12-31T23:00', '2026-12-31T23:00'],
  ['This year so far', '2025-12-31T23:00', ''],
])('%s, in the calendar of the zone [TIME-21]', (name, from, to) => {
  const end = to === '' ? now.toISOString() : `${to}:00.000Z`
  expect(shown(resolve(mappedRange(name)))).toEqual([`${from}:00.000Z`, end])
})

test('defines the quick ranges [TIME-21]', () => {
  expect(quickRangeNames.length).toBe(14)
})

test.each([
  // The clocks go forward in the night to the 29th, which has 23 hours. Half past midnight is the difficult case.
  ['Yesterday', 'Europe/Berlin', '2026-03-29T22:30:00Z', '2026-03-28T23:00', '2026-03-29T22:00'],
  // The clocks go back in the night to the 25th, which has 25 hours.
  ['Yesterday', 'Europe/Berlin', '2026-10-25T23:30:00Z', '2026-10-24T22:00', '2026-10-25T23:00'],
  // In Cairo, that Friday has no midnight and starts at one o'clock.
  ['Yesterday', 'Africa/Cairo', '2026-04-25T10:00:00Z', '2026-04-23T22:00', '2026-04-24T21:00'],
  ['Today', 'Asia/Kolkata', '2026-11-21T19:00:00Z', '2026-11-21T18:30', '2026-11-22T18:30'],
])('%s in %s at %s', (name, zone, at, from, to) => {
  expect(shown(resolve(mappedRange(name), new Date(at), zone))).toEqual([`${from}:00.000Z`, `${to}:00.000Z`])
})

test.each([
  ['now-5m', '2026-11-21T14:28:27.123Z'],
  ['now-24h', '2026-11-20T14:33:27.123Z'],
  ['now-6M', '2026-05-21T13:33:27.123Z'],
])('%s ends now', (range, from) => {
  expect(shown(resolve(relativeRange(range)))).toEqual([from, now.toISOString()])
})

test('starts a future range now, without an end if it is indefinite', () => {
  expect(shown(resolve(relativeRange('now+2d')))).toEqual([now.toISOString(), '2026-11-23T14:33:27.123Z'])
  expect(resolve(relativeRange('indefinitely'))).toEqual({ from: now, to: undefined })
})

test.each(['', 'now', 'now-', '5m', '2026-11-01', 'now/x'])('logs the invalid relative range %j [TIME-15]', (range) => {
  const log = vi.fn<(message: string) => void>()
  expect(resolveRange(relativeRange(range), { now, timeZone: 'UTC', log })).toBeUndefined()
  expect(log).toHaveBeenCalledExactlyOnceWith('Invalid relative time range')
})

test.each(['', 'yesterday', 'Tomorrow', 'toString'])('a quick range of %j throws [TIME-16]', (name) => {
  expect(() => resolve(mappedRange(name))).toThrow('Invalid mapped time range')
})

test('logs an absolute range that ends before it starts, and resolves to undefined', () => {
  const log = vi.fn<(message: string) => void>()
  const backwards = absoluteRange(now, new Date(now.getTime() - 1))
  expect(resolveRange(backwards, { now, timeZone: 'UTC', log })).toBeUndefined()
  expect(log).toHaveBeenCalledExactlyOnceWith('Invalid absolute time range')
})

test.each([
  [relativeRange('now-5m'), undefined],
  [relativeRange('indefinitely'), undefined],
  [mappedRange('Yesterday'), undefined],
  [relativeRange(''), 'Invalid relative time range'],
  [mappedRange('Tomorrow'), 'Invalid mapped time range'],
  [absoluteRange(now, now), 'Invalid absolute time range'],
])('%j: %s', (range, fault) => {
  expect(findRangeError(range)).toBe(fault)
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Pacific/Apia',
]

test('resolves every listed range to a start before its end, at any time in any zone', () => {
  const random = createRandom(53)
  const ranges = [...quickRangeNames.map((name) => mappedRange(name)), ...pastRanges, ...futureRanges]
  for (let n = 0; n < 300; n++) {
    // Since 2012: in 2011, a zone skipped a whole day.
    const at = new Date(Date.UTC(2012, 0) + random.below(25 * 365 * 86_400_000))
    const span = resolve(random.pick(ranges), at, random.pick(zones))
    expect(span && (span.to === undefined || span.from < span.to)).toBe(true)
  }
})

test('resolves successive days without gap or overlap, at any time in any zone', () => {
  const random = createRandom(54)
  for (let n = 0; n < 300; n++) {
    const at = new Date(Date.UTC(2012, 0) + random.below(25 * 365 * 86_400_000))
    const zone = random.pick(zones)
    const [before, yesterday, today] = ['Day before yesterday', 'Yesterday', 'Today'].map((name) =>
      resolve(mappedRange(name), at, zone)
    )
    expect([before?.to, yesterday?.to]).toEqual([yesterday?.from, today?.from])
    expect(today && today.from <= at && today.to && at < today.to).toBe(true)
  }
})
