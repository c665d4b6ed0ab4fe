import { expect, test } from 'vitest'
import { createConversation } from './mail'

const codes = (lines: readonly string[]) => {
  const answer = createConversation()
  return lines.map((line) => answer(line)?.slice(0, 3))
}

test('takes a message and says so', () => {
  const message = [
    'ehlo console',
    'MAIL FROM:<a@x.example>',
    'RCPT TO:<b@x.example>',
    'DATA',
    'QUIT',
    '',
    '..',
    '.',
    'QUIT',
  ]
  expect(codes(message)).toEqual(['250', '250', '250', '354', undefined, undefined, undefined, '250', '221'])
})

test.each(['', 'AUTH PLAIN x', 'DATABASE', '\0'.repeat(1000)])('answers %j without taking harm', (line) => {
  expect(codes([line])).toEqual(['502'])
})
