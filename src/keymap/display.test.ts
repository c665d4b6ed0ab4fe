import { expect, test } from 'vitest'
import { ariaKeyshortcuts, keyCaps, formatKeys } from './display'

test.each([
  ['$mod+k', false, [['Ctrl', 'K']], 'Ctrl+K'],
  ['$mod+k', true, [['⌘', 'K']], '⌘ K'],
  ['g h', false, [['G'], ['H']], 'G then H'],
  ['Shift+m', false, [['Shift', 'M']], 'Shift+M'],
  ['?', false, [['?']], '?'],
  ['ArrowDown', false, [['↓']], '↓'],
  ['t ArrowLeft', false, [['T'], ['←']], 'T then ←'],
  ['$mod++', false, [['Ctrl', '+']], 'Ctrl++'],
])('%s (on a Mac: %s) has the caps %j and the text %s', (keys, mac, shown, read) => {
  expect(keyCaps(keys, mac)).toEqual(shown)
  expect(formatKeys(keys, mac)).toBe(read)
})

test.each([
  [['r'], 'R'],
  [['$mod+k'], 'Control+K'],
  [['Shift+m'], 'Shift+M'],
  [['?', '$mod+/'], 'Control+/'],
  [['g h'], undefined],
  [['?'], undefined],
  [[], undefined],
])('aria-keyshortcuts of %j is %s', (keys, expected) => {
  expect(
    ariaKeyshortcuts(
      keys.map((one) => ({ keys: one, call: 'x', at: 'app' })),
      false
    )
  ).toBe(expected)
})
