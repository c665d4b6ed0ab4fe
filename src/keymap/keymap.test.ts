import '../commands/every-command'
import { describe, expect, test } from 'vitest'
import { findCallError } from '../commands/call'
import { findCommand } from '../commands/registry'
import { lintKeymap, type KeymapFinding } from './lint'
import { type KeyBinding, keymap } from './keymap'
import { keysForMode, liveKeys } from './live'
import { isPlain } from './press'

const findError = (call: string) => findCallError(call, findCommand)

test.each([true, false])('the default keymap has no conflict (on a Mac: %s) [CMD-04]', (isMac) => {
  expect(lintKeymap(keymap, isMac, findError)).toEqual([])
})

test.each(['leader', 'off'] as const)('the default keymap has no conflict with single keys %s', (mode) => {
  for (const isMac of [true, false]) expect(lintKeymap(keysForMode(keymap, mode, isMac), isMac, findError)).toEqual([])
})

test('disables all plain letters when single keys are off', () => {
  const left = keysForMode(keymap, 'off', false).filter((key) => !key.fixed)
  expect(left.filter(({ presses }) => presses.some(isPlain)).map((key) => key.keys)).toEqual([])
  expect(left.map((key) => key.keys)).toContain('$mod+k')
})

const rules = (...keys: KeyBinding[]) =>
  lintKeymap(keys, false, () => undefined).map((found: KeymapFinding) => found.rule)

describe('each rule reports its conflict', () => {
  test.each<[string, KeyBinding[], KeymapFinding['rule'][]]>([
    [
      'two calls on one key',
      [
        { keys: 'a', call: 'x', at: 'list' },
        { keys: 'a', call: 'y', at: 'list' },
      ],
      ['collision'],
    ],
    [
      'two calls on one kind',
      [
        { keys: 'a', call: 'x', on: ['check'] },
        { keys: 'a', call: 'y', on: ['check'] },
      ],
      ['collision'],
    ],
    [
      'an inner key over an outer one',
      [
        { keys: 'a', call: 'x', at: 'list' },
        { keys: 'a', call: 'y', at: 'app' },
      ],
      ['cover'],
    ],
    [
      'the same, on purpose',
      [
        { keys: 'a', call: 'x', at: 'list', over: true },
        { keys: 'a', call: 'y', at: 'app' },
      ],
      [],
    ],
    [
      'the same call twice',
      [
        { keys: 'a', call: 'x', at: 'list' },
        { keys: 'a', call: 'x', at: 'app' },
      ],
      [],
    ],
    [
      'a kind’s key over a place’s',
      [
        { keys: 'a', call: 'x', on: ['check'] },
        { keys: 'a', call: 'y', at: 'page' },
      ],
      ['cover'],
    ],
    [
      'a key that is a prefix of a sequence',
      [
        { keys: 'g', call: 'x', at: 'list' },
        { keys: 'g h', call: 'y', at: 'app' },
      ],
      ['prefix'],
    ],
    [
      'a key and a sequence that never apply together',
      [
        { keys: 'g', call: 'x', at: 'form' },
        { keys: 'g h', call: 'y', at: 'list' },
      ],
      [],
    ],
    ['a browser’s key', [{ keys: '$mod+t', call: 'x', at: 'app' }], ['reserved']],
    ['a dead key', [{ keys: '^', call: 'x', at: 'app' }], ['untypable']],
    ['Alt with a letter', [{ keys: 'Alt+a', call: 'x', at: 'app' }], ['alt']],
    ['overriding undo in a field', [{ keys: '$mod+z', call: 'x', at: 'app', typing: true }], ['theft']],
    ['overriding a letter in a field', [{ keys: 'a', call: 'x', at: 'app', typing: true }], ['theft']],
  ])('%s', (_what, keys, expected) => {
    expect(rules(...keys)).toEqual(expected)
  })

  test('reports invalid calls', () => {
    const keys: KeyBinding[] = [
      { keys: 'a', call: 'no.such', at: 'app' },
      { keys: 'b', call: 'prefs.theme?theme=pink', at: 'app' },
      { keys: 'c', call: 'prefs.theme?colour=dark', at: 'app' },
      { keys: 'd', call: 'prefs.theme?theme=dark', at: 'app' },
    ]
    expect(lintKeymap(keys, false, findError).map((found) => [found.rule, found.keys])).toEqual([
      ['call', 'a'],
      ['call', 'b'],
      ['call', 'c'],
    ])
  })
})

type Scopes = readonly { scope: 'list' | 'triage' | 'page' | 'app' }[]
const spelled = (at: Scopes) => liveKeys(at, keysForMode(keymap, 'on', false), false).map(({ keys }) => keys)

test('a covering key also covers longer keys that start with it', () => {
  const path: Scopes = [{ scope: 'list' }, { scope: 'triage' }, { scope: 'page' }, { scope: 'app' }]
  expect(spelled(path).filter((keys) => keys.startsWith('t'))).toEqual(['t'])
  expect(spelled(path.filter(({ scope }) => scope !== 'triage'))).toContain('t t')
})
