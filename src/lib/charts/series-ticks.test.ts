import { describe, expect, test } from 'vitest'
import { createRandom } from '@/shared/random'
import { formatTickTime, timeTicks, valueTicks, toWallTime } from './series-ticks'

const HOUR = 3_600_000
const at = (iso: string) => Date.parse(iso)
const labels = (from: string, to: string, atMost: number, timeZone: string) =>
  timeTicks(at(from), at(to), atMost, timeZone).map(({ label }) => label)

describe('time ticks', () => {
  test.each([
    ['an hour', '2026-11-03T13:02Z', '2026-11-03T14:02Z', 6, 'UTC', ['13:15', '13:30', '13:45', '14:00']],
    ['half an hour off', '2026-11-03T12:00Z', '2026-11-03T15:00Z', 4, 'Asia/Kolkata', ['18:00', '19:00', '20:00']],
    ['over midnight', '2026-11-03T20:00Z', '2026-11-04T02:00Z', 3, 'UTC', ['21:00', '4 Nov']],
    ['a minute', '2026-11-03T12:00:50Z', '2026-11-03T12:01:20Z', 3, 'UTC', ['12:01:00', '12:01:15']],
    [
      'put forward: 02:00 does not exist',
      '2026-03-29T00:00Z',
      '2026-03-29T03:00Z',
      5,
      'Europe/Berlin',
      ['01:00', '03:00', '04:00', '05:00'],
    ],
    [
      'put back: 02:00 is there twice',
      '2026-10-25T00:00Z',
      '2026-10-25T03:00Z',
      4,
      'Europe/Berlin',
      ['02:00', '03:00', '04:00'],
    ],
    ['a day of 23 hours', '2026-03-28T12:00Z', '2026-03-31T12:00Z', 4, 'Europe/Berlin', ['29 Mar', '30 Mar', '31 Mar']],
    ['weeks begin on Monday', '2026-11-01T12:00Z', '2026-11-20T12:00Z', 3, 'UTC', ['2 Nov', '9 Nov', '16 Nov']],
    ['a year', '2026-02-03T00:00Z', '2027-02-03T00:00Z', 5, 'UTC', ['Apr', 'Jul', 'Oct', '2027']],
    ['no length', '2026-02-03T00:00Z', '2026-02-03T00:00Z', 5, 'UTC', []],
  ])('%s', (_name, from, to, atMost, timeZone, expected) => {
    expect(labels(from, to, atMost, timeZone)).toEqual(expected)
  })

  const zones = [
    'UTC',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
  ]
  test.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'are inside the range, sorted, few, and round in local time (%i)',
    (seed) => {
      const random = createRandom(seed)
      const timeZone = random.pick(zones)
      const from = at('2015-01-01T00:00Z') + random.below(4_000) * 86_400_000 + random.below(86_400_000)
      const to = from + 1000 + random.below(random.pick([60_000, HOUR, 30 * HOUR, 40 * 24 * HOUR, 3000 * 24 * HOUR]))
      const atMost = 1 + random.below(9)
      const ticks = timeTicks(from, to, atMost, timeZone)
      expect(ticks.length).toBeLessThanOrEqual(atMost)
      // Each step is at most five times the previous one, so a longer span has at least one tick.
      expect(ticks.length > 0 || atMost <= 5 || to - from <= 5000).toBe(true)
      const times = ticks.map(({ time }) => time)
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b))
      for (const time of times) {
        expect(time >= from && time <= to).toBe(true)
        expect(toWallTime(time, timeZone) % 1000).toBe(0)
      }
    }
  )
})

describe('value ticks', () => {
  test.each<[string, number[], 'number' | 'count' | 'duration', number[]]>([
    ['nothing', [], 'number', [0, 0.5, 1]],
    ['zeros', [0, 0], 'count', [0, 1]],
    ['one value', [431], 'duration', [0, 200, 400, 600]],
    ['seconds', [2400], 'duration', [0, 1000, 2000, 3000]],
    ['minutes', [150_000], 'duration', [0, 60_000, 120_000, 180_000]],
    ['counts have no halves', [1], 'count', [0, 1]],
    ['below zero', [-3, 5], 'number', [-5, 0, 5]],
  ])('%s', (_name, values, unit, expected) => {
    expect(valueTicks(values, 5, unit)).toEqual(expected)
  })

  test.each(Array.from({ length: 60 }, (_, seed) => seed))('cover every value with few ticks (%i)', (seed) => {
    const random = createRandom(seed)
    const size = 10 ** (random.below(40) - 5)
    const values = Array.from({ length: 1 + random.below(20) }, () => (random.below(2000) - 500) * size)
    const unit = random.pick(['number', 'duration'] as const)
    const ticks = valueTicks(values, 5, unit)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(Math.min(...values)).toBeGreaterThanOrEqual((ticks[0] ?? Infinity) * (1 + 1e-9))
    expect(Math.max(...values)).toBeLessThanOrEqual((ticks.at(-1) ?? -Infinity) * (1 + 1e-9) + 1e-9)
  })
})

test.each([
  [5 * 60_000, '14:05:09'],
  [HOUR, '14:05'],
  [24 * HOUR, 'Tue 14:05'],
  [7 * 24 * HOUR, '3 Nov 14:05'],
  [400 * 24 * HOUR, '3 Nov 2026 14:05'],
])('formats a time within %i ms as %s', (spanMs, expected) => {
  expect(formatTickTime(at('2026-11-03T13:05:09Z'), spanMs, 'Europe/Berlin')).toBe(expected)
})
