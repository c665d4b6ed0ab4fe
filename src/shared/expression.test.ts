import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { ExpressionError, parseExpression } from './expression'

test.each([
  ['\\.log$', 'a.log', true, false],
  ['^a', 'abc', true, false],
  ['(?i)[a-z]+-\\d{2,3}', 'Web-42', true, true],
  ['a|b', 'xbx', true, false],
  ['\\p{Greek}+', 'λόγος', true, true],
  ['', 'anything', true, false],
  ['x', 'y', false, false],
])('%j in %j', (expression, text, isIn, isAll) => {
  const read = parseExpression(expression)
  expect([read.isIn(text), read.isAll(text)]).toEqual([isIn, isAll])
})

test('parses an expression in JavaScript syntax', () => {
  expect(parseExpression('a\\/\\u0062(?<name>c)', 'js').isAll('a/bc')).toBe(true)
  expect(parseExpression('\\\\u0062', 'js').isAll('\\u0062')).toBe(true)
})

test.each([
  '(?=a)b',
  '(?!a)b',
  '(?<=a)b',
  '(?<!a)b',
  '(a)\\1',
  '(?<n>a)\\k<n>',
  '(?>a)',
  'a++',
  '(?(1)a|b)',
  '\\Ka',
  '(?R)',
  '(',
  ')',
  '[',
  'a**',
  'a{2,1}',
  '\\',
  '[z-a]',
  '(?<n',
  '\\p{Nowhere}',
  '[[:nothing:]]',
])('refuses %j with a message', (expression) => {
  for (const dialect of ['go', 'js'] as const) {
    expect(() => parseExpression(expression, dialect)).toThrow(ExpressionError)
    expect(() => parseExpression(expression, dialect)).toThrow(/is not a valid RE2 expression/)
  }
})

test.each([
  'a'.repeat(501),
  'a{1001}',
  '(a{1000}){2}',
  '(((a{30}){30}){30})',
  '(?:a{0,100}){0,10}b',
  '(a?){500}a{500}',
  '(|a){1000}',
  '[^a]{1000}'.repeat(2),
  '('.repeat(500),
  '['.repeat(500),
  '((a{9}){9}){9}.*'.repeat(20),
  '(\\pL{100}){10}(\\pL{100}){10}',
])('refuses %s as too large', (expression) => expect(() => parseExpression(expression)).toThrow(ExpressionError))

/** Each with a text that it almost matches. A backtracking engine would take exponential, quadratic or cubic time. */
const catastrophes: readonly (readonly [string, string, string])[] = [
  ['^(([a-z0-9._+-])+)+!', 'a', ''],
  ['^(a+)+$', 'a', '!'],
  ['^(a|a)*$', 'a', '!'],
  ['^(a|aa)+$', 'a', '!'],
  ['^(.*a){12}$', 'a', '\n'],
  ['(.*)*x$', 'a', '\n'],
  ['^(\\w+\\s?)*$', 'word ', '!'],
  ['^((a*)*)*b', 'a', ''],
  ['^(?:a?){30}a{30}$', 'a', '!'],
  ['(x+x+)+y', 'x', ''],
  ['^([a-zA-Z0-9])(([-.]|[_]+)?([a-zA-Z0-9]+))*@$', 'a', '!'],
  ['\\s+$', ' ', 'x'],
  ['.*.*=.*', 'x', ''],
  ['(a?){60}a{60}', 'a', '!'],
  ['(?:a|b)*a(?:a|b){400}', 'ab', '!'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a', ''],
]

test.each(catastrophes)('%s takes linear time', (expression, piece, end) => {
  const read = parseExpression(expression)
  const match = (length: number) => {
    const text = piece.repeat(length) + end
    return () => read.isIn(text)
  }
  expect(growth(match, 2000)).toBeLessThan(STILL_LINEAR)
})
