import { expect, test } from 'vitest'
import { formatRange, nameOfLines, parseRange, readLinesId, wordsOfRange } from './document-lines'
import { countLines, digestOf, idOfLines, linesIn } from './line-text'

test.each([
  ['12-18', { from: 12, to: 18 }],
  ['18-12', { from: 12, to: 18 }],
  ['12 – 18', { from: 12, to: 18 }],
  [' 7 ', { from: 7, to: 7 }],
  ['0', undefined],
  ['0-4', undefined],
  ['-4', undefined],
  ['4-', undefined],
  ['12345678', undefined],
  ['a', undefined],
  ['', undefined],
])('parses %j as %j', (text, range) => expect(parseRange(text)).toEqual(range))

test('formats a range that parses to the same range', () => {
  expect(formatRange({ from: 12, to: 18 })).toBe('12-18')
  expect(formatRange({ from: 12, to: 12 })).toBe('12')
  expect(wordsOfRange({ from: 12, to: 12 })).toBe('line 12')
  const range = { from: 12, to: 18 }
  expect(nameOfLines({ range, format: 'yaml' }, 'payments-api')).toBe('lines 12–18 of payments-api')
  expect(nameOfLines({ range, format: 'json' }, 'payments-api')).toBe('lines 12–18 of payments-api as JSON')
})

test('finds lines by number, as far as they exist', () => {
  expect([...linesIn('a\nb\nc', { from: 2, to: 9 })]).toEqual([
    [2, 'b'],
    [3, 'c'],
  ])
  expect(linesIn('a', { from: 2, to: 3 }).size).toBe(0)
  expect(countLines('a\nb\nc')).toBe(3)
  expect(countLines('')).toBe(1)
})

test('encodes item, format, range and text in the id of lines', () => {
  const text = 'kind: Pod\nname: one\nport: 80'
  const range = { from: 2, to: 3 }
  const digest = digestOf(linesIn(text, range))
  const lines = { configId: '5a000020-0000-4000-8000-000000000105', format: 'yaml', range, digest } as const
  expect(readLinesId(idOfLines(lines))).toEqual(lines)
  expect(digestOf(linesIn(text.replace('80', '81'), range))).not.toBe(digest)
  expect(digestOf(linesIn(text.replace('Pod', 'Job'), range))).toBe(digest)
})

test.each(['', 'a', 'a/yaml/1-2', 'a/toml/1-2/00000000', 'a/yaml/0/00000000', '/yaml/1/00000000', 'a/yaml/1/0/0'])(
  '%j is not an id of lines',
  (id) => expect(readLinesId(id)).toBeUndefined()
)
