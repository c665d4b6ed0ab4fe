import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { keySettings } from '@/commands/stores/key-preference-store'
import { prefs } from '@/commands/stores/preference-store'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { TopMenus } from './top-menus'

const before = prefs.get()
afterEach(async () => {
  prefs.set(before)
  keySettings.set(undefined)
  await page.viewport(1280, 800)
})

async function show(button: string, onTab = (_path: string) => {}) {
  render(
    <GalleryConsole onTab={onTab}>
      <TopMenus />
    </GalleryConsole>
  )
  await screen.findByRole('button', { name: button, expanded: false })
}
/** Chooses an item of a menu by keyboard. */
async function choose(menu: string, line: string) {
  screen.getByRole('button', { name: menu }).focus()
  await userEvent.keyboard('{Enter}')
  within(await screen.findByRole('menu', { name: menu }))
    .getByRole('menuitem', { name: line })
    .focus()
  await userEvent.keyboard('{Enter}')
}
const labels = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.querySelector('[slot=label]')?.textContent)

test('opens the preferences menu by key and shows the current values [SHELL-22]', async () => {
  prefs.set((all) => ({
    ...all,
    theme: 'dark',
    datetime_preference: 'timestamp',
    display_timezone_preference: 'America/New_York',
    show_deleted_items_preference: 'no',
  }))
  await show('Preferences')
  // The bell comes first.
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Preferences' }))
  await userEvent.keyboard('{ArrowDown}')
  const menu = await screen.findByRole('menu', { name: 'Preferences' })
  const description = (name: string) => {
    const id = within(menu).getByRole('menuitem', { name }).getAttribute('aria-describedby') ?? ''
    return document.getElementById(id)?.textContent
  }
  expect(description('Theme')).toBe('Dark')
  expect(description('Date format')).toBe('Timestamp')
  expect(description('Timezone')).toBe('America/New York')
  expect(description('Show deleted items')).toBe('No')
  expect(within(menu).getByRole('menuitem', { name: 'Keyboard settings…' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Preferences' })))
})

test('lists the help of the console first in the help menu and marks external links [SHELL-23]', async () => {
  await show('Help')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const menu = await screen.findByRole('menu', { name: 'Help' })
  expect(labels(menu)).toEqual([
    'Keyboard shortcuts',
    'Learn keys',
    'Go to a kind or command',
    'Messages',
    'Documentation, in a new tab',
    'How to install an agent, in a new tab',
  ])
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Keyboard shortcuts'))
})

test('opens a menu on the first press, also while its code loads', async () => {
  render(
    <GalleryConsole>
      <TopMenus />
    </GalleryConsole>
  )
  screen.getByRole('button', { name: 'Help' }).click()
  expect(await screen.findByRole('menu', { name: 'Help' })).toBeTruthy()
})

test('opens the named dialog from the preferences menu [SHELL-22]', async () => {
  await show('Preferences')
  await choose('Preferences', 'Keyboard settings…')
  await waitFor(() => expect(keySettings.get()).toEqual({ page: 'list' }))
})

test.each([
  ['Documentation, in a new tab', 'https://docs.flanksource.com/'],
  ['How to install an agent, in a new tab', 'https://docs.flanksource.com/installation/saas/agent'],
])('%s opens %s [SHELL-23 SHELL-26]', async (line, address) => {
  const onTab = vi.fn<(path: string) => void>()
  await show('Help', onTab)
  await choose('Help', line)
  await waitFor(() => expect(onTab).toHaveBeenCalledExactlyOnceWith(address))
})

test('has all entries in one menu on a small screen', async () => {
  await page.viewport(320, 800)
  await show('More')
  expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual(['Notifications', 'More'])
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const menu = await screen.findByRole('menu', { name: 'More' })
  expect(within(menu).getByRole('group', { name: 'Preferences' })).toBeTruthy()
  expect(within(menu).getByRole('group', { name: 'Help' })).toBeTruthy()
  expect(labels(menu)).toEqual(expect.arrayContaining(['Theme', 'Keyboard settings…', 'Documentation, in a new tab']))
})
