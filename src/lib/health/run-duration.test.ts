import { expect, test } from 'vitest'
import { parseRunDuration, runDurations } from './run-duration'

test.each([
  ['100ms', 100],
  [' 250 ms', 250],
  ['0ms', 0],
])('parses %j as milliseconds [CHECK-22]', (text, ms) => {
  expect(parseRunDuration(text)).toBe(ms)
})

test.each([
  ['1s', 1000],
  ['1.5s', 1500],
  ['30S', 30_000],
])('converts %j to milliseconds [CHECK-23]', (text, ms) => {
  expect(parseRunDuration(text)).toBe(ms)
})

test.each(['', '5', '5m', 'ms', '-5s', '1h', '1e3ms', '5s 2', '9999999999s'])(
  '%j is not the duration of a run [CHECK-24]',
  (text) => {
    expect(parseRunDuration(text)).toBeUndefined()
  }
)

test('parses every suggested duration', () => {
  expect(runDurations.map(parseRunDuration)).toEqual([100, 500, 1000, 5000, 10_000, 30_000])
})
