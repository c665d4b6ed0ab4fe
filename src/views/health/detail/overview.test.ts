import { expect, test } from 'vitest'
import { buildOverview } from './overview'

const HOUR = 3_600_000
const to = Date.parse('2026-11-21T12:00:30Z')
const part = (time: string, duration: number, passed = 1, failed = 0) => ({ time, duration, passed, failed })

test('an interval that starts before the window is cut to the window', () => {
  const { points, tallies } = buildOverview([part('2026-11-21T11:00:00Z', 40), part('2026-11-21T11:01:00Z', 50)], {
    from: to - HOUR,
    to,
  })
  expect(points).toEqual([
    { time: Date.parse('2026-11-21T11:00:30Z'), value: 40 },
    { time: Date.parse('2026-11-21T11:01:00Z'), value: 50 },
  ])
  expect(tallies[0]).toEqual({ from: to - HOUR, to: Date.parse('2026-11-21T11:01:00Z'), passed: 1, failed: 0 })
})

test('intervals outside the window are left out', () => {
  const status = [part('2026-11-21T10:59:00Z', 1), part('2026-11-21T12:01:00Z', 2)]
  expect(buildOverview(status, { from: to - HOUR, to }).points).toEqual([])
})

test('years are merged into at most 300 points without losing runs [CHECK-29]', () => {
  const years = 5 * 360 * 24 * HOUR
  const status = Array.from({ length: years / (4 * HOUR) }, (_, at) =>
    part(new Date(to - years + at * 4 * HOUR).toISOString(), 100, 9, 1)
  )
  const { points, tallies } = buildOverview(status, { from: to - years, to })
  expect(points.length).toBeGreaterThan(250)
  expect(points.length).toBeLessThanOrEqual(300)
  expect(tallies.reduce((sum, { failed }) => sum + failed, 0)).toBe(status.length)
  expect(points.every(({ value }) => value === 100)).toBe(true)
})

test('merged intervals are weighted by their number of runs', () => {
  const week3 = 21 * 24 * HOUR
  const slow = part('2026-11-20T00:00:00Z', 1000, 1)
  const quick = part('2026-11-20T00:00:00Z', 100, 9)
  expect(buildOverview([slow, quick], { from: to - week3, to }).points[0]?.value).toBe(190)
})

test('without runs the chart has no points', () => {
  expect(buildOverview(null, { from: to - HOUR, to })).toEqual({ points: [], tallies: [] })
})
