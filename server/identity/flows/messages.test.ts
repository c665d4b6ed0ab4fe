import { expect, test } from 'vitest'
import { expiredMessage, createMessage, type MessageId, knownMessageIds } from './messages'

/** Message ids that the protocol requires. */
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

test.each(required)('has messages for the ids %i to %i', (first, last) => {
  for (let id: number = first; id <= last; id++) expect(knownMessageIds).toContain(id)
})

test.each([
  [1050001, 'success'],
  [1060001, 'success'],
  [1080002, 'success'],
  [1060003, 'info'],
  [1070001, 'info'],
  [4000006, 'error'],
] as const)('gives %i the type %s', (id, type) => {
  expect(createMessage(id).type).toBe(type)
})

test('formats the text from the context and includes the context', () => {
  const context = { min_length: 8, actual_length: 3 }
  expect(createMessage(4000032, context)).toEqual({
    id: 4000032,
    type: 'error',
    text: 'This password is too short: at least 8 characters.',
    context,
  })
})

test('omits the context when there is none', () => {
  expect(createMessage(1070003)).toEqual({ id: 1070003, type: 'info', text: 'Save' })
})

test('uses the same text for unknown, used and expired codes', () => {
  expect(createMessage(4060006).text).toBe(createMessage(4070006).text)
})

test('uses the same text for recovery and verification codes', () => {
  expect(createMessage(1060003).text).toBe(createMessage(1080003).text)
})

test('throws for an unknown id', () => {
  expect(() => createMessage(1 as MessageId)).toThrow('There is no message 1')
})

test('includes the expiry time of an expired flow', () => {
  expect(expiredMessage(4050001, new Date('2026-01-02T03:04:05.678Z')).context).toEqual({
    expired_at: '2026-01-02T03:04:05.678Z',
    expired_at_unix: 1767323045,
  })
})
