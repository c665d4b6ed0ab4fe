import { expect, test } from 'vitest'
import { deletedMessage, failureMessage, updatedMessage } from './outcome'

test('what was deleted is named [TOAST-04 TOAST-06]', () => {
  expect(deletedMessage('Connection')).toBe('Connection deleted successfully')
  expect(deletedMessage('payments-db')).toBe('payments-db deleted successfully')
})

test('what was updated is named [TOAST-05]', () => {
  expect(updatedMessage('Connection')).toBe('Connection updated successfully')
})

test.each([
  ['the message of an error', new Error('duplicate key value'), 'duplicate key value'],
  ['an error without words', new Error(' '), 'An error occurred'],
  ['something that is no error', { message: 'not for people' }, 'An error occurred'],
  ['nothing at all', undefined, 'An error occurred'],
])('a failure is told: %s', (_case, thrown, message) => {
  expect(failureMessage(thrown)).toBe(message)
})
