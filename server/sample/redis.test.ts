import { expect, test } from 'vitest'
import { answerRedisCommand, takeCommand } from './redis'

const take = (text: string) => {
  const taken = takeCommand(Buffer.from(text))
  return typeof taken === 'string' ? taken : [taken.command, taken.rest.toString()]
}

test.each([
  ['a command', '*1\r\n$4\r\nPING\r\n', [['PING'], '']],
  ['a command and the next', '*2\r\n$4\r\nAUTH\r\n$2\r\npw\r\n*1\r\n', [['AUTH', 'pw'], '*1\r\n']],
  ['an argument with a line end', '*1\r\n$4\r\na\r\nb\r\n', [['a\r\nb'], '']],
  ['an inline command', 'ping  hello\r\n', [['ping', 'hello'], '']],
  ['an empty line', '\r\n', [[], '']],
  ['no arguments', '*0\r\n', [[], '']],
  ['half a line', '*1\r\n$4', 'more'],
  ['half an argument', '*1\r\n$4\r\nPI', 'more'],
  ['a negative count', '*-1\r\n', 'bad'],
  ['a count beyond reason', '*100000\r\n', 'bad'],
  ['an argument beyond reason', '*1\r\n$999999\r\n', 'bad'],
  ['an argument without its length', '*1\r\nPING\r\n', 'bad'],
])('%s', (_case, text, expected) => expect(take(text)).toEqual(expected))

test.each([
  [['PING'], '+PONG\r\n'],
  [['ping', 'é'], '$2\r\né\r\n'],
  [['AUTH', 'user', 'secret'], '+OK\r\n'],
  [['SELECT', '3'], '+OK\r\n'],
  [['FLUSHALL'], "-ERR unknown command 'FLUSHALL'\r\n"],
  [['a\r\n+OK'], "-ERR unknown command 'a???OK'\r\n"],
  [[], "-ERR unknown command ''\r\n"],
])('answers %j with %j', (command, reply) => expect(answerRedisCommand(command)).toBe(reply))

test('sends as many bytes of INFO as announced', () => {
  const [, length, text] = /^\$(\d+)\r\n([^]*)\r\n$/.exec(answerRedisCommand(['INFO'])) ?? []
  expect(text).toContain('redis_version')
  expect(Buffer.byteLength(text ?? '')).toBe(Number(length))
})
