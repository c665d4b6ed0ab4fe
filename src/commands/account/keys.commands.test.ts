import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCallError, parseCall } from '../call'
import type { Effects, Outcome } from '../command'
import { keyPreferenceStore, keySettings, isLearnMode, parseStoredKeys } from '../stores/key-preference-store'
import { resolveCallArgs } from '../prepare'
import { allCommands } from '../every-command'
import { findCommand } from '../registry'
import type { CommandContext } from '../context'

const shipped = parseStoredKeys(null)
beforeEach(() => keyPreferenceStore.set(shipped))
afterEach(() => {
  keySettings.set(undefined)
  isLearnMode.set(false)
})

const context = { nameOf: () => undefined, targets: [], selection: [] } as unknown as CommandContext

/** Runs a written call. A missing argument stays undefined. */
async function run(id: string, args: Record<string, string> = {}): Promise<Outcome | undefined> {
  const { call, error } = parseCall({ id, args }, findCommand)
  expect(error).toBeUndefined()
  const command = findCommand(id)
  if (!command) throw new Error(`no ${id}`)
  const outcome = await command.run?.(resolveCallArgs(command, call.args, context), {} as Effects)
  return outcome ?? undefined
}

const set = () => keyPreferenceStore.get().set

test('undoes a change of a key', async () => {
  const outcome = await run('keys.change', { command: 'check.run on check', keys: 'r or F9' })
  expect(outcome?.message).toBe('Changed the keys of “Run check now”.')
  expect(set()).toEqual({ 'check.run on check': ['r', 'F9'] })
  expect(await outcome?.undo?.()).toEqual({ message: 'Restored the previous keyboard.' })
  expect(keyPreferenceStore.get()).toEqual(shipped)
})

test('removes all keys of a command', async () => {
  const outcome = await run('keys.change', { command: 'page.refresh at app', keys: 'none' })
  expect([outcome?.message, set()]).toEqual(['“Refresh” has no key now.', { 'page.refresh at app': [] }])
})

test('changes and restores other lines that lose their keys', async () => {
  keyPreferenceStore.set({ ...shipped, set: { 'edit.undo at app': ['F8'] } })
  const also = JSON.stringify({ 'list.toggle at list': [], 'edit.undo at app': null })
  const outcome = await run('keys.change', { command: 'check.run on check', keys: 'x', also })
  expect(outcome?.message).toContain('“Select or unselect row” and “Undo” lost these keys.')
  expect(set()).toEqual({ 'check.run on check': ['x'], 'list.toggle at list': [] })
  await outcome?.undo?.()
  expect(set()).toEqual({ 'edit.undo at app': ['F8'] })
})

test.each<[Record<string, string>, object]>([
  [{ command: 'check.run' }, { page: 'line', command: 'check.run' }],
  [
    { command: 'check.run', keys: 'x' },
    { page: 'line', command: 'check.run', keys: ['x'] },
  ],
  [{ command: 'check.run on check' }, { page: 'line', command: 'check.run on check' }],
])('%j opens the settings page, which prompts for the rest', async (args, page) => {
  expect(await run('keys.change', args)).toBeUndefined()
  expect(keySettings.get()).toEqual(page)
  expect(set()).toEqual({})
})

test('imports a keyboard with undo; without a file, opens the import page', async () => {
  const file = '{"v":1,"set":{"check.run on check":["F9"]},"single":"leader"}'
  const outcome = await run('keys.import', { file })
  expect(keyPreferenceStore.get()).toEqual({ v: 1, set: { 'check.run on check': ['F9'] }, single: 'leader', forget: 0 })
  await outcome?.undo?.()
  expect(keyPreferenceStore.get()).toEqual(shipped)
  await run('keys.import')
  expect(keySettings.get()).toEqual({ page: 'import' })
})

test.each([
  [{ command: 'check.run on check' }, ['edit.undo at app']],
  [{ command: 'check.run' }, ['edit.undo at app']],
  [{}, []],
])('reset %j leaves %j', async (args, left) => {
  keyPreferenceStore.set({ ...shipped, set: { 'check.run on check': ['F9'], 'edit.undo at app': ['F8'] } })
  const outcome = await run('keys.reset', args)
  expect(Object.keys(set())).toEqual(left)
  await outcome?.undo?.()
  expect(Object.keys(set())).toEqual(['check.run on check', 'edit.undo at app'])
})

test('sets the single-key mode and the sequence timeout, each with undo', async () => {
  const outcomes = [await run('prefs.keys', { mode: 'off' }), await run('keys.forget', { after: '2' })]
  expect(keyPreferenceStore.get()).toMatchObject({ single: 'off', forget: 2 })
  for (const outcome of outcomes.toReversed()) await outcome?.undo?.()
  expect(keyPreferenceStore.get()).toEqual(shipped)
})

test.each([
  'keys.change?command=Nonsense',
  'keys.import?file={}',
  'keys.forget?after=3',
  'keys.change?command=check.run&also=no',
])('%s is not a valid call', (call) => {
  expect(findCallError(call, findCommand)).toBeDefined()
})

test('every keyboard command that makes a change has an undo', () => {
  const changing = allCommands.filter(({ id, effect }) => id.startsWith('keys.') && effect === 'change')
  expect(changing.filter(({ undo }) => undo !== 'inverse')).toEqual([])
})
