import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type SecretValue, SecretField } from './secret'

function Example({ initial }: { initial: SecretValue }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <SecretField label="Token" value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}
const now = () => JSON.parse(screen.getByRole('status').textContent) as SecretValue

test('a stored secret is not shown, and a replacement can be undone', async () => {
  render(<Example initial={{ is: 'kept' }} />)
  expect(screen.getByRole('group', { name: 'Token' }).textContent).toContain('The value is hidden')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByLabelText('Token', { selector: 'input' }))
  await userEvent.keyboard('new')
  expect(now()).toEqual({ is: 'typed', text: 'new' })

  await userEvent.click(screen.getByRole('button', { name: 'Keep current value' }))
  expect(now()).toEqual({ is: 'kept' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Replace Token' }))
})

test('a typed secret can be shown', async () => {
  render(<Example initial={{ is: 'typed', text: '' }} />)
  const input = screen.getByLabelText<HTMLInputElement>('Token', { selector: 'input' })
  await userEvent.type(input, 'abc')
  expect(input.type).toBe('password')
  const show = screen.getByRole('button', { name: 'Show Token' })
  await userEvent.click(show)
  expect(input.type).toBe('text')
  expect(show.getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Keep current value' })).toBeNull()
})
