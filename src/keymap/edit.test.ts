import { describe, expect, test } from 'vitest'
import { faultOf } from '../commands/call'
import { commands } from '../commands/every-command'
import { findCommand } from '../commands/registry'
import { allLines, faultsOf, resolveConflict, conflictingLines, newFaults, describeFinding } from './edit'
import { changeLines, withChanges } from './preferences'
import { nameOf } from './lines'

const judging = { isMac: false, faultOf: (call: string) => faultOf(call, findCommand) }
const RUN = 'check.run on check'
const lines = allLines(
  {},
  commands.map(({ id }) => id)
)
const line = (name: string) => lines.find((one) => one.name === name) ?? expect.fail(`no line ${name}`)

test('every command can be given a key, and every key is on some line', () => {
  const ids = new Set(lines.map(({ call }) => call.split('?')[0]))
  expect(commands.filter(({ id }) => !ids.has(id))).toEqual([])
  const all = lines.flatMap(({ name, keys, fixed }) => [...keys, ...fixed].map((keysOf) => `${keysOf} ${name}`))
  expect(all.toSorted()).toEqual(
    withChanges({})
      .map((key) => `${key.keys} ${nameOf(key)}`)
      .toSorted()
  )
})

test('a free key breaks nothing', () => {
  expect(newFaults({}, { [RUN]: ['r', 'F9'] }, judging)).toEqual([])
})

describe('what a change would break is told, with whom it meets', () => {
  test.each<[string, string[], string, string]>([
    ['another command’s key', ['x'], 'list.toggle at list', 'X is also “Select or unselect row” (in a list).'],
    [
      'the beginning of sequences',
      ['y'],
      'copy.link at app',
      'Y and a key of “Copy link” (everywhere) begin alike, so one of them could not be reached.',
    ],
    ['a key of the browser', ['$mod+t'], 'nobody', 'Ctrl+T: Control+t opens a browser tab.'],
    [
      'a key out of reach',
      ['^'],
      'nobody',
      '^: ^ needs AltGr or a dead key on US-International, German, French, Bépo, Spanish, Swedish, Brazilian, Russian keyboards.',
    ],
    ['a character on a Mac', ['Alt+r'], 'nobody', 'Alt+R: Alt+r types a character.'],
  ])('%s', (_what, keys, other, sentence) => {
    const faults = newFaults({}, { [RUN]: keys }, judging)
    expect(faults.map((found) => describeFinding(found, RUN, false))).toContain(sentence)
    expect(conflictingLines(RUN, faults) ?? ['nobody']).toContain(other)
  })
})

test('the other command loses the key', () => {
  const change = resolveConflict(line(RUN), ['x'], [line('list.toggle at list')], 'remove', false)
  expect(change).toEqual({ [RUN]: ['x'], 'list.toggle at list': [] })
  expect(faultsOf(changeLines({}, change), judging)).toEqual([])
})

test('or takes over the one that is given up', () => {
  // A key that only this command has.
  const relationships = 'config.relationships on config'
  const change = resolveConflict(line(relationships), ['x'], [line('list.toggle at list')], 'swap', false)
  expect(change).toEqual({ [relationships]: ['x'], 'list.toggle at list': ['Shift+o'] })
  expect(faultsOf(changeLines({}, change), judging)).toEqual([])
})

test('the leader belongs to the leader', () => {
  const faults = newFaults({}, { [RUN]: ['$mod+j'] }, judging)
  expect(faults.map(({ rule }) => rule)).toContain('prefix')
})
