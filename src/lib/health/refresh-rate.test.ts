import { expect, test } from 'vitest'
import { parseRefreshRate } from './refresh-rate'

test.each([
  ['15s', 15_000],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['1d', 86_400_000],
  ['2w', 1_209_600_000],
  ['1.5m', 90_000],
])('%s is every %d ms [HEALTH-53]', (text, ms) => {
  expect(parseRefreshRate(text)).toBe(ms)
})

test.each(['None', '', '0s', '5', '5y', '5ms', '3 fortnights', 's'])(
  '"%s" disables refreshing [HEALTH-54 HEALTH-55]',
  (text) => {
    expect(parseRefreshRate(text)).toBeUndefined()
  }
)
