import { expect, test } from 'vitest'
import { keyCodes, keyboardLayouts } from './layouts'
import { layoutsWithoutKey } from './reserved'

test('every layout defines the characters of its keys, and no more', () => {
  const wrong = keyboardLayouts.flatMap(({ name, ...levels }) =>
    Object.entries(levels).flatMap(([level, rows]) =>
      rows.flatMap((row, at) => ([...row].length <= (keyCodes[at]?.length ?? 0) ? [] : [`${name} ${level} ${row}`]))
    )
  )
  expect(wrong).toEqual([])
  expect(keyboardLayouts).toHaveLength(12)
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
  expect(layoutsWithoutKey(symbol)).toEqual(expected)
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
  expect(layoutsWithoutKey(symbol)).toContain(layout)
})
