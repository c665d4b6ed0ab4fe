import { expect, test } from 'vitest'
import { parseKeyFile } from '@/commands/stores/key-file'
import { findKeymapErrors } from '@/keymap/edit-keymap'
import { keysForMode } from '@/keymap/live'
import { applyKeyChanges } from '@/keymap/preferences'
import { isPlain } from '@/keymap/press'
import { keyPresets } from './presets'
import { keyValidation, previewImport } from './import-preview'

const shipped = { v: 1, set: {}, single: 'on', forget: 0 } as const
const own = { ...shipped, set: {} }

const preferencesOf = (text: string) => {
  const read = parseKeyFile(text)
  return 'preferences' in read ? read.preferences : expect.fail(read.fault)
}

test.each(keyPresets.map(({ title, text }) => [title, text] as const))('%s has no conflict', (_title, text) => {
  expect(findKeymapErrors(preferencesOf(text).set, keyValidation)).toEqual([])
})

test.each(keyPresets.map(({ title, text }) => [title, text] as const))(
  '%s names only existing commands',
  (_title, text) => {
    expect(previewImport(preferencesOf(text), own).invalidLines).toEqual([])
  }
)

test('removes H, J, K and L from lists and details with arrows only', () => {
  const keys = applyKeyChanges(preferencesOf(keyPresets[0]?.text ?? '').set)
  const vim = keys.filter((key) => ['list', 'detail'].includes(key.at ?? '') && /^[hjkl]$/.test(key.keys))
  expect(vim).toEqual([])
})

test('removes all single keys with modifiers only, and gives frequent commands other keys', () => {
  const { set, single } = preferencesOf(keyPresets[1]?.text ?? '')
  const left = keysForMode(applyKeyChanges(set), single, false).filter((key) => !key.fixed)
  expect(left.filter(({ presses }) => presses.some(isPlain))).toEqual([])
  expect(left.map(({ call }) => call)).toEqual(expect.arrayContaining(['check.run', 'list.nextProblem', 'edit.repeat']))
})

test('lists the changes of an import, the lines not imported, and the conflicts', () => {
  const file = {
    ...own,
    set: {
      'check.run on check': ['x'],
      'page.refresh at app': ['F9'],
      'edit.undo at app': ['$mod+t'],
      'no.such at app': ['F8'],
      'edit.repeat at app': ['rr'],
    },
  }
  const { preferences, changes, invalidLines, conflicts } = previewImport(file, own)
  expect(Object.keys(preferences.set)).toEqual(['check.run on check', 'page.refresh at app'])
  expect(changes).toContainEqual({
    name: 'page.refresh at app',
    title: 'Refresh',
    where: 'Everywhere',
    from: ['Shift+r'],
    to: ['F9'],
  })
  expect(invalidLines).toEqual([
    'edit.undo at app: Ctrl+T: Control+t opens a browser tab.',
    'no.such at app: this command does not exist.',
    'edit.repeat at app: “rr” is not a valid key.',
  ])
  expect(conflicts).toContain('X is also “Select or unselect row” (in a list).')
})
