import { expect, test } from 'vitest'
import { formatLineRange, describeLines, parseLineRange, readLinesId, describeLineRange } from './document-lines'
import { countLines, digestLines, formatLinesId, pickLines } from '@/lib/catalog/line-text'

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
])('parses %j as %j', (text, range) => expect(parseLineRange(text)).toEqual(range))

test('formats a range that parses to the same range', () => {
  expect(formatLineRange({ from: 12, to: 18 })).toBe('12-18')
  expect(formatLineRange({ from: 12, to: 12 })).toBe('12')
  expect(describeLineRange({ from: 12, to: 12 })).toBe('line 12')
  const range = { from: 12, to: 18 }
  expect(describeLines({ range, format: 'yaml' }, 'payments-api')).toBe('lines 12–18 of payments-api')
  expect(describeLines({ range, format: 'json' }, 'payments-api')).toBe('lines 12–18 of payments-api as JSON')
})

test('finds lines by number, as far as they exist', () => {
  expect([...pickLines('a\nb\nc', { from: 2, to: 9 })]).toEqual([
    [2, 'b'],
    [3, 'c'],
  ])
  expect(pickLines('a', { from: 2, to: 3 }).size).toBe(0)
  expect(countLines('a\nb\nc')).toBe(3)
  expect(countLines('')).toBe(1)
})

test('encodes item, format, range and text in the id of lines', () => {
  const text = 'kind: Pod\nname: one\nport: 80'
  const range = { from: 2, to: 3 }
  const digest = digestLines(pickLines(text, range))
  const lines = { configId: '5a000020-0000-4000-8000-000000000105', format: 'yaml', range, digest } as const
  expect(readLinesId(formatLinesId(lines))).toEqual(lines)
  expect(digestLines(pickLines(text.replace('80', '81'), range))).not.toBe(digest)
  expect(digestLines(pickLines(text.replace('Pod', 'Job'), range))).toBe(digest)
})

test.each(['', 'a', 'a/yaml/1-2', 'a/toml/1-2/00000000', 'a/yaml/0/00000000', '/yaml/1/00000000', 'a/yaml/1/0/0'])(
  '%j is not an id of lines',
  (id) => expect(readLinesId(id)).toBeUndefined()
)
