import { expect, test } from 'vitest'
import { codes, layouts } from './layouts'
import { hardToTypeOn } from './reserved'

test('every layout defines the characters of its keys, and no more', () => {
  const wrong = layouts.flatMap(({ name, ...levels }) =>
    Object.entries(levels).flatMap(([level, rows]) =>
      rows.flatMap((row, at) => ([...row].length <= (codes[at]?.length ?? 0) ? [] : [`${name} ${level} ${row}`]))
    )
  )
  expect(wrong).toEqual([])
  expect(layouts).toHaveLength(12)
})

test.each([
  ['a', []],
  ['?', []],
  [':', []],
  ['!', []],
  ['/', []],
  [',', []],
  ['.', []],
  ['-', []],
  ['+', []],
  ['1', []],
  ['>', []],
])('%s is easy to type on all keyboards', (symbol, expected) => {
  expect(hardToTypeOn(symbol)).toEqual(expected)
})

test.each([
  ['[', 'German'],
  ['@', 'French'],
  ['|', 'Swedish'],
  ['\\', 'Spanish'],
  ['~', 'Brazilian'],
  ['`', 'US-International'],
  ['^', 'German'],
  ["'", 'US-International'],
  ['"', 'US-International'],
  ['#', 'French'],
  ['$', 'Swedish'],
])('%s is hard to type on a %s keyboard', (symbol, layout) => {
  expect(hardToTypeOn(symbol)).toContain(layout)
})
