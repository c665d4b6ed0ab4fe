import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SelectField } from './select'

const options = ['Paris', 'Prague', 'Oslo'].map((label) => ({ value: label.toLowerCase(), label }))

type Props = { isRequired?: boolean; isReadOnly?: boolean; initial?: string; onOuterEscape?: () => void }

function Example({ isRequired = false, isReadOnly = false, initial = '', onOuterEscape }: Props) {
  const [value, setValue] = useState(initial)
  return (
    <div role="none" onKeyDown={(event) => event.key === 'Escape' && onOuterEscape?.()}>
      <SelectField label="City" options={options} {...{ value, isRequired, isReadOnly }} onChange={setValue} />
      <output>{value}</output>
      <button>After</button>
    </div>
  )
}
const control = () => screen.getByRole('combobox', { name: 'City' })
const chosen = () => screen.getByRole('status').textContent
const active = () =>
  document.getElementById(control().getAttribute('aria-activedescendant') ?? '')?.textContent ?? undefined

test('opens and selects by keyboard and is named by its label', async () => {
  render(<Example />)
  await userEvent.tab()
  expect(document.activeElement).toBe(control())
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('listbox', { name: 'City' })).toBeTruthy()
  expect(active()).toBe('None')
  await userEvent.keyboard('{End}{ArrowUp}')
  expect(active()).toBe('Prague')
  await userEvent.keyboard('{Enter}')
  expect(chosen()).toBe('prague')
  expect(control().textContent).toBe('Prague')
  expect(control().getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(control())
})

test('letters move to the options that begin with them', async () => {
  render(<Example isRequired />)
  await userEvent.tab()
  await userEvent.keyboard('pr')
  expect(active()).toBe('Prague')
  await userEvent.keyboard('{Enter}')
  expect(chosen()).toBe('prague')
})

test('Tab picks the option and moves focus on', async () => {
  render(<Example isRequired />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await userEvent.tab()
  expect(chosen()).toBe('prague')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'After' }))
})

test('Escape closes only the list', async () => {
  const onOuterEscape = vi.fn<() => void>()
  render(<Example initial="oslo" onOuterEscape={onOuterEscape} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(control().parentElement?.getAttribute('data-scope')).toBe('widget')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(chosen()).toBe('oslo')
  expect(onOuterEscape).not.toHaveBeenCalled()
  expect(control().parentElement?.getAttribute('data-scope')).toBeNull()
})

test('the pointer selects an option, and a press outside closes the list', async () => {
  render(<Example />)
  await userEvent.click(control())
  await userEvent.click(screen.getByRole('option', { name: 'Oslo' }))
  expect(chosen()).toBe('oslo')
  expect(document.activeElement).toBe(control())
  await userEvent.click(control())
  await userEvent.click(screen.getByRole('status'))
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('only an optional selection can be cleared', async () => {
  const { unmount } = render(<Example initial="oslo" />)
  await userEvent.click(control())
  await userEvent.click(screen.getByRole('option', { name: 'None' }))
  expect(chosen()).toBe('')
  unmount()
  render(<Example isRequired />)
  await userEvent.click(control())
  expect(screen.queryByRole('option', { name: 'None' })).toBeNull()
})

test('a read-only select does not open', async () => {
  render(<Example isReadOnly initial="oslo" />)
  await userEvent.click(control())
  await userEvent.keyboard('{ArrowDown}p')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(control().getAttribute('aria-readonly')).toBe('true')
})
