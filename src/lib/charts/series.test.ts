import { describe, expect, test } from 'vitest'
import { createRandom } from '@/shared/random'
import {
  countBetween,
  downsample,
  findExtent,
  histogram,
  type KnownPoint,
  median,
  nearestAt,
  type SeriesPoint,
  splitAtGaps,
} from './series'

const seeds = Array.from({ length: 60 }, (_, seed) => seed)

/** Measurements at irregular intervals, some of them missing. */
function measured(seed: number): SeriesPoint[] {
  const random = createRandom(seed)
  let time = 1_000_000
  return Array.from({ length: random.below(400) }, () => {
    time += 1 + random.below(random.chance(0.05) ? 10_000 : 100)
    return { time, value: random.chance(0.1) ? null : random.below(5000) - 1000 }
  })
}
const known = (seed: number): KnownPoint[] =>
  measured(seed).filter((point): point is KnownPoint => point.value !== null)

const every = (stepMs: number, ...values: (number | null)[]): SeriesPoint[] =>
  values.map((value, at) => ({ time: at * stepMs, value }))
const valuesOf = (points: readonly SeriesPoint[]) =>
  splitAtGaps(points).segments.map((one) => one.map(({ value }) => value))

describe('gaps', () => {
  test.each<[string, SeriesPoint[], number[][], number]>([
    ['nothing', [], [], 0],
    ['one point', every(60, 5), [[5]], 0],
    ['no gap', every(60, 1, 2, 3), [[1, 2, 3]], 0],
    ['a missing value', every(60, 1, null, 3), [[1], [3]], 1],
    ['two missing values in a row are one gap', every(60, 1, null, null, 3), [[1], [3]], 1],
    ['missing at both ends', every(60, null, 2, null), [[2]], 2],
    ['missing values only', every(60, null, null), [], 1],
    ['not a number', every(60, 1, Number.NaN, 3), [[1], [3]], 1],
    ['a long pause', [...every(60, 1, 2, 3), { time: 400, value: 4 }], [[1, 2, 3], [4]], 1],
    ['a run that was late', [...every(60, 1, 2, 3), { time: 240, value: 4 }], [[1, 2, 3, 4]], 0],
  ])('%s', (_name, points, segments, gaps) => {
    expect(valuesOf(points)).toEqual(segments)
    expect(splitAtGaps(points).gaps).toHaveLength(gaps)
  })

  test.each(seeds)('keeps all points, and no gap covers a point (%i)', (seed) => {
    const points = measured(seed)
    const { segments, gaps } = splitAtGaps(points)
    expect(segments.flat()).toEqual(points.filter(({ value }) => value !== null))
    for (const { from, to } of gaps) {
      expect(from).toBeLessThan(to)
      expect(points.some(({ time, value }) => value !== null && time > from && time < to)).toBe(false)
    }
  })
})

describe('downsampling', () => {
  test.each(seeds)('keeps first, last, lowest and highest, in order (%i)', (seed) => {
    const points = known(seed)
    const atMost = 4 + createRandom(seed).below(100)
    const kept = downsample(points, atMost)
    expect(kept.length).toBeLessThanOrEqual(Math.max(4, atMost))
    expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)])
    expect(findExtent(kept.map(({ value }) => value))).toEqual(findExtent(points.map(({ value }) => value)))
    const places = kept.map((point) => points.indexOf(point))
    expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })
})

test.each(seeds)('finds the nearest value (%i)', (seed) => {
  const times = measured(seed).map(({ time }) => time)
  const wanted = 1_000_000 + createRandom(seed).below(30_000)
  const found = times[nearestAt(times, wanted)]
  const least = Math.min(...times.map((time) => Math.abs(time - wanted)))
  expect(found === undefined ? Infinity : Math.abs(found - wanted)).toBe(least)
})

describe('histogram', () => {
  test.each(seeds)('puts every value into one of adjoining bins (%i)', (seed) => {
    const values = known(seed).map(({ value }) => value)
    const bins = histogram(values, 12)
    expect(bins.length).toBeLessThanOrEqual(13)
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length)
    for (const { from, to, count } of bins)
      expect(values.filter((value) => value >= from && (value < to || from === to))).toHaveLength(count)
    bins.slice(1).forEach(({ from }, at) => expect(from).toBe(bins[at]?.to))
  })
  test.each<[string, number[], number[]]>([
    ['nothing', [], []],
    ['all equal', [7, 7, 7], [3]],
    ['round edges', [1, 2, 11, 19, 25], [2, 2, 1]],
    ['values that are not numbers', [1, Number.NaN, Infinity], [1]],
  ])('%s', (_name, values, counts) => {
    expect(histogram(values, 4).map(({ count }) => count)).toEqual(counts)
  })
})

test('counts events by kind between edges, including the last edge, and ignores events outside', () => {
  const events = [-1, 0, 5, 10, 19, 20, 21].map((time) => ({
    time,
    kind: time % 2 === 0 ? ('even' as const) : ('odd' as const),
  }))
  expect(countBetween(events, [0, 10, 20]).map(({ counts }) => counts)).toEqual([
    { even: 1, odd: 1 },
    { even: 2, odd: 1 },
  ])
})

test.each([
  [[], undefined],
  [[3], 3],
  [[9, 1], 1],
  [[30, 100, 4], 30],
])('the median of %j is %s', (values, expected) => {
  expect(median(values)).toBe(expected)
})
