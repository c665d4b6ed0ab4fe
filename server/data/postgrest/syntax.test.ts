import { expect, test } from 'vitest'
import { QueryError } from './errors'
import { DEEPEST, LONGEST_LIST, defaultPathName, parsePath, splitList, unquote } from './syntax'

test.each([
  ['name', 'name', [], 'name'],
  ['labels->>app', 'labels', [['text', 'app']], 'app'],
  [
    'spec->a->>b',
    'spec',
    [
      ['json', 'a'],
      ['text', 'b'],
    ],
    'b',
  ],
  [
    'spec->0->>name',
    'spec',
    [
      ['json', '0'],
      ['text', 'name'],
    ],
    'name',
  ],
  ['labels->>"a->b"', 'labels', [['text', 'a->b']], 'a->b'],
  ['labels->>"say \\"hi\\""', 'labels', [['text', 'say "hi"']], 'say "hi"'],
  ['"odd.name"', 'odd.name', [], 'odd.name'],
  ['labels->>app.kubernetes.io/name', 'labels', [['text', 'app.kubernetes.io/name']], 'app.kubernetes.io/name'],
  ['labels->>""', 'labels', [['text', '']], 'labels'],
  [
    'codes->1->>0',
    'codes',
    [
      ['json', '1'],
      ['text', '0'],
    ],
    'codes',
  ],
  ['__proto__->>constructor', '__proto__', [['text', 'constructor']], 'constructor'],
])('parses the path %s', (text, column, steps, name) => {
  const path = parsePath(text)
  expect(path.column).toBe(column)
  expect(path.steps.map(({ asText, key }) => [asText ? 'text' : 'json', key])).toEqual(steps)
  expect(defaultPathName(path)).toBe(name)
})

test.each([
  ['', 'nothing'],
  ['  ', 'spaces'],
  ['->>app', 'no column'],
  ['""', 'an empty name'],
  ['labels->>', 'no key'],
  ['labels->->app', 'no key between two arrows'],
  [`a${'->b'.repeat(DEEPEST)}`, 'too many arrows'],
])('refuses the path %j: %s', (text) => expect(() => parsePath(text)).toThrow(QueryError))

test.each([
  ['a', ['a']],
  ['a,b', ['a', 'b']],
  ['a,,b', ['a', '', 'b']],
  ['', ['']],
  ['a.in.(1,2),b', ['a.in.(1,2)', 'b']],
  ['a.cs.{1,2},b', ['a.cs.{1,2}', 'b']],
  ['a.eq."x,y",b', ['a.eq."x,y"', 'b']],
  ['a.eq."x\\",y",b', ['a.eq."x\\",y"', 'b']],
  ['and(a.eq."(",b.eq.2),c', ['and(a.eq."(",b.eq.2)', 'c']],
])('splits the list %s', (text, items) => expect(splitList(text)).toEqual(items))

test.each([
  ['a,(b', 'an open bracket'],
  ['a),b', 'a stray bracket'],
  ['a,"b', 'an open quote'],
  ['a,"b\\', 'a backslash at the end of a quote'],
  [`${'('.repeat(DEEPEST + 1)}${')'.repeat(DEEPEST + 1)}`, 'deeply nested brackets'],
  [Array.from({ length: LONGEST_LIST + 1 }, () => 'a').join(), 'too many items'],
])('refuses the list %.20s: %s', (text) => expect(() => splitList(text)).toThrow(QueryError))

test.each([
  ['a', 'a'],
  ['"a b"', 'a b'],
  ['"a\\"b"', 'a"b'],
  ['"a\\\\b"', 'a\\b'],
  ['"a"b', '"a"b'],
  ['"', '"'],
])('unquotes %s as %s', (text, value) => expect(unquote(text)).toBe(value))
