import { expect, test } from 'vitest'
import { isKeySequence } from './press'
import { isConflicting, parseTypedKeys, formatRecordedPress } from './typed-keys'

test.each([
  ['r', 'r'],
  ['R', 'r'],
  ['shift+R', 'Shift+r'],
  ['g h', 'g h'],
  ['G then H', 'g h'],
  ['  g   h ', 'g h'],
  ['Ctrl+K', '$mod+k'],
  ['ctrl+shift+k', '$mod+Shift+k'],
  ['$mod+,', '$mod+,'],
  ['Ctrl++', '$mod++'],
  ['Shift+?', '?'],
  ['f9', 'F9'],
  ['shift+F9', 'Shift+F9'],
  ['esc', 'Escape'],
  ['alt+down', 'Alt+ArrowDown'],
  ['Shift+Ctrl+ArrowLeft', '$mod+Shift+ArrowLeft'],
  ['', undefined],
  ['rr', undefined],
  ['hyper+k', undefined],
  ['Ctrl+', undefined],
  ['F25', undefined],
  ['(.*)', undefined],
  ['a b c d e f', undefined],
])('parses %j as %j', (text, expected) => {
  expect(parseTypedKeys(text, false)).toBe(expected)
})

test('treats Command as $mod on a Mac, but not Control', () => {
  expect(['cmd+k', 'ctrl+k', '⌘+k'].map((text) => parseTypedKeys(text, true))).toEqual([
    '$mod+k',
    'Control+k',
    '$mod+k',
  ])
})

test.each([
  [['Control+k'], false, '$mod+k'],
  [['Control+k'], true, 'Control+k'],
  [['Meta+k'], true, '$mod+k'],
  [['о', 'j'], false, 'j'],
  [['Control+л', 'Control+k'], false, '$mod+k'],
  [['é', '2'], false, '2'],
  [['Shift+m'], false, 'Shift+m'],
  [['?'], false, '?'],
  [['@'], false, '@'],
  [['+'], false, '+'],
])('%j recorded on a Mac (%s) is %s', (readings, isMac, expected) => {
  expect(formatRecordedPress(readings, isMac)).toBe(expected)
  expect(isKeySequence(expected)).toBe(true)
})

test.each([
  ['g', 'g h', true],
  ['g h', 'g', true],
  ['g h', 'g i', false],
  ['r', 'r', true],
  ['$mod+k', 'Control+k', true],
])('%s and %s conflict: %s', (a, b, expected) => {
  expect(isConflicting(a, b, false)).toBe(expected)
})
