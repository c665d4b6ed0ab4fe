import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '../../tests/helpers/eventually'
import { Button } from './button'
import { Menu, type MenuSectionSpec } from './menu'

const sections: readonly MenuSectionSpec[] = [
  {
    title: 'Check',
    items: [
      { id: 'run', label: 'Run now', keys: [['R']] },
      { id: 'edit', label: 'Edit', description: 'In a form', refusal: 'Your role may not edit checks.' },
    ],
  },
  { items: [{ id: 'delete', label: 'Delete…', tone: 'bad' }] },
]

const onAction = vi.fn<(id: string) => void>()
function show(refusal?: string) {
  onAction.mockReset()
  const trigger = <Button refusal={refusal}>More</Button>
  render(<Menu label="More about payments-api" trigger={trigger} sections={sections} onAction={onAction} />)
}
const focused = () => document.activeElement?.textContent
const onItem = (name: string) => eventually(() => expect(document.activeElement).toBe(item(name)))
const item = (name: string) => screen.getByRole('menuitem', { name })

test('opens on its first item, arrow keys wrap around, Enter acts, and focus returns', async () => {
  show()
  await userEvent.tab()
  const button = screen.getByRole('button', { name: 'More' })
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual(['menu', 'false'])
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('menu', { name: 'More about payments-api' })).toBeDefined()
  await onItem('Run now')
  await userEvent.keyboard('{ArrowUp}')
  await onItem('Delete…')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onAction).toHaveBeenCalledExactlyOnceWith('run')
  await eventually(() => expect(focused()).toBe('More'))
})

test('a refused item can be focused, gives the reason and does nothing', async () => {
  show()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await onItem('Run now')
  await userEvent.keyboard('{ArrowDown}')
  await onItem('Edit')
  const edit = item('Edit')
  expect(edit.getAttribute('aria-disabled')).toBe('true')
  const described = document.getElementById(edit.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('In a form. Your role may not edit checks.')
  await userEvent.keyboard('{Enter}')
  expect(onAction).not.toHaveBeenCalled()
  expect(screen.queryByRole('menu')).not.toBeNull()
})

test('key caps are visual only and not part of the accessible name', async () => {
  show()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await onItem('Run now')
  expect(item('Run now').querySelector('kbd')?.closest('[aria-hidden=true]')).not.toBeNull()
})

test('Escape closes the menu and returns focus', async () => {
  show()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  await onItem('Run now')
  await userEvent.keyboard('{Escape}')
  await eventually(() => expect(focused()).toBe('More'))
  expect(screen.queryByRole('menu')).toBeNull()
})

test('sections are named groups', async () => {
  show()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('group', { name: 'Check' })).toBeDefined()
  expect(screen.getAllByRole('group')).toHaveLength(2)
})

test('a refused trigger does not open the menu', async () => {
  show('You are offline.')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(screen.getByRole('button').getAttribute('aria-description')).toBe('You are offline.')
})
