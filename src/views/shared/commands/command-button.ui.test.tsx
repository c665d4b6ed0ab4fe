import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { CommandButton } from './command-button'

const show = () =>
  render(
    <GalleryConsole>
      <CommandButton call="page.refresh" />
      <CommandButton call="help.messages" tone="bare" label="Messages" />
      <CommandButton call="help.keys" icon={<svg />} />
    </GalleryConsole>
  )
const tips = () => [...document.querySelectorAll('[popover]')].map(({ textContent }) => textContent)
const keysOf = (name: string) => screen.getByRole('button', { name }).querySelectorAll<HTMLElement>('kbd')

afterEach(() => page.viewport(1280, 800))

test('shows the key of an action visually, but not of an icon or bare control', async () => {
  await page.viewport(1280, 800)
  show()
  const keys = keysOf('Refresh')
  expect([...keys].map(({ textContent }) => textContent)).toEqual(['Shift', 'R'])
  expect(keys[0]?.checkVisibility()).toBe(true)
  expect(keys[0]?.closest('[aria-hidden=true]')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-description')).toBe('Shortcut: Shift+R')
  expect([keysOf('Messages').length, keysOf('Show keyboard shortcuts').length]).toEqual([0, 0])
})

test('does not repeat the key of the button in its tooltip', async () => {
  await page.viewport(1280, 800)
  show()
  await userEvent.hover(screen.getByRole('button', { name: 'Show keyboard shortcuts' }))
  await expect.poll(tips).toEqual(['Show keyboard shortcutsShortcut: ?'])
  // After the first tooltip, the next one would open immediately.
  await userEvent.hover(screen.getByRole('button', { name: 'Refresh' }))
  await expect.poll(tips).toEqual([])
  await page.viewport(800, 800)
  await userEvent.unhover(screen.getByRole('button', { name: 'Refresh' }))
  await userEvent.hover(screen.getByRole('button', { name: 'Refresh' }))
  await expect.poll(tips).toEqual(['Shortcut: Shift+R'])
})

test('hides the key of a button in a narrow window', async () => {
  await page.viewport(800, 800)
  show()
  expect(keysOf('Refresh')[0]?.checkVisibility()).toBe(false)
})
