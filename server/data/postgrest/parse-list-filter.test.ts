import { expect, test } from 'vitest'
import { QueryError } from './errors'
import { parseListFilter } from './parse-list-filter'

const now = new Date('2025-04-15T06:36:38.123Z')
const read = (column: string, text: string) =>
  parseListFilter(column, text, now).map((one) => (one.kind === 'test' ? [one.isNegated, one.test] : one))

test.each([
  ['a', [[false, { op: 'in', values: ['a'] }]]],
  ['a,b', [[false, { op: 'in', values: ['a', 'b'] }]]],
  ['!a', [[true, { op: 'in', values: ['a'] }]]],
  ['!a,!b', [[true, { op: 'in', values: ['a', 'b'] }]]],
  [
    'a,!b',
    [
      [false, { op: 'in', values: ['a'] }],
      [true, { op: 'in', values: ['b'] }],
    ],
  ],
  ['a*', [[false, { op: 'like', value: 'a*' }]]],
  ['*a', [[false, { op: 'like', value: '*a' }]]],
  [
    'a*,*b',
    [
      [false, { op: 'like', value: 'a*' }],
      [false, { op: 'like', value: '*b' }],
    ],
  ],
  ['a*b', [[false, { op: 'in', values: ['a*b'] }]]],
  ['!a*', [[true, { op: 'in', values: ['a*'] }]]],
  ['AWS::EC2::Instance', [[false, { op: 'in', values: ['AWS::EC2::Instance'] }]]],
  ['', []],
  [',', []],
])('parses type.filter=%s', (text, expected) => expect(read('type', text)).toEqual(expected))

test('accepts JSON paths', () => {
  expect(parseListFilter('resource->>name', 'api*', now)).toEqual([
    {
      kind: 'test',
      path: { column: 'resource', steps: [{ asText: true, key: 'name' }] },
      isNegated: false,
      test: { op: 'like', value: 'api*' },
    },
  ])
})

test.each([
  ['created_at', '>now-2d', 'gt', '2025-04-13T06:36:38.123Z'],
  ['created_at', '<now-2d', 'lt', '2025-04-13T06:36:38.123Z'],
  ['created_at', 'now-2d', 'lt', '2025-04-13T06:36:38.123Z'],
  ['time', '=2025-04-01T00:00:00Z', 'eq', '2025-04-01T00:00:00.000Z'],
  ['last_runtime', '>now/d', 'gt', '2025-04-15T00:00:00.000Z'],
])('parses %s.filter=%s', (column, text, op, value) => expect(read(column, text)).toEqual([[false, { op, value }]]))

test('parses dates only for date columns', () => {
  expect(read('name', 'now-2d')).toEqual([[false, { op: 'in', values: ['now-2d'] }]])
})

test.each(['', '>', 'yesterday', '>>now', 'now-2x'])('refuses created_at.filter=%s', (text) =>
  expect(() => read('created_at', text)).toThrow(QueryError)
)
