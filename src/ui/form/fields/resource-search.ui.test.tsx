import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type FoundResource, ResourceSearchField } from './resource-search'

function Example() {
  const [value, setValue] = useState<FoundResource | null>(null)
  return (
    <>
      <ResourceSearchField
        label="Resource"
        value={value}
        onChange={setValue}
        find={async (text) => ({
          check: [{ value: 'check-1', label: `${text} check` }],
          component: [{ value: 'component-1', label: `${text} component` }],
          config: [{ value: 'config-1', label: `${text} config` }],
        })}
        pace={{ delayMs: 0 }}
      />
      <output>{value && `${value.kind} ${value.value}`}</output>
    </>
  )
}

test('finds checks, components and configs, each under its heading [FORM-05]', async () => {
  render(<Example />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Resource' }), 'pay')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3))
  const names = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))
  expect(names).toEqual(['Checks', 'Components', 'Configs'])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(screen.getByRole('status').textContent).toBe('config config-1')
})

test('searches after a pause of 300 ms in typing [CONST-04]', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const find = vi.fn<() => Promise<Record<'check' | 'component' | 'config', readonly never[]>>>(async () => ({
    check: [],
    component: [],
    config: [],
  }))
  render(<ResourceSearchField label="Resource" find={find} value={null} onChange={() => undefined} />)
  const control = screen.getByRole('combobox', { name: 'Resource' })
  fireEvent.focus(control)
  fireEvent.change(control, { target: { value: 'pay' } })
  act(() => vi.advanceTimersByTime(299))
  expect(find).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(find).toHaveBeenCalledOnce()
})

test('shows a hint without input [FORM-03]', async () => {
  render(<Example />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Resource' }))
  expect(screen.getByText('Start typing to search')).toBeTruthy()
})
