import { expect, test } from 'vitest'
import { expired, message, type MessageId, messageIds } from './messages'

/** What a server of this protocol must be able to say, beyond what later stages add. */
const required = [
  [1010001, 1010004],
  [1010006, 1010008],
  [1010009, 1010010],
  [1010022, 1010022],
  [1040001, 1040001],
  [1050001, 1050001],
  [1050004, 1050018],
  [1060001, 1060001],
  [1060003, 1060003],
  [1070001, 1070004],
  [1070006, 1070011],
  [1080002, 1080003],
  [4000001, 4000008],
  [4000011, 4000014],
  [4000016, 4000016],
  [4000031, 4000034],
  [4000039, 4000040],
  [4000043, 4000043],
  [4010001, 4010006],
  [4010011, 4010011],
  [4040001, 4040001],
  [4050001, 4050001],
  [4060001, 4060001],
  [4060005, 4060006],
  [4070002, 4070002],
  [4070005, 4070006],
] as const

test.each(required)('the ids %i to %i have a sentence', (first, last) => {
  for (let id: number = first; id <= last; id++) expect(messageIds).toContain(id)
})

test.each([
  [1050001, 'success'],
  [1060001, 'success'],
  [1080002, 'success'],
  [1060003, 'info'],
  [1070001, 'info'],
  [4000006, 'error'],
] as const)('%i is of type %s', (id, type) => {
  expect(message(id).type).toBe(type)
})

test('a sentence is made of its context, which goes with it', () => {
  const context = { min_length: 8, actual_length: 3 }
  expect(message(4000032, context)).toEqual({
    id: 4000032,
    type: 'error',
    text: 'This password is too short: at least 8 characters.',
    context,
  })
})

test('without a context there is no such member', () => {
  expect(message(1070003)).toEqual({ id: 1070003, type: 'info', text: 'Save' })
})

test('a wrong code reads the same whether it is unknown, used or late', () => {
  expect(message(4060006).text).toBe(message(4070006).text)
})

test('sending a code reads the same for recovery and verification', () => {
  expect(message(1060003).text).toBe(message(1080003).text)
})

test('an unknown id is a mistake of ours', () => {
  expect(() => message(1 as MessageId)).toThrow('There is no message 1')
})

test('an expired flow tells since when', () => {
  expect(expired(4050001, new Date('2026-01-02T03:04:05.678Z')).context).toEqual({
    expired_at: '2026-01-02T03:04:05.678Z',
    expired_at_unix: 1767323045,
  })
})
