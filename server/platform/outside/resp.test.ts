import { expect, test } from 'vitest'
import { formatCommand, parseReply, RespError } from './resp'

test('counts bytes in commands, not characters', () => {
  expect(formatCommand(['AUTH', 'é\r\n'])).toBe('*2\r\n$4\r\nAUTH\r\n$4\r\né\r\n\r\n')
})

test.each([
  ['+PONG\r\n', 'PONG', 7],
  [':12\r\nmore', 12, 5],
  ['$5\r\nhello\r\n', 'hello', 11],
  ['$0\r\n\r\n', '', 6],
  ['$-1\r\n', null, 5],
])('parses the reply %j', (text, reply, length) => expect(parseReply(Buffer.from(text))).toEqual({ reply, length }))

test.each(['', '+PON', '+PONG\r', '$5\r\nhel', '$5\r\nhello\r'])('waits for the rest of %j', (text) =>
  expect(parseReply(Buffer.from(text))).toBeUndefined()
)

test.each([
  ['-WRONGPASS invalid password\r\n', 'WRONGPASS invalid password'],
  ['HTTP/1.1 400 Bad Request\r\n', "not Redis's"],
  ['SSH-2.0-', "not Redis's"],
  ['$99999999\r\n', "not Redis's"],
  [`+${'x'.repeat(70_000)}`, 'does not end'],
])('refuses %j', (text, message) => {
  expect(() => parseReply(Buffer.from(text))).toThrow(RespError)
  expect(() => parseReply(Buffer.from(text))).toThrow(message)
})
