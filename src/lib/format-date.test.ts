import { expect, test } from 'vitest'
import { createRandom } from '../shared/random'
import { parseTimestamp } from '../shared/datemath'
import { formatAbsolute, formatDate, formatDates, formatRelative, formatTimestamp } from './format-date'

// A Saturday, 15:33 in Berlin.
const now = new Date('2026-11-21T14:33:27.123Z')
const berlin = { now, timeZone: 'Europe/Berlin' }
const shown = (at: string, format: 'timestamp' | 'short' | 'medium' | 'full', reader = berlin) =>
  formatDate(new Date(at), format, reader)

test.each([
  ['Europe/Berlin', '2026-11-21 00:05:09.007'],
  ['UTC', '2026-11-20 23:05:09.007'],
  ['Asia/Kolkata', '2026-11-21 04:35:09.007'],
])('as a timestamp, in %s: %s [FORMAT-12 FORMAT-13]', (timeZone, text) => {
  expect(shown('2026-11-20T23:05:09.007Z', 'timestamp', { now, timeZone })).toBe(text)
})

test.each([
  ['2026-11-21T14:33:27Z', 'just now'],
  ['2026-11-21T14:29:00Z', '4m ago'],
  ['2026-11-18T14:29:00Z', '3d ago'],
  ['2026-11-21T16:34:00Z', 'in 2h'],
  ['2026-11-21T14:33:28Z', 'just now'],
])('short, %s is relative: %s [FORMAT-06]', (at, text) => {
  expect(shown(at, 'short')).toBe(text)
})

test.each([
  ['2026-11-20T23:00:00Z', '00:00'],
  ['2026-11-21T22:59:00Z', '23:59'],
])('medium, %s is today: %s [FORMAT-07]', (at, text) => {
  expect(shown(at, 'medium')).toBe(text)
})

test.each([
  ['2026-11-15T23:00:00Z', 'Mon 00:00'],
  ['2026-11-20T22:59:00Z', 'Fri 23:59'],
  ['2026-11-21T23:00:00Z', 'Sun 00:00'],
])('medium, %s is this week: %s [FORMAT-08]', (at, text) => {
  expect(shown(at, 'medium')).toBe(text)
})

test.each([
  ['2026-11-15T22:59:00Z', '15 Nov, 23:59'],
  ['2025-12-31T23:00:00Z', '1 Jan, 00:00'],
  ['2026-12-31T22:59:00Z', '31 Dec, 23:59'],
])('medium, %s is this year: %s [FORMAT-09]', (at, text) => {
  expect(shown(at, 'medium')).toBe(text)
})

test.each([
  ['2025-12-31T22:59:00Z', '31 Dec 2025, 23:59'],
  ['2026-12-31T23:00:00Z', '1 Jan 2027, 00:00'],
])('medium, %s is another year: %s [FORMAT-10]', (at, text) => {
  expect(shown(at, 'medium')).toBe(text)
})

test.each([
  ['Europe/Berlin', 'Saturday, 21 November 2026, 00:05:09 CET'],
  ['UTC', 'Friday, 20 November 2026, 23:05:09 UTC'],
])('full, in %s: %s [FORMAT-11 FORMAT-13]', (timeZone, text) => {
  expect(shown('2026-11-20T23:05:09.007Z', 'full', { now, timeZone })).toBe(text)
})

test.each([
  ['2026-11-21T07:00:00Z', '2026-11-21T12:05:00Z', '08:00 – 13:05'],
  ['2026-11-18T07:00:00Z', '2026-11-18T12:05:00Z', '18 Nov, 08:00 – 13:05'],
  ['2026-11-18T07:00:00Z', '2026-11-21T12:05:00Z', '18 Nov, 08:00 – 21 Nov, 13:05'],
  ['2025-11-18T07:00:00Z', '2026-01-01T12:05:00Z', '18 Nov 2025, 08:00 – 1 Jan 2026, 13:05'],
  ['2025-11-18T07:00:00Z', '2025-11-18T12:05:00Z', '18 Nov 2025, 08:00 – 13:05'],
])('from %s to %s: %s', (from, to, text) => {
  expect(formatDates(new Date(from), new Date(to), berlin)).toBe(text)
})

test('includes the time zone in an absolute time', () => {
  expect(formatAbsolute(new Date('2026-11-21T05:33:27.123Z'), 'UTC')).toBe('2026-11-21 05:33:27 UTC')
  expect(formatAbsolute(new Date('2026-11-21T23:33:27Z'), 'Asia/Kolkata')).toBe('2026-11-22 05:03:27 GMT+5:30')
})

test('marks a future time', () => {
  expect(formatRelative(new Date(now.getTime() + 90_000), now)).toBe('in 1m')
})

test('formats a timestamp that parses to the same time', () => {
  const random = createRandom(12)
  for (let n = 0; n < 500; n++) {
    const at = new Date(random.below(4_000_000_000_000))
    // Zones whose clocks never go back, so that every local time is unique.
    const zone = random.pick(['UTC', 'Asia/Tokyo', 'Asia/Dubai', 'America/Phoenix'])
    expect(parseTimestamp(formatTimestamp(at, zone), zone)).toEqual(at)
  }
})

test('matches the built-in formatter in every zone, also around clock changes', () => {
  const random = createRandom(7)
  // On these days, clocks changed at 01:00 and 15:00 UTC, in Europe and on Lord Howe Island. Other times close together
  // follow.
  const changes = ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z']
  const around = changes.flatMap((at) => [-1, 0, 1, 899_999, -900_000].map((by) => Date.parse(at) + by))
  for (const timeZone of ['Europe/Berlin', 'Australia/Lord_Howe', ...Intl.supportedValuesOf('timeZone')]) {
    const engine = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone,
    })
    const times = [...around, 899_999, 94_694_399_999, 94_694_400_000, random.below(2_000_000_000_000)]
    for (const at of times.map((ms) => new Date(ms)))
      expect(`${timeZone} ${formatAbsolute(at, timeZone).slice(0, 19)}`).toBe(`${timeZone} ${engine.format(at)}`)
  }
})
