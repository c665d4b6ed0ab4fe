import { expect, test } from 'vitest'
import type { KeyBinding } from './keymap'
import { replaceLines, applyKeyChanges } from './preferences'

const shipped: KeyBinding[] = [
  { keys: 'j', call: 'list.down', at: 'list', over: true, counts: true, repeat: true },
  { keys: 'ArrowDown', call: 'list.down', at: 'list', fixed: true },
  { keys: '?', call: 'help.keys', at: 'app' },
  { keys: '$mod+/', call: 'help.keys', at: 'app', typing: true },
  { keys: 'r', call: 'check.run', on: ['check'] },
]
const keysOf = (set: Record<string, string[]>, call: string) =>
  applyKeyChanges(set, shipped)
    .filter((key) => key.call === call)
    .map((key) => key.keys)

test('leaves unchanged lines as they are by default', () => {
  expect(applyKeyChanges({}, shipped)).toEqual(shipped)
})

test('uses the keys of a changed line together with those of the widget', () => {
  expect(keysOf({ 'list.down at list': ['F9'] }, 'list.down')).toEqual(['F9', 'ArrowDown'])
  expect(keysOf({ 'list.down at list': [] }, 'list.down')).toEqual(['ArrowDown'])
})

test('a motion keeps repeating and counting with another key', () => {
  expect(applyKeyChanges({ 'list.down at list': ['F9'] }, shipped)[0]).toEqual({
    keys: 'F9',
    call: 'list.down',
    at: 'list',
    over: true,
    counts: true,
    repeat: true,
  })
})

test('only a key that types no character works while typing', () => {
  const own = applyKeyChanges({ 'help.keys at app': ['q', 'F9', '$mod+/'] }, shipped).filter(
    ({ call }) => call === 'help.keys'
  )
  expect(own.map(({ keys, typing }) => [keys, typing ?? false])).toEqual([
    ['q', false],
    ['F9', true],
    ['$mod+/', true],
  ])
})

test('a command without a key can get one, even with an argument', () => {
  expect(keysOf({ 'prefs.theme?theme=dark at app': ['F9'] }, 'prefs.theme?theme=dark')).toEqual(['F9'])
})

test('the user’s own key comes before a default one', () => {
  const [first] = applyKeyChanges({ 'page.refresh on check': ['r'] }, shipped)
  expect(first?.call).toBe('page.refresh')
})

test.each([
  ['an invalid name', { nonsense: ['a'] }],
  ['an invalid place', { 'help.keys at moon': ['a'] }],
  ['an invalid kind', { 'check.run on check,unicorn': ['a'] }],
])('ignores %s', (_what, set) => {
  expect(applyKeyChanges(set, shipped)).toEqual(shipped)
})

test('ignores an invalid key', () => {
  expect(keysOf({ 'check.run on check': ['(.*)', 'rr', 'F9'] }, 'check.run')).toEqual(['F9'])
})

test('omits a line that equals the default', () => {
  expect(replaceLines({ 'check.run on check': ['F9'] }, { 'check.run on check': ['r'] })).toEqual({})
})
