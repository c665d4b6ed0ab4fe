import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { StatefulField } from '@dev/gallery/stateful-field'
import { bytes } from '@/lib/amount'
import { AmountField, DurationField, NumberField } from './number'

const share = (
  <StatefulField<number | null> initial={null}>
    {(bound) => (
      <>
        <NumberField label="Share" unit="%" min={0} max={100} step={5} {...bound} />
        <output>{String(bound.value)}</output>
      </>
    )}
  </StatefulField>
)
const kept = () => screen.getByRole('status').textContent

test('parses the number while it is typed; other text is not a number', async () => {
  render(share)
  const input = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Share' })
  await userEvent.type(input, '12.')
  expect([input.value, kept()]).toEqual(['12.', '12'])
  await userEvent.type(input, '5x')
  expect([input.value, kept()]).toEqual(['12.5x', 'NaN'])
  await userEvent.clear(input)
  expect([input.value, kept()]).toEqual(['', 'null'])
})

test('arrow keys step within the limits, and the unit is read with the number', async () => {
  render(share)
  const input = screen.getByRole('spinbutton', { name: 'Share' })
  await userEvent.click(input)
  await userEvent.keyboard('{ArrowDown}{ArrowUp}')
  expect(kept()).toBe('5')
  expect(input.getAttribute('aria-valuetext')).toBe('5 %')
  await userEvent.clear(input)
  await userEvent.keyboard('98{ArrowUp}')
  expect(kept()).toBe('100')
})

test('an amount keeps its unit, even one selected before the number', async () => {
  render(
    <StatefulField initial="">
      {(bound) => (
        <>
          <AmountField label="Memory" set={bytes} {...bound} />
          <output>{bound.value}</output>
        </>
      )}
    </StatefulField>
  )
  const unit = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Unit' })
  expect(unit.value).toBe('Mi')
  await userEvent.selectOptions(unit, 'Gi')
  await userEvent.type(screen.getByRole('textbox', { name: 'Memory' }), '2')
  expect(kept()).toBe('2Gi')
  await userEvent.selectOptions(unit, 'Ti')
  expect(kept()).toBe('2Ti')
})

test('shows how a duration is parsed', async () => {
  render(<StatefulField initial="">{(bound) => <DurationField label="Timeout" {...bound} />}</StatefulField>)
  await userEvent.type(screen.getByRole('textbox', { name: 'Timeout' }), '90m')
  expect(screen.getByText('= 1h30m0s')).toBeTruthy()
})
