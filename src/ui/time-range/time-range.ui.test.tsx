import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { metricRanges } from '../../lib/time/lists'
import { absoluteRange, mappedRange, relativeRange, type TimeRange } from '../../lib/time/range'
import type { RecentRange } from '../../lib/time/recent'
import { TimeDisplayProvider } from '../time'
import { TimeRangePicker } from './time-range'

const display = { format: 'timestamp', timeZone: 'Europe/Berlin' } as const

type Setup = { value?: TimeRange; recent?: readonly RecentRange[]; offer?: 'past' | 'future' | readonly TimeRange[] }

function show({ value: initial, ...rest }: Setup = {}) {
  const onChange = vi.fn<(range: TimeRange | undefined) => void>()
  function Held() {
    const [value, setValue] = useState(initial)
    return (
      <TimeDisplayProvider value={display}>
        <TimeRangePicker
          value={value}
          onChange={(range) => {
            onChange(range)
            setValue(range)
          }}
          {...rest}
        />
      </TimeDisplayProvider>
    )
  }
  render(<Held />)
  return onChange
}

/** Uses only the keyboard. */
async function open() {
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  return screen.findByRole('dialog', { name: 'Time range' })
}
const focused = () => document.activeElement?.textContent

test('the button shows the selection and announces that it opens a dialog', () => {
  show({ value: relativeRange('now-1h') })
  const button = screen.getByRole('button', { name: 'Time range: Last hour' })
  expect(button.getAttribute('aria-haspopup')).toBe('dialog')
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

test('arrow keys select a relative range, and focus returns to the button [TIME-04]', async () => {
  const onChange = show({ value: relativeRange('now-15m') })
  await open()
  await waitFor(() => expect(focused()).toBe('Last 15 minutes'))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(relativeRange('now-1h'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Time range: Last hour' }))
  )
})

test('selecting the current range again also closes the dialog', async () => {
  const onChange = show({ value: mappedRange('Yesterday') })
  await open()
  await waitFor(() => expect(focused()).toBe('Yesterday'))
  await userEvent.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(mappedRange('Yesterday'))
})

test('Escape changes nothing', async () => {
  const onChange = show({ value: relativeRange('now-1h') })
  await open()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(onChange).not.toHaveBeenCalled()
})

test('offers the specified ranges [TIME-19 TIME-21]', async () => {
  show()
  const dialog = within(await open())
  const namesIn = (list: string) =>
    within(dialog.getByRole('listbox', { name: list }))
      .getAllByRole('option')
      .map((option) => option.textContent)
  expect(namesIn('Up to now')).toEqual([
    'Last 5 minutes',
    'Last 15 minutes',
    'Last 30 minutes',
    'Last hour',
    'Last 3 hours',
    'Last 6 hours',
    'Last 12 hours',
    'Last 24 hours',
    'Last 2 days',
    'Last 7 days',
    'Last 30 days',
    'Last 90 days',
    'Last 6 months',
    'Last year',
    'Last 2 years',
    'Last 5 years',
  ])
  expect(namesIn('Calendar')).toEqual([
    'Yesterday',
    'Day before yesterday',
    'This day last week',
    'Previous week',
    'Previous month',
    'Previous year',
    'Today',
    'Today so far',
    'This week',
    'This week so far',
    'This month',
    'This month so far',
    'This year',
    'This year so far',
  ])
})

test('lists Indefinitely first among future ranges', async () => {
  const onChange = show({ offer: 'future' })
  const dialog = within(await open())
  await waitFor(() => expect(focused()).toBe('Indefinitely'))
  expect(dialog.queryByRole('listbox', { name: 'Calendar' })).toBeNull()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(relativeRange('now+5m'))
})

test('dates cannot be applied until both are filled in [TIME-11]', async () => {
  const onChange = show()
  const dialog = within(await open())
  const apply = dialog.getByRole('button', { name: 'Apply' })
  const from = dialog.getByRole('textbox', { name: 'From' })
  const isRefused = () => apply.getAttribute('aria-disabled') === 'true'
  expect(isRefused()).toBe(true)
  await userEvent.type(from, '2026-11-20 09:00')
  expect(isRefused()).toBe(true)
  expect(apply.getAttribute('aria-description')).toBe('Fill in From and To first.')
  await userEvent.keyboard('{Enter}')
  expect(onChange).not.toHaveBeenCalled()
  await userEvent.type(dialog.getByRole('textbox', { name: 'To' }), '2026-11-20 10:00')
  expect(isRefused()).toBe(false)
  await userEvent.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(
    absoluteRange(new Date('2026-11-20T08:00:00Z'), new Date('2026-11-20T09:00:00Z'))
  )
})

test.each(['0001-01-01T00:00:00Z', '   '])('%j fills in no date [TIME-11 TIME-13 TIME-14]', async (nothing) => {
  show()
  const dialog = within(await open())
  await userEvent.type(dialog.getByRole('textbox', { name: 'From' }), nothing)
  await userEvent.type(dialog.getByRole('textbox', { name: 'To' }), 'now')
  expect(dialog.getByRole('button', { name: 'Apply' }).getAttribute('aria-description')).toBe(
    'Fill in From and To first.'
  )
})

test('accepts dates as free text and shows the parsed dates below [TIME-12]', async () => {
  const onChange = show()
  const dialog = within(await open())
  const from = dialog.getByRole('textbox', { name: 'From' })
  await userEvent.type(from, '1 july 2026 at 12:00')
  await waitFor(() => expect(describedBy(from)).toBe('2026-07-01 12:00:00 CEST'))
  const to = dialog.getByRole('textbox', { name: 'To' })
  await userEvent.type(to, '2h ago')
  expect(describedBy(to)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d CES?T$/)
  await userEvent.keyboard('{Enter}')
  expect(onChange.mock.calls[0]?.[0]).toMatchObject({ type: 'absolute', from: '2026-07-01T10:00:00.000Z' })
})

test('shows an invalid date at its field and at the button', async () => {
  show()
  const dialog = within(await open())
  const from = dialog.getByRole('textbox', { name: 'From' })
  await userEvent.type(from, 'soonish')
  await userEvent.type(dialog.getByRole('textbox', { name: 'To' }), 'now')
  expect(from.getAttribute('aria-invalid')).toBe('true')
  expect(describedBy(from)).toContain('Not a date.')
  expect(dialog.getByRole('button', { name: 'Apply' }).getAttribute('aria-description')).toBe('From is not a date.')
  await userEvent.clear(from)
  await userEvent.type(from, 'in 2h')
  const apply = dialog.getByRole('button', { name: 'Apply' })
  expect(apply.getAttribute('aria-description')).toBe('From must be before To.')
  await userEvent.click(apply)
  expect(document.activeElement).toBe(from)
})

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

test('the calendar fills in both dates with whole days', async () => {
  const onChange = show({ value: absoluteRange(new Date('2026-11-18T08:00:00Z'), new Date('2026-11-18T09:00:00Z')) })
  const dialog = within(await open())
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'From' })))
  const day = dialog.getByRole('button', { name: /18 November 2026/ })
  day.focus()
  // After the first selection the focus moves on by a day, because a second one is expected.
  await userEvent.keyboard('{Enter}{ArrowRight}{Enter}')
  expect((dialog.getByRole('textbox', { name: 'From' }) as HTMLInputElement).value).toBe('2026-11-18')
  expect((dialog.getByRole('textbox', { name: 'To' }) as HTMLInputElement).value).toBe('2026-11-20')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(
    absoluteRange(new Date('2026-11-17T23:00:00Z'), new Date('2026-11-20T23:00:00Z'))
  )
})

test('offers recent ranges as dates', async () => {
  const recent = [{ from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T12:00:00.000Z' }]
  const onChange = show({ recent })
  const dialog = within(await open())
  await userEvent.click(dialog.getByRole('option', { name: '1 Jan 2020, 01:00 – 2 Jan 2020, 13:00' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(
    absoluteRange(new Date('2020-01-01T00:00:00Z'), new Date('2020-01-02T12:00:00Z'))
  )
})

test('a range can be cleared only if one is set [TIME-07]', async () => {
  const onChange = show({ value: relativeRange('now-1h') })
  await userEvent.click(within(await open()).getByRole('button', { name: 'Clear time range' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(undefined)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Time range: Any time' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('button', { name: 'Clear time range' })).toBeNull()
})

test('a list of ranges can be used by keyboard [TIME-17]', async () => {
  const onChange = show({ value: relativeRange('now-1h'), offer: metricRanges })
  expect(screen.getByRole('button', { name: 'Time range: Last hour' })).toBeTruthy()
  const dialog = within(await open())
  const options = dialog.getAllByRole('option').map((option) => option.textContent?.replace('Last ', ''))
  expect(options.join(', ')).toBe(
    '15 minutes, hour, 2 hours, 3 hours, 6 hours, 12 hours, day, 2 days, 3 days, week, 2 weeks, 3 weeks, ' +
      'month, 2 months, 3 months, 6 months, year, 2 years, 3 years, 5 years'
  )
  await waitFor(() => expect(focused()).toBe('Last hour'))
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith(relativeRange('now-2h'))
})
