import { expect, test } from 'vitest'
import { isRunFailed, isRunOver, isStepOver } from './run-status'

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

test('treats a run of unknown status as over if it has an end', () => {
  expect(isRunOver({ status: 'evicted' })).toBe(false)
  expect(isRunOver({ status: 'evicted', end_time: null })).toBe(false)
  expect(isRunOver({ status: 'evicted', end_time: '2026-11-21T05:11:08Z' })).toBe(true)
  // The run was restarted: the end is that of the last attempt.
  expect(isRunOver({ status: 'retrying', end_time: '2026-11-21T05:11:08Z' })).toBe(false)
})

test('treats a skipped action as over', () => {
  expect(['completed', 'failed', 'skipped'].every((status) => isStepOver({ status }))).toBe(true)
  expect(isStepOver({ status: 'waiting_children' })).toBe(false)
})

test('a run that timed out has failed', () => {
  expect(['failed', 'timed_out', 'cancelled'].map((status) => isRunFailed({ status }))).toEqual([true, true, false])
})
