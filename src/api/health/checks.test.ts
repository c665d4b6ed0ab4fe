import { expect, test } from 'vitest'
import { runVerdict, uptimePercent, runMessage } from './checks'

test.each([
  [{ passed: 3, failed: 1 }, 75],
  [{ passed: 0, failed: 3 }, 0],
  [{ passed: 0, failed: 0 }, null],
])('uptime of %j is %d percent', (uptime, expected) => {
  expect(uptimePercent({ uptime })).toBe(expected)
})

test('prefers the error of a run to its message', () => {
  expect(runMessage({ error: 'refused', message: 'GET /' })).toBe('refused')
  expect(runMessage({ error: '', message: 'ok' })).toBe('ok')
  expect(runMessage({ message: '' })).toBeNull()
})

test.each([
  [true, 'passed'],
  [false, 'failed'],
  [null, 'not run'],
])('names the result of a run with status %s: %s', (status, result) => {
  expect(runVerdict({ status })).toBe(result)
})
