import { expect, test } from 'vitest'
import { createConversation } from './mail'

const codes = (lines: readonly string[]) => {
  const answer = createConversation()
  return lines.map((line) => answer(line)?.slice(0, 3))
}

test('accepts a message and confirms it', () => {
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

test.each(['', 'AUTH PLAIN x', 'DATABASE', '\0'.repeat(1000)])('answers %j and continues', (line) => {
  expect(codes([line])).toEqual(['502'])
})
