import { expect, test } from 'vitest'
import { failureMessage } from './outcome'

test.each([
  ['the message of an error', new Error('duplicate key value'), 'duplicate key value'],
  ['an error without a message', new Error(' '), 'An error occurred'],
  ['a value that is not an error', { message: 'not for people' }, 'An error occurred'],
  ['undefined', undefined, 'An error occurred'],
])('shows a message for %s', (_case, thrown, message) => {
  expect(failureMessage(thrown)).toBe(message)
})
