import '@/commands/every-command'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { findCommand } from '@/commands/registry'
import { parsePreferences, type PreferenceValues, prefs, readPreferences } from '@/commands/stores/preference-store'
import { PreferencesDialog } from './preferences'
import { usePreferences } from '../../shared/stores'

const usual = parsePreferences(null)
beforeEach(() => prefs.set(usual))

const nothing = () => undefined

/** The dialog with the real preferences and commands. */
function Connected({ onClose = nothing }: { onClose?: () => void }) {
  return (
    <PreferencesDialog
      values={usePreferences()}
      onCall={(id, args) => {
        const command = findCommand(id)
        const known = Object.entries(args).map(([name, text]) => [name, command?.slots?.[name]?.schema.parse(text)])
        void command?.run?.(Object.fromEntries(known), {} as never)
      }}
      onCardWidth={(width) => prefs.set((all) => ({ ...all, topology_card_width: width }))}
      onClose={onClose}
    />
  )
}

const show = () => {
  render(<Connected />)
  return within(screen.getByRole('dialog', { name: 'Preferences' }))
}

test('changes the date format by keyboard [PREF-01 PREF-15]', async () => {
  const dialog = show()
  const field = dialog.getByRole('combobox', { name: 'Date format' })
  expect(field.textContent).toBe('Timestamp')
  field.focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    expect.stringMatching(/^Timestamp.*\d\.\d{3}$/),
    'Short1h ago',
    expect.stringMatching(/^Medium/),
    expect.stringMatching(/^Full/),
  ])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(prefs.get().datetime_preference).toBe('short')
})

test('changes the density of lists by keyboard', async () => {
  const field = show().getByRole('combobox', { name: 'Density' })
  field.focus()
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
  expect([prefs.get().density, localStorage.getItem('console.density')]).toEqual(['compact', '"compact"'])
  expect(readPreferences(localStorage).density).toBe('compact')
})

test('finds a timezone by its place or its offset [PREF-03 PREF-05 PREF-15]', async () => {
  const dialog = show()
  const field = dialog.getByRole('combobox', { name: 'Timezone' })
  expect(field).toHaveProperty('value', 'Browser')
  await userEvent.clear(field)
  await userEvent.type(field, '+05:45')
  const [first] = await screen.findAllByRole('option')
  expect(first?.textContent).toContain('Asia/Kathmandu')
  expect(first?.textContent).toContain('UTC+05:45')
  await userEvent.keyboard('{Enter}')
  expect(prefs.get().display_timezone_preference).toBe('Asia/Kathmandu')
  expect(field).toHaveProperty('value', 'Asia/Kathmandu')
})

test('sets the width of cards with a slider from 250 to 768 in steps of 2 [PREF-08 PREF-15]', () => {
  const slider = show().getByRole('slider', { name: 'Width of topology cards' }) as HTMLInputElement
  expect([slider.min, slider.max, slider.step, slider.value]).toEqual(['250', '768', '2', '554'])
  slider.stepUp()
  fireEvent.change(slider)
  expect(prefs.get().topology_card_width).toBe(556)
  expect(slider.getAttribute('aria-valuetext')).toBe('556 pixels')
})

test('shows or hides deleted items [PREF-09 PREF-15]', async () => {
  const field = show().getByRole('combobox', { name: 'Show deleted items' })
  expect(field.textContent).toBe('No')
  field.focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['No', 'Yes'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(prefs.get().show_deleted_items_preference).toBe('yes')
})

test.each([
  ['Theme', 'System', 'theme', 'light'],
  ['Refresh interval', '10s', 'health_refresh_rate', '15s'],
  ['Spoken changes', 'Off', 'speech', 'critical'],
] as const)('changes %s by keyboard', async (name, usualWord, key, next) => {
  const field = show().getByRole('combobox', { name })
  expect(field.textContent).toBe(usualWord)
  field.focus()
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
  expect(prefs.get()[key]).toBe(next)
})

test.each([
  ['often', 'None'],
  ['45s', '45s'],
])('shows a stored refresh interval of %s as %s', (stored, shown) => {
  prefs.set({ ...usual, health_refresh_rate: stored })
  expect(show().getByRole('combobox', { name: 'Refresh interval' }).textContent).toBe(shown)
})

test('toggles with a switch whether the detail follows the cursor', async () => {
  const field = show().getByRole('switch', { name: 'The detail beside a list follows the cursor' })
  field.focus()
  await userEvent.keyboard(' ')
  expect(prefs.get().detailFollows).toBe(true)
  await userEvent.keyboard(' ')
  expect(prefs.get().detailFollows).toBe(false)
})

test('names the close button and its key', async () => {
  const onClose = vi.fn<() => void>()
  render(<Connected onClose={onClose} />)
  const cross = screen.getByRole('button', { name: 'Close' })
  expect([cross.textContent, cross.getAttribute('aria-description')]).toEqual(['', 'Shortcut: Esc'])
  await userEvent.click(cross)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('closes on Escape', async () => {
  const onClose = vi.fn<() => void>()
  render(<Connected onClose={onClose} />)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('stores each preference under its own key, and writes no other key [PREF-14]', async () => {
  localStorage.clear()
  const dialog = show()
  dialog.getByRole('combobox', { name: 'Date format' }).focus()
  await userEvent.keyboard('{Enter}{End}{Enter}')
  expect({ ...localStorage }).toEqual({ datetime_preference: '"full"' })
  const chosen: PreferenceValues = {
    ...usual,
    display_timezone_preference: 'Asia/Tokyo',
    topology_card_width: 300,
    show_deleted_items_preference: 'yes',
    persistPageSize: 200,
    recentlyUsedTimeRanges: [{ from: '2026-11-20T05:00:00.000Z', to: '2026-11-21T05:00:00.000Z' }],
  }
  prefs.set(chosen)
  expect(readPreferences(localStorage)).toEqual(chosen)
})
