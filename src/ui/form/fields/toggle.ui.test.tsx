import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { StatefulField } from '@dev/gallery/stateful-field'
import { CheckboxesField, RadioField } from './choices'
import { ToggleField } from './toggle'

test.each(['checkbox', 'switch'] as const)('a %s has a name and description, and Space toggles it', async (kind) => {
  render(
    <StatefulField initial={false}>
      {(bound) => <ToggleField kind={kind} label="Skip TLS checks" help="Not for production" {...bound} />}
    </StatefulField>
  )
  const input = screen.getByRole<HTMLInputElement>(kind, { name: 'Skip TLS checks' })
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Not for production')
  await userEvent.tab()
  await userEvent.keyboard(' ')
  expect(input.checked).toBe(true)
})

test('a read-only toggle can be focused but not changed', async () => {
  render(<ToggleField label="Skip" value onChange={() => expect.unreachable()} isReadOnly />)
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Skip' }))
  await userEvent.keyboard(' ')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
})

test.each([
  ['checkbox', true],
  ['switch', false],
] as const)('a %s can be required: %s', (kind, can) => {
  render(<ToggleField kind={kind} label="Skip" value={false} onChange={() => undefined} isRequired />)
  const input = screen.getByRole(kind, { name: 'Skip' })
  expect(input.getAttribute('aria-required')).toBe(can ? 'true' : null)
  expect(input.closest('label')?.textContent).toBe(can ? 'Skip*' : 'Skip')
})

const options = ['GET', 'POST', 'PUT'].map((label) => ({ value: label, label }))

test('radio buttons share one tab stop, and arrow keys select', async () => {
  render(
    <StatefulField initial="GET">
      {(bound) => (
        <>
          <RadioField label="Method" options={options} {...bound} isRequired />
          <output>{bound.value}</output>
        </>
      )}
    </StatefulField>
  )
  expect(screen.getByRole('radiogroup', { name: 'Method' }).getAttribute('aria-required')).toBe('true')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('status').textContent).toBe('POST')
})

test('checked options keep the order of the list', async () => {
  render(
    <StatefulField<readonly string[]> initial={['PUT']}>
      {(bound) => (
        <>
          <CheckboxesField label="Methods" options={options} {...bound} />
          <output>{bound.value.join(' ')}</output>
        </>
      )}
    </StatefulField>
  )
  expect(screen.getByRole('group', { name: 'Methods' })).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'GET' }))
  expect(screen.getByRole('status').textContent).toBe('GET PUT')
  await userEvent.click(screen.getByRole('checkbox', { name: 'PUT' }))
  expect(screen.getByRole('status').textContent).toBe('GET')
})
