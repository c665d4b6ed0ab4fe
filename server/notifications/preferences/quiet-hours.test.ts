import { expect, test } from 'vitest'
import { type QuietHours, weekdays } from '@/shared/notifications/preferences'
import { findQuietEnd, formatTimeOfDay, offsetAt } from './quiet-hours'

const nights: QuietHours = { from: '22:00', to: '07:00', days: weekdays, timeZone: 'Europe/Berlin' }
const endOf = (quiet: Partial<QuietHours>, now: string) =>
  findQuietEnd({ ...nights, ...quiet }, new Date(now))?.toISOString()

test.each<[string, Partial<QuietHours>, string, string | undefined]>([
  ['in the evening', {}, '2026-11-29T22:30:00Z', '2026-11-30T06:00:00.000Z'],
  ['in the morning', {}, '2026-11-29T05:59:59Z', '2026-11-29T06:00:00.000Z'],
  ['at its start', {}, '2026-11-29T21:00:00Z', '2026-11-30T06:00:00.000Z'],
  ['at its end', {}, '2026-11-29T06:00:00Z', undefined],
  ['by day', {}, '2026-11-29T12:00:00Z', undefined],
  ['on one day', { from: '12:00', to: '13:00' }, '2026-11-29T11:30:00Z', '2026-11-29T12:00:00.000Z'],
  // 29 November 2026 is a Sunday.
  ['begun on a day that counts', { days: ['sun'] }, '2026-11-30T03:00:00Z', '2026-11-30T06:00:00.000Z'],
  ['begun on another day', { days: ['mon'] }, '2026-11-30T03:00:00Z', undefined],
  [
    'whole days',
    { from: '00:00', to: '00:00', days: ['sat', 'sun'] },
    '2026-11-28T12:00:00Z',
    '2026-11-29T23:00:00.000Z',
  ],
  [
    'that follow each other',
    { from: '08:00', to: '08:00', days: ['sat', 'sun'] },
    '2026-11-28T12:00:00Z',
    '2026-11-30T07:00:00.000Z',
  ],
  ['on no day', { days: [] }, '2026-11-29T22:30:00Z', undefined],
  ['when the clocks are set forward', { to: '02:30' }, '2026-03-29T00:30:00Z', '2026-03-29T01:00:00.000Z'],
  ['when the clocks are set back', { to: '02:30' }, '2026-10-24T23:00:00Z', '2026-10-25T00:30:00.000Z'],
])('finds the end of quiet hours: %s', (_what, quiet, now, end) => expect(endOf(quiet, now)).toBe(end))

/** The changes of the clocks of a zone in a year, found by comparing days. */
function changesOf(timeZone: string, year: number): { at: number; before: number; after: number }[] {
  const found = []
  const last = Date.UTC(year + 1, 0, 1)
  for (let day = Date.UTC(year, 0, 1); day < last; day += 86_400_000) {
    const [before, after] = [offsetAt(day, timeZone), offsetAt(day + 86_400_000, timeZone)]
    if (before === after) continue
    let [low, high] = [day, day + 86_400_000]
    while (high - low > 1000) {
      const middle = (low + high) / 2
      if (offsetAt(middle, timeZone) === before) low = middle
      else high = middle
    }
    found.push({ at: Math.round(high / 1000) * 1000, before, after })
  }
  return found
}

const zones = Intl.supportedValuesOf('timeZone')
const changing = zones.filter((zone) => changesOf(zone, 2026).length > 0)

/** The quiet hours around a change that end in the middle of the hour that is left out, or that occurs twice. */
function aroundChange(timeZone: string, { at, before, after }: ReturnType<typeof changesOf>[number]) {
  const isForward = after > before
  const inside = at + Math.max(before, after) - Math.abs(after - before) / 2
  const to = new Date(inside).toISOString().slice(11, 16)
  const end =
    findQuietEnd({ from: '12:00', to, days: weekdays, timeZone }, new Date(at - 6 * 3_600_000))?.getTime() ?? 0
  const clock = formatTimeOfDay(new Date(end), timeZone)
  return {
    isForward,
    note: `${timeZone}: quiet until ${to}, ends at ${clock}, ${(end - at) / 60_000} minutes from the change`,
    isRight: isForward ? end === at : end === at - (before - after) / 2 && clock === to,
  }
}

test('finds the end of quiet hours at both changes of daylight time, in every zone', () => {
  const found = changing.flatMap((zone) => changesOf(zone, 2026).map((change) => aroundChange(zone, change)))
  expect(found.filter(({ isRight }) => !isRight).map(({ note }) => note)).toEqual([])
  expect(found.filter(({ isForward }) => isForward).length).toBeGreaterThan(50)
  expect(found.filter(({ isForward }) => !isForward).length).toBeGreaterThan(50)
})

test('ends at the time of day in every zone, on a day without a change', () => {
  const ends = zones.map((timeZone) => {
    const end = findQuietEnd({ ...nights, timeZone, from: '00:00', to: '23:59' }, new Date('2026-06-10T12:00:00Z'))
    return end && formatTimeOfDay(end, timeZone)
  })
  expect(new Set(ends)).toEqual(new Set(['23:59']))
})
