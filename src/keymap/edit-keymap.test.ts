import { describe, expect, test } from 'vitest'
import { findCallError } from '../commands/call'
import { allCommands } from '../commands/every-command'
import { findCommand } from '../commands/registry'
import {
  allLines,
  findKeymapErrors,
  resolveConflict,
  conflictingLines,
  findNewErrors,
  describeFinding,
} from './edit-keymap'
import { replaceLines, applyKeyChanges } from './preferences'
import { keyLineName } from './lines'

const validation = { isMac: false, faultOf: (call: string) => findCallError(call, findCommand) }
const RUN = 'check.run on check'
const lines = allLines(
  {},
  allCommands.map(({ id }) => id)
)
const line = (name: string) => lines.find((one) => one.name === name) ?? expect.fail(`no line ${name}`)

test('every command has a line for keys, and every key is on a line', () => {
  const ids = new Set(lines.map(({ call }) => call.split('?')[0]))
  expect(allCommands.filter(({ id }) => !ids.has(id))).toEqual([])
  const all = lines.flatMap(({ name, keys, fixed }) => [...keys, ...fixed].map((keysOf) => `${keysOf} ${name}`))
  expect(all.toSorted()).toEqual(
    applyKeyChanges({})
      .map((key) => `${key.keys} ${keyLineName(key)}`)
      .toSorted()
  )
})

test('a free key causes no conflict', () => {
  expect(findNewErrors({}, { [RUN]: ['r', 'F9'] }, validation)).toEqual([])
})

describe('describes the conflicts of a change and names the other command', () => {
  test.each<[string, string[], string, string]>([
    ['another command’s key', ['x'], 'list.toggle at list', 'X is also “Select or unselect row” (in a list).'],
    [
      'the first key of sequences',
      ['y'],
      'copy.link at app',
      'Y and a key of “Copy link” (everywhere) start with the same key, so one of them would be unreachable.',
    ],
    ['a key of the browser', ['$mod+t'], 'none', 'Ctrl+T: Control+t opens a browser tab.'],
    [
      'a key that is hard to type',
      ['^'],
      'none',
      '^: ^ needs AltGr or a dead key on US-International, German, French, Bépo, Spanish, Swedish, Brazilian, Russian keyboards.',
    ],
    ['a character on a Mac', ['Alt+r'], 'none', 'Alt+R: Alt+r types a character.'],
  ])('%s', (_what, keys, other, sentence) => {
    const faults = findNewErrors({}, { [RUN]: keys }, validation)
    expect(faults.map((found) => describeFinding(found, RUN, false))).toContain(sentence)
    expect(conflictingLines(RUN, faults) ?? ['none']).toContain(other)
  })
})

test('removes the key from the other command', () => {
  const change = resolveConflict(line(RUN), ['x'], [line('list.toggle at list')], 'remove', false)
  expect(change).toEqual({ [RUN]: ['x'], 'list.toggle at list': [] })
  expect(findKeymapErrors(replaceLines({}, change), validation)).toEqual([])
})

test('swaps keys with the other command', () => {
  // A key that only this command has.
  const relationships = 'config.relationships on config'
  const change = resolveConflict(line(relationships), ['x'], [line('list.toggle at list')], 'swap', false)
  expect(change).toEqual({ [relationships]: ['x'], 'list.toggle at list': ['Shift+o'] })
  expect(findKeymapErrors(replaceLines({}, change), validation)).toEqual([])
})

test('reserves the leader key', () => {
  const faults = findNewErrors({}, { [RUN]: ['$mod+j'] }, validation)
  expect(faults.map(({ rule }) => rule)).toContain('prefix')
})
