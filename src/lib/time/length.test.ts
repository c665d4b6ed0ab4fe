import { expect, test } from 'vitest'
import { findEqualRange, findLongerRange, rangeMinutes } from './length'
import { metricRanges } from './lists'
import { absoluteRange, mappedRange, relativeRange } from './range'

test('defines the minutes of the metric ranges [TIME-17 TIME-23 CHECK-12]', () => {
  expect(
    Object.fromEntries(metricRanges.map((range) => [range.type === 'relative' && range.range, rangeMinutes(range)]))
  ).toEqual({
    'now-15m': 15,
    'now-1h': 60,
    'now-2h': 120,
    'now-3h': 180,
    'now-6h': 360,
    'now-12h': 720,
    'now-1d': 1440,
    'now-2d': 2880,
    'now-3d': 4320,
    'now-1w': 10080,
    'now-2w': 20160,
    'now-3w': 30240,
    'now-1mo': 43200,
    'now-2mo': 86400,
    'now-3mo': 129600,
    'now-6mo': 259200,
    'now-1y': 518400,
    'now-2y': 1036800,
    'now-3y': 1555200,
    'now-5y': 2592000,
  })
})

test.each([
  ['dates', absoluteRange(new Date(0), new Date(60_000))],
  ['a calendar range', mappedRange('Yesterday')],
  ['a future range', relativeRange('now+1h')],
])('%s have no fixed length', (_what, range) => {
  expect(() => rangeMinutes(range)).toThrow('The time range has no fixed length')
})

test.each(metricRanges)('finds $display in the list of metric ranges', (range) => {
  expect(findEqualRange(range, metricRanges)).toBe(range)
})

test.each([
  ['now-60m', 'now-1h'],
  ['now-24h', 'now-1d'],
  ['now-7d', 'now-1w'],
  ['now-6M', 'now-6mo'],
  ['now-30d', 'now-1mo'],
])('%s has the length of the metric range %s', (range, equal) => {
  expect(findEqualRange(relativeRange(range), metricRanges)).toEqual(relativeRange(equal))
})

test.each(['now-7m', 'now+1h', 'now-1d/d'])('%s has the length of no metric range', (range) => {
  expect(findEqualRange(relativeRange(range), metricRanges)).toBeUndefined()
})

test('a calendar range equals only itself', () => {
  const yesterday = mappedRange('Yesterday')
  expect(findEqualRange(yesterday, metricRanges)).toBeUndefined()
  expect(findEqualRange(yesterday, [mappedRange('Today'), mappedRange('Yesterday')])).toEqual(yesterday)
})

test.each([
  ['15m', '1h'],
  ['1h', '2h'],
  ['3h', '6h'],
  ['3d', '1w'],
  ['3w', '2mo'],
])('the next range after %s that is twice as long is %s', (step, longer) => {
  expect(findLongerRange(relativeRange(`now-${step}`), metricRanges)).toEqual(relativeRange(`now-${longer}`))
})

test.each(['3y', '5y'])('no metric range is twice as long as %s', (step) => {
  expect(findLongerRange(relativeRange(`now-${step}`), metricRanges)).toBeUndefined()
})
