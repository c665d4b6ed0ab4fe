import { expect, test } from 'vitest'
import { may } from './access'

test.each([
  ['admin', true],
  ['editor', true],
  ['commander', true],
  ['responder', true],
  ['viewer', false],
  ['guest', false],
  ['everyone', false],
])('%s may run checks: %s', (role, expected) => {
  expect(may.runChecks([role])).toBe(expected)
})

test('the rights of several roles add up', () => {
  expect(may.runChecks(['viewer', 'responder'])).toBe(true)
  expect(may.runChecks([])).toBe(false)
})

test('while nobody knows the roles, the server decides', () => {
  expect(may.runChecks(undefined)).toBe(true)
})
