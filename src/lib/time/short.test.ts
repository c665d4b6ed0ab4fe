import { expect, test } from 'vitest'
import { shortRangeNames } from './lists'
import { mappedRange, relativeRange } from './range'
import { fromShortRange, toShortRange, findLongerRange } from './short'

test('converts every short range to a relative range and back', () => {
  expect(shortRangeNames.map((name) => toShortRange(fromShortRange(name)))).toEqual(shortRangeNames)
})

test.each([
  ['now-60m', '1h'],
  ['now-24h', '1d'],
  ['now-7d', '1w'],
  ['now-6M', '6mo'],
  ['now-30d', '1mo'],
  ['now-7m', undefined],
  ['now+1h', undefined],
  ['now-1d/d', undefined],
])('%s is %s', (range, short) => {
  expect(toShortRange(relativeRange(range))).toBe(short)
})

test('does not convert a calendar range to a short range', () => {
  expect(toShortRange(mappedRange('Yesterday'))).toBeUndefined()
})

test.each([
  ['15m', '1h'],
  ['1h', '2h'],
  ['3h', '6h'],
  ['3d', '1w'],
  ['3w', '2mo'],
  ['3y', undefined],
  ['5y', undefined],
] as const)('zooming out of %s leads to %s', (name, wider) => {
  expect(findLongerRange(name)).toBe(wider)
})
