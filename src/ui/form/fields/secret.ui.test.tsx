import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { type Secret, SecretField } from './secret'

function Example({ initial }: { initial: Secret }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <SecretField label="Token" value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}
const now = () => JSON.parse(screen.getByRole('status').textContent) as Secret

test('a secret that is kept is not shown, and can be replaced and kept after all', async () => {
  render(<Example initial={{ is: 'kept' }} />)
  expect(screen.getByRole('group', { name: 'Token' }).textContent).toContain('It cannot be shown')
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByLabelText('Token', { selector: 'input' }))
  await userEvent.keyboard('new')
  expect(now()).toEqual({ is: 'typed', text: 'new' })

  await userEvent.click(screen.getByRole('button', { name: 'Keep the old one' }))
  expect(now()).toEqual({ is: 'kept' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Replace Token' }))
})

test('what was just typed can be shown', async () => {
  render(<Example initial={{ is: 'typed', text: '' }} />)
  const input = screen.getByLabelText<HTMLInputElement>('Token', { selector: 'input' })
  await userEvent.type(input, 'abc')
  expect(input.type).toBe('password')
  const show = screen.getByRole('button', { name: 'Show Token' })
  await userEvent.click(show)
  expect(input.type).toBe('text')
  expect(show.getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Keep the old one' })).toBeNull()
})
