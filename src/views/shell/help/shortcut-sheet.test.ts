import { expect, test } from 'vitest'
import { withMacros } from '@tests/helpers/macros'
import { commandIdOf } from '@/commands/call'
import type { CommandEnvironment } from '@/commands/context'
import type { PlaceData } from '@/commands/place'
import { keyLineName } from '@/keymap/lines'
import { keymap } from '@/keymap/keymap'
import { keysForMode } from '@/keymap/live'
import { emptyKeyQuery } from '../../shared/keyboard/key-search'
import { filterSheet, createSheet, type SheetGroup } from './shortcut-sheet'

withMacros()

const environment: CommandEnvironment = { path: '/health', roles: ['viewer'], online: true, nameOf: () => undefined }
const down = () => undefined
const list: PlaceData[] = [
  { scope: 'list', of: 'check', target: { kind: 'check', id: 'a', label: 'a' }, handlers: { 'list.down': down } },
  { scope: 'page' },
  { scope: 'app' },
]
const sheet = createSheet(keysForMode(keymap, 'on', false), list, environment)

const rowsOf = (groups: readonly SheetGroup[]) => groups.flatMap(({ rows }) => rows)
test('lists every key once for a user with all permissions', () => {
  const { here, elsewhere } = createSheet(keysForMode(keymap, 'on', false), list, { ...environment, roles: ['admin'] })
  const shown = [...rowsOf(here), ...rowsOf(elsewhere)].flatMap(({ line, keys }) => keys.map((key) => `${key} ${line}`))
  expect(shown.toSorted()).toEqual(keymap.map((key) => `${key.keys} ${keyLineName(key)}`).toSorted())
})

test('lists the keys of the current places first, nearest first', () => {
  expect(sheet.here.map(({ title }) => title)).toEqual(
    ['On a check', 'In a list', 'On a page', 'Everywhere'].filter((title) =>
      sheet.here.some((group) => group.title === title)
    )
  )
  expect(sheet.here[0]?.title).toBe('On a check')
})

test('does not list a key as working here if a nearer place overrides it', () => {
  const j = rowsOf(sheet.here).filter(({ keys }) => keys.includes('j'))
  expect(j.map(({ line }) => line)).toEqual(['list.down at list'])
})

test('lists a command that the role forbids with the reason [CMD-13]', () => {
  const run = rowsOf(sheet.here).find(({ line }) => line === 'check.run on check')
  expect(run?.refusal).toBe(
    'Requires the right to run checks. Administrators, editors, commanders and responders have it.'
  )
})

test.each([
  ['undo', 'edit.undo'],
  ['g h', 'go.health'],
  ['G then H', 'go.health'],
])('searching for %s finds %s', (text, id) => {
  const { here, elsewhere } = filterSheet(sheet, { ...emptyKeyQuery, text })
  expect([...rowsOf(here), ...rowsOf(elsewhere)].map(({ line }) => commandIdOf(line.split(' ')[0] ?? ''))).toContain(id)
})

test('finds nothing for an unknown text', () => {
  expect(filterSheet(sheet, { ...emptyKeyQuery, text: 'zebra' })).toEqual({ here: [], elsewhere: [] })
})

test('finds the command of a pressed key, and sequences that start with it, on any keyboard layout', () => {
  const { here } = filterSheet(sheet, { text: '', pressed: [['п', 'g']] })
  expect(rowsOf(here).every(({ keys }) => keys.some((key) => key.startsWith('g')))).toBe(true)
  const next = filterSheet(sheet, {
    text: '',
    pressed: [
      ['п', 'g'],
      ['р', 'h'],
    ],
  })
  expect(rowsOf(next.here).map(({ line }) => line)).toEqual(['go.health at app'])
})
