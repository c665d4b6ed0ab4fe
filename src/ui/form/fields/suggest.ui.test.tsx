import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { schedules } from '@/shared/forms/schedules'
import { ScheduleField } from './suggest'

function Example({ onSubmit = vi.fn<() => void>() }) {
  const [value, setValue] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <ScheduleField label="Schedule" set="scraper" value={value} onChange={setValue} />
      <output>{value}</output>
    </form>
  )
}
const control = () => screen.getByRole('combobox', { name: 'Schedule' })
const chosen = () => screen.getByRole('status').textContent
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('the schedules of the set can be selected by keyboard', async () => {
  render(<Example />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  expect(options()).toEqual(schedules.scraper)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(chosen()).toBe('@every 30m')
  expect(options()).toEqual([])
})

test('typing narrows the suggestions, and any other text is allowed', async () => {
  const onSubmit = vi.fn<() => void>()
  render(<Example onSubmit={onSubmit} />)
  await userEvent.type(control(), '@every 2')
  expect(options()).toEqual(['@every 2h'])
  await userEvent.clear(control())
  await userEvent.type(control(), '*/7 * * * *')
  expect(options()).toEqual([])
  expect(chosen()).toBe('*/7 * * * *')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('Escape closes the list and keeps the text', async () => {
  render(<Example />)
  await userEvent.type(control(), '@ev')
  await userEvent.keyboard('{Escape}')
  expect(options()).toEqual([])
  expect(chosen()).toBe('@ev')
})
