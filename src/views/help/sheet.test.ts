import { expect, test } from 'vitest'
import type { Context } from '../../commands/context'
import { parseCall } from '../../commands/call'
import { keymap } from '../../keymap/keymap'
import { spell } from '../../keymap/live'
import { filterSheet, sheetOf } from './sheet'

const context: Context = {
  path: '/health',
  roles: ['viewer'],
  online: true,
  nameOf: () => undefined,
  targets: [],
  selection: [],
  handler: () => undefined,
  choices: () => [],
  settle: () => undefined,
}
const sheet = sheetOf(spell(keymap, 'on', false), context, (group) => group === 'In a list')

test('every key of the keyboard is on the sheet, once', () => {
  const shown = sheet.flatMap(({ rows }) => rows.flatMap(({ call, keys }) => keys.map((key) => `${key} ${call}`)))
  expect(shown.toSorted()).toEqual(keymap.map(({ keys, call }) => `${keys} ${call}`).toSorted())
})

test('the keys of the place one is in come first', () => {
  expect(sheet[0]?.title).toBe('In a list')
})

test('what the role forbids is listed with the reason', () => {
  const run = sheet.flatMap(({ rows }) => rows).find(({ call }) => call === 'check.run')
  expect(run?.refusal).toBe('Your role may not run checks.')
})

test.each([
  ['undo', ['edit.undo']],
  ['g h', ['go.health']],
  ['G then H', ['go.health']],
  ['zebra', []],
])('%s finds %j', (text, calls) => {
  expect(filterSheet(sheet, text).flatMap(({ rows }) => rows.map(({ call }) => parseCall(call).id))).toEqual(calls)
})
