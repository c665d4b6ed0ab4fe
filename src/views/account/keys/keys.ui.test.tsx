import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import {
  type StoredKeySettings as Request,
  keyPreferenceStore,
  parseStoredKeys,
} from '@/commands/stores/key-preference-store'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import KeySettings from './key-settings'

const shipped = parseStoredKeys(null)
beforeEach(() => keyPreferenceStore.set(shipped))
afterEach(() => keyPreferenceStore.set(shipped))

const open = (request: Request, onClose = () => undefined) =>
  render(
    <GalleryConsole roles={['admin']}>
      <KeySettings request={request} onClose={onClose} />
    </GalleryConsole>
  )
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const set = () => keyPreferenceStore.get().set

test('finds a command by name and by pressing its key', async () => {
  open({ page: 'list' })
  await userEvent.keyboard('run check')
  expect(screen.getAllByRole('row', { name: /Run check now/ })).toHaveLength(1)
  expect(screen.queryByRole('row', { name: /Refresh/ })).toBeNull()
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.click(button('Press a key'))
  await userEvent.keyboard('gh')
  expect(screen.getByRole('row', { name: /Go to Health/ })).toBeTruthy()
  expect(screen.queryByRole('row', { name: /Run check now/ })).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(button('Press a key').getAttribute('aria-pressed')).toBe('false')
})

test('lists search results first, and records and saves the keys of the first one on Enter', async () => {
  open({ page: 'list' })
  await userEvent.keyboard('refr')
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('Refresh')
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(button('Recording…'))
  await userEvent.keyboard('{F9}{Enter}')
  expect(set()).toEqual({ 'page.refresh at app': ['Shift+r', 'F9'] })
  expect(document.activeElement).toBe(button(/^Change Refresh,/))
})

test('moves between search and rows on ↑ and ↓; only one row is a tab stop', async () => {
  open({ page: 'list' })
  await userEvent.keyboard('next{ArrowDown}')
  const [first, second] = screen.getAllByRole('button', { name: /^Change / })
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  const stops = screen.getAllByRole('button', { name: /^Change / }).filter(({ tabIndex }) => tabIndex === 0)
  expect(stops).toEqual([second])
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('clears the search on the first Escape and closes on the second', async () => {
  const close = vi.fn<() => undefined>()
  open({ page: 'list' }, close)
  await userEvent.keyboard('next{Escape}')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

test('names the command that already has the pressed key; pressing Enter twice takes the key', async () => {
  open({ page: 'line', command: 'check.run on check' })
  await userEvent.keyboard('x')
  expect(screen.getByText('X is also “Select or unselect row” (in a list).')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(set()).toEqual({})
  expect(document.activeElement).toBe(button('Take from Select or unselect row'))
  await userEvent.keyboard('{Enter}')
  expect(set()).toEqual({ 'check.run on check': ['r', 'x'], 'list.toggle at list': [] })
})

test('accepts a sequence that starts with the prefix of another command', async () => {
  open({ page: 'line', command: 'prefs.theme' })
  await userEvent.keyboard('g')
  expect(screen.queryByText(/start with the same key/)).toBeNull()
  await userEvent.keyboard('x{Enter}')
  expect(set()).toEqual({ 'prefs.theme at app': ['g x'] })
})

test('adds a recorded key to the existing one, and returns focus to the row', async () => {
  open({ page: 'list' })
  await userEvent.click(button(/^Change Run check now, on a check, R/))
  await userEvent.keyboard('{F9}{Enter}')
  expect(set()).toEqual({ 'check.run on check': ['r', 'F9'] })
  expect(document.activeElement).toBe(button(/^Change Run check now/))
})

test('ends a sequence after a pause and focuses Save; Escape records nothing', async () => {
  open({ page: 'line', command: 'prefs.theme' })
  await userEvent.keyboard('qk')
  await eventually(() => expect(document.activeElement).toBe(button('Save')))
  expect(screen.getByText('Q then K', { selector: 'li .visually-hidden' })).toBeTruthy()
  await userEvent.click(button('Record keys'))
  await userEvent.keyboard('w{Escape}')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByRole('dialog', { name: 'Keyboard settings' })).toBeTruthy()
})

test('accepts a key typed as text, and refuses invalid text', async () => {
  open({ page: 'line', command: 'prefs.theme' })
  await userEvent.keyboard('{Escape}')
  const field = screen.getByRole('textbox', { name: /type them/ })
  await userEvent.type(field, 'hyper+q{Enter}')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(field)
  await userEvent.type(field, 'ctrl+shift+F9{Enter}')
  await userEvent.click(button('Save'))
  expect(set()).toEqual({ 'prefs.theme at app': ['$mod+Shift+F9'] })
})

test('reports a key of another command, and offers to take or swap it', async () => {
  open({ page: 'line', command: 'check.run on check', keys: ['x'] })
  expect(screen.getByText('X is also “Select or unselect row” (in a list).')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.click(button('Swap with Select or unselect row'))
  expect(set()).toEqual({ 'check.run on check': ['x'], 'list.toggle at list': ['r'] })
})

test('refuses a key of the browser with the reason', () => {
  open({ page: 'line', command: 'check.run on check', keys: ['$mod+t'] })
  expect(screen.getByText(/opens a browser tab/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Save|Swap|Take/ })).toBeNull()
})

test('resets one line or all lines to the default keys', async () => {
  keyPreferenceStore.set({ ...shipped, set: { 'check.run on check': ['F9'], 'page.refresh at app': ['F8'] } })
  open({ page: 'list' })
  await userEvent.click(button('Reset Run check now'))
  expect(set()).toEqual({ 'page.refresh at app': ['F8'] })
  await userEvent.click(button('Reset all'))
  expect(set()).toEqual({})
})

test('shows the changes of a preset before the import', async () => {
  open({ page: 'import' })
  await userEvent.click(button('Arrows only'))
  const preview = screen.getByRole('region', { name: 'Changes of Arrows only' })
  expect(within(preview).getByRole('row', { name: /Next row In a list J none/ })).toBeTruthy()
  expect(set()).toEqual({})
  await userEvent.click(button('Import'))
  expect(set()['list.down at list']).toEqual([])
})

test('refuses an invalid file, and imports a valid one', async () => {
  open({ page: 'import' })
  const input = screen.getByLabelText('File')
  await userEvent.upload(input, new File(['{}'], 'mine.json', { type: 'application/json' }))
  expect(await screen.findByText(/mine\.json: This is not an exported keyboard/)).toBeTruthy()
  const good = JSON.stringify({ v: 1, set: { 'check.run on check': ['F9'] }, single: 'leader' })
  await userEvent.upload(input, new File([good], 'good.json', { type: 'application/json' }))
  expect(await screen.findByText('good.json: 1 change, single-key shortcuts leader.')).toBeTruthy()
  await userEvent.click(button('Import'))
  expect(keyPreferenceStore.get()).toMatchObject({ set: { 'check.run on check': ['F9'] }, single: 'leader' })
})

test('sets single keys and the timeout of sequences', async () => {
  open({ page: 'list' })
  await userEvent.click(screen.getByRole('radio', { name: 'Off' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Forget a started sequence/ }), '2 s')
  expect(keyPreferenceStore.get()).toMatchObject({ single: 'off', forget: 2 })
})
