import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { CommandMenu } from './command-menu'

test('lists the commands for a resource by group, with the reason for each refused command', async () => {
  render(
    <GalleryConsole>
      <CommandMenu for={{ kind: 'check', id: 'a', label: 'payments-api' }} />
    </GalleryConsole>
  )
  // The button is disabled until the code of the menu has loaded.
  await screen.findByRole('button', { name: 'Actions', expanded: false })
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('menu', { name: 'Actions for payments-api' })).toBeTruthy()
  expect(screen.getByRole('group', { name: 'Health' })).toBeTruthy()
  const run = screen.getByRole('menuitem', { name: 'Run check now' })
  expect(run.getAttribute('aria-disabled')).toBe('true')
  expect(run.textContent).toContain(
    'Requires the right to run checks. Administrators, editors, commanders and responders have it.'
  )
  expect(screen.getByRole('menuitem', { name: 'Copy link' })).toBeTruthy()
})

test('names the icon button after its resource, and opens the menu by key', async () => {
  render(
    <GalleryConsole>
      <CommandMenu isIcon for={{ kind: 'check', id: 'a', label: 'payments-api' }} />
    </GalleryConsole>
  )
  const button = await screen.findByRole('button', { name: 'Actions for payments-api', expanded: false })
  expect(button.textContent).toBe('')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByRole('menu', { name: 'Actions for payments-api' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})
