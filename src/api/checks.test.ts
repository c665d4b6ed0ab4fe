import { expect, test } from 'vitest'
import { uptimePercent, wordsOf } from './checks'

test.each([
  [{ passed: 59, failed: 1 }, 98.33],
  [{ passed: 0, failed: 3 }, 0],
  [{ passed: 0, failed: 0 }, null],
])('uptime of %j is %d percent', (uptime, expected) => {
  const percent = uptimePercent({ uptime })
  if (expected === null) expect(percent).toBeNull()
  else expect(percent).toBeCloseTo(expected, 2)
})

test('an error says more than a message', () => {
  expect(wordsOf({ error: 'refused', message: 'GET /' })).toBe('refused')
  expect(wordsOf({ error: '', message: 'ok' })).toBe('ok')
  expect(wordsOf({ message: '' })).toBeNull()
})
