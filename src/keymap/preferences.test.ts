import { expect, test } from 'vitest'
import type { Key } from './keymap'
import { changeLines, withChanges } from './preferences'

const shipped: Key[] = [
  { keys: 'j', call: 'list.down', at: 'list', over: true, counts: true, repeat: true },
  { keys: 'ArrowDown', call: 'list.down', at: 'list', fixed: true },
  { keys: '?', call: 'help.keys', at: 'app' },
  { keys: '$mod+/', call: 'help.keys', at: 'app', typing: true },
  { keys: 'r', call: 'check.run', on: ['check'] },
]
const keysOf = (set: Record<string, string[]>, call: string) =>
  withChanges(set, shipped)
    .filter((key) => key.call === call)
    .map((key) => key.keys)

test('what is not changed stays as it is shipped', () => {
  expect(withChanges({}, shipped)).toEqual(shipped)
})

test('a changed line has its own keys, beside those of the widget', () => {
  expect(keysOf({ 'list.down at list': ['F9'] }, 'list.down')).toEqual(['F9', 'ArrowDown'])
  expect(keysOf({ 'list.down at list': [] }, 'list.down')).toEqual(['ArrowDown'])
})

test('a motion goes on repeating and counting on another key', () => {
  expect(withChanges({ 'list.down at list': ['F9'] }, shipped)[0]).toEqual({
    keys: 'F9',
    call: 'list.down',
    at: 'list',
    over: true,
    counts: true,
    repeat: true,
  })
})

test('only a key that types nothing works while typing', () => {
  const own = withChanges({ 'help.keys at app': ['q', 'F9', '$mod+/'] }, shipped).filter(
    ({ call }) => call === 'help.keys'
  )
  expect(own.map(({ keys, typing }) => [keys, typing ?? false])).toEqual([
    ['q', false],
    ['F9', true],
    ['$mod+/', true],
  ])
})

test('a command that has no key can get one, with an argument too', () => {
  expect(keysOf({ 'prefs.theme?theme=dark at app': ['F9'] }, 'prefs.theme?theme=dark')).toEqual(['F9'])
})

test('somebody’s own key comes before a shipped one', () => {
  const [first] = withChanges({ 'page.refresh on check': ['r'] }, shipped)
  expect(first?.call).toBe('page.refresh')
})

test.each([
  ['a name that is none', { nonsense: ['a'] }],
  ['a place that is none', { 'help.keys at moon': ['a'] }],
  ['a kind that is none', { 'check.run on check,unicorn': ['a'] }],
])('%s is passed over', (_what, set) => {
  expect(withChanges(set, shipped)).toEqual(shipped)
})

test('a key that is none is passed over', () => {
  expect(keysOf({ 'check.run on check': ['(.*)', 'rr', 'F9'] }, 'check.run')).toEqual(['F9'])
})

test('a line that is as shipped is no difference', () => {
  expect(changeLines({ 'check.run on check': ['F9'] }, { 'check.run on check': ['r'] })).toEqual({})
})
