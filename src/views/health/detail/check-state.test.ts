import { expect, test } from 'vitest'
import { checkState, describeState, type CheckStateFields } from './check-state'

const now = new Date('2026-11-03T06:31:00Z')
const reader = { now, timeZone: 'Europe/Berlin' }
const failing: CheckStateFields = {
  status: 'unhealthy',
  last_runtime: '2026-11-03T06:30:50Z',
  last_transition_time: '2026-11-03T05:09:00Z',
}

test.each<[string, CheckStateFields, string | null, string]>([
  ['failing', failing, 'response code 503', 'Unhealthy since 06:09 CET: response code 503'],
  ['passing without a message', { ...failing, status: 'healthy' }, null, 'Healthy since 06:09 CET'],
  [
    'failing since another day',
    { ...failing, last_transition_time: '2026-11-02T20:00:00Z' },
    null,
    'Unhealthy since Mon 21:00 CET',
  ],
  ['without a transition', { ...failing, last_transition_time: null }, null, 'Unhealthy'],
  ['not run after a failure', { ...failing, status: 'unknown' }, null, 'Not run since 07:30 CET'],
  [
    'never run',
    { status: 'unknown', last_runtime: null },
    'there is no such plugin here',
    'Never run: there is no such plugin here',
  ],
])('describes a check that is %s', (_name, check, message, sentence) => {
  expect(describeState(check, message, reader)).toBe(sentence)
})

test('a check that does not run is neither failing nor unhealthy', () => {
  for (const check of [failing, { status: 'unknown' }, { status: 'unknown', last_runtime: null }] as CheckStateFields[])
    expect(checkState({ ...check, status: 'unknown' }).words).not.toMatch(/fail|unhealthy|unknown/i)
})

test('a message is not shorter than on screen', () => {
  const message = 'x'.repeat(2000)
  expect(describeState(failing, message, reader)).toBe(`Unhealthy since 06:09 CET: ${message}`)
})
