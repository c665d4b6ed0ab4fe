import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Around } from '../../gallery/around'
import { CommandButton } from './command-button'

const show = () =>
  render(
    <Around>
      <CommandButton call="page.refresh" />
      <CommandButton call="help.messages" tone="bare" label="Messages" />
      <CommandButton call="help.keys" icon={<svg />} />
    </Around>
  )
const tips = () => [...document.querySelectorAll('[popover]')].map(({ textContent }) => textContent)
const keysOf = (name: string) => screen.getByRole('button', { name }).querySelectorAll<HTMLElement>('kbd')

afterEach(() => page.viewport(1280, 800))

test('an action shows its key, for eyes only; a control without words or weight does not', async () => {
  await page.viewport(1280, 800)
  show()
  const keys = keysOf('Refresh')
  expect([...keys].map(({ textContent }) => textContent)).toEqual(['Shift', 'R'])
  expect(keys[0]?.checkVisibility()).toBe(true)
  expect(keys[0]?.closest('[aria-hidden=true]')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-description')).toBe('Shortcut: Shift+R')
  expect([keysOf('Messages').length, keysOf('Show keyboard shortcuts').length]).toEqual([0, 0])
})

test('a tip does not repeat the key that is seen on the button', async () => {
  await page.viewport(1280, 800)
  show()
  await userEvent.hover(screen.getByRole('button', { name: 'Show keyboard shortcuts' }))
  await expect.poll(tips).toEqual(['Show keyboard shortcutsShortcut: ?'])
  // From here on the next tip would open at once.
  await userEvent.hover(screen.getByRole('button', { name: 'Refresh' }))
  await expect.poll(tips).toEqual([])
  await page.viewport(800, 800)
  await userEvent.unhover(screen.getByRole('button', { name: 'Refresh' }))
  await userEvent.hover(screen.getByRole('button', { name: 'Refresh' }))
  await expect.poll(tips).toEqual(['Shortcut: Shift+R'])
})

test('in a narrow window there is no room for it', async () => {
  await page.viewport(800, 800)
  show()
  expect(keysOf('Refresh')[0]?.checkVisibility()).toBe(false)
})
