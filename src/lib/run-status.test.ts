import { expect, test } from 'vitest'
import { dotOfRun, isRunFailed, isRunOver, isStepOver } from './run-status'

test.each([
  ['completed', true],
  ['failed', true],
  ['cancelled', true],
  ['timed_out', true],
  ['pending_approval', false],
  ['scheduled', false],
  ['running', false],
  ['waiting', false],
  ['sleeping', false],
  ['retrying', false],
])('a run that is %s is over: %s', (status, expected) => expect(isRunOver({ status })).toBe(expected))

test('a run of a status that nobody knows is over once it has an end', () => {
  expect(isRunOver({ status: 'evicted' })).toBe(false)
  expect(isRunOver({ status: 'evicted', end_time: null })).toBe(false)
  expect(isRunOver({ status: 'evicted', end_time: '2026-11-21T05:11:08Z' })).toBe(true)
  // It began again: what ended is its last attempt.
  expect(isRunOver({ status: 'retrying', end_time: '2026-11-21T05:11:08Z' })).toBe(false)
})

test('an action is over when it was skipped, too', () => {
  expect(['completed', 'failed', 'skipped'].every((status) => isStepOver({ status }))).toBe(true)
  expect(isStepOver({ status: 'waiting_children' })).toBe(false)
})

test('what ended badly is drawn so', () => {
  expect(['failed', 'timed_out'].map((status) => [dotOfRun(status), isRunFailed({ status })])).toEqual([
    ['unhealthy', true],
    ['unhealthy', true],
  ])
  expect(isRunFailed({ status: 'cancelled' })).toBe(false)
  expect(dotOfRun('evicted')).toBe('unknown')
})
