import { expect, test } from 'vitest'
import { formatGoDuration, parseDuration } from './duration'

test.each([
  ['30s', 30_000],
  ['1m30s', 90_000],
  ['500ms', 500],
  ['1.5h', 5_400_000],
  ['.5s', 500],
  ['-1m', -60_000],
  ['+2s', 2000],
  ['1h0m0s', 3_600_000],
  ['100µs', 0.1],
  ['100us', 0.1],
  ['3d', 259_200_000],
  ['1w', 604_800_000],
  ['1y', 31_536_000_000],
  ['1d12h', 129_600_000],
  [' 5m ', 300_000],
  ['0', 0],
  ['-0s', 0],
])('%j is %d ms', (text, ms) => expect(parseDuration(text)).toBeCloseTo(ms, 9))

test.each(['', 's', '5', '5 m', '1mo', '1h 30m', '1h30', 'five', '1.2.3s', '--1s', '1s!', '١s'])(
  '%j is not a duration',
  (text) => expect(parseDuration(text)).toBeUndefined()
)

test('interprets a bare number in the given unit', () => {
  expect(parseDuration('30', 1000)).toBe(30_000)
  expect(parseDuration('-2', 60_000)).toBe(-120_000)
  expect(parseDuration('30s', 60_000)).toBe(30_000)
})

test.each([
  [0, '0s'],
  [0.25, '250µs'],
  [250, '250ms'],
  [1500, '1.5s'],
  [90_000, '1m30s'],
  [3_600_000, '1h0m0s'],
  [259_200_000, '72h0m0s'],
  [-61_500, '-1m1.5s'],
  [59_999.9999, '1m0s'],
])('formats %d ms as %s', (ms, text) => expect(formatGoDuration(ms)).toBe(text))

test('formats a duration that parses to the same value', () => {
  for (let ms = 1; ms < 1e9; ms = Math.ceil(ms * 1.7)) expect(parseDuration(formatGoDuration(ms))).toBeCloseTo(ms, 6)
})
