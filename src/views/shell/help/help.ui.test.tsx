import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { keyPreferenceStore, keySettings, isLearnMode, parseStoredKeys } from '@/commands/stores/key-preference-store'
import type { PlaceData } from '@/commands/place'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import Help from './help'

const nothing = () => undefined
const places: PlaceData[] = [
  { scope: 'list', of: 'check', target: { kind: 'check', id: 'a', label: 'a' }, handlers: { 'list.down': nothing } },
  { scope: 'page' },
  { scope: 'app' },
]

afterEach(() => {
  keyPreferenceStore.set(parseStoredKeys(null))
  keySettings.set(undefined)
  isLearnMode.set(false)
})

function open(onClose: () => void = nothing) {
  render(
    <GalleryConsole>
      <Help places={places} onClose={onClose} />
    </GalleryConsole>
  )
  return screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
}

test('shows a table for each place, nearest first, with the keys in words', () => {
  const sheet = open()
  const tables = within(sheet).getAllByRole('table')
  expect(tables[0]?.querySelector('caption')?.textContent).toBe('On a check')
  expect(within(sheet).getByRole('row', { name: /^Next row J or ↓/ })).toBeTruthy()
  expect(
    within(sheet).getByRole('row', {
      name: /^Run check now.*Requires the right to run checks\. Administrators, editors, commanders and responders have it\..*R/,
    })
  ).toBeTruthy()
})

test('explains how to use single letters with a screen reader', () => {
  expect(
    within(open()).getByText(/in focus mode \(NVDA: Insert\+Space; JAWS: Insert\+Z; Orca: Insert\+A\)/)
  ).toBeTruthy()
})

test('turns single keys off and updates the sheet', async () => {
  const sheet = open()
  await userEvent.click(within(sheet).getByRole('radio', { name: 'Off' }))
  expect(keyPreferenceStore.get().single).toBe('off')
  expect(within(sheet).queryByRole('row', { name: /^Refresh/ })).toBeNull()
  expect(within(sheet).getByRole('row', { name: /^Open command palette/ })).toBeTruthy()
})

test('searches for a pressed key, removes it on Backspace, and stops on Escape without closing the sheet', async () => {
  const close = vi.fn<() => void>()
  const sheet = open(close)
  await userEvent.click(within(sheet).getByRole('button', { name: 'Press a key' }))
  await userEvent.keyboard('g')
  expect(within(sheet).getByRole('row', { name: /^Go to Health/ })).toBeTruthy()
  expect(within(sheet).queryByRole('row', { name: /^Refresh/ })).toBeNull()
  await userEvent.keyboard('{Backspace}')
  expect(within(sheet).getByRole('row', { name: /^Refresh/ })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

test('opens the settings of a key from its row', async () => {
  const close = vi.fn<() => void>()
  await userEvent.click(within(open(close)).getByRole('button', { name: 'Change key of Refresh…' }))
  expect(close).toHaveBeenCalledOnce()
  expect(keySettings.get()).toEqual({ page: 'line', command: 'page.refresh at app' })
})

test('starts the learning mode', async () => {
  await userEvent.click(within(open()).getByRole('button', { name: 'Learn keys' }))
  expect(isLearnMode.get()).toBe(true)
})
