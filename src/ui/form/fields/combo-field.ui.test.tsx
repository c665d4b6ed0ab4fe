import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ComboField, searchOptions } from './combo-field'
import type { Choice, FindChoices } from '@/shared/forms/choice'

const cities = ['Paris', 'Prague', 'Oslo'].map((label) => ({ value: label.toLowerCase(), label }))

function Example({ find, initial = null }: { find: FindChoices<Choice>; initial?: Choice | null }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <div id="voice-polite" />
      <ComboField label="City" find={find} value={value} onChange={setValue} pace={{ delayMs: 20 }} />
      <output>{value?.value}</output>
    </>
  )
}
const control = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'City' })
const chosen = () => screen.getByRole('status').textContent
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('searches for the typed text, and Enter picks the option that the arrow keys reach', async () => {
  render(<Example find={searchOptions(cities)} />)
  await userEvent.type(control(), 'pr')
  await waitFor(() => expect(options()).toEqual(['Prague']))
  await userEvent.clear(control())
  await userEvent.type(control(), 'ar')
  await waitFor(() => expect(options()).toEqual(['Paris']))
  await userEvent.keyboard('{Enter}')
  expect(chosen()).toBe('paris')
  expect(control().value).toBe('Paris')
  expect(control().getAttribute('aria-expanded')).toBe('false')
})

test('shows a hint before anything is typed [FORM-03]', async () => {
  render(<Example find={searchOptions(cities)} />)
  await userEvent.click(control())
  expect(screen.getByText('Start typing to search')).toBeTruthy()
  await userEvent.keyboard('p')
  expect(screen.getByText('Type 2 characters to search')).toBeTruthy()
  expect(options()).toEqual([])
})

test('shows and announces that nothing was found [FORM-04]', async () => {
  render(<Example find={searchOptions(cities)} />)
  await userEvent.type(control(), 'zz')
  await waitFor(() => expect(screen.getAllByText('No options found')).toHaveLength(2))
})

test('searches after a pause of 100 ms in typing [CONST-03]', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const find = vi.fn<FindChoices<Choice>>(() => cities)
  render(<ComboField label="City" find={find} value={null} onChange={() => undefined} />)
  fireEvent.focus(control())
  fireEvent.change(control(), { target: { value: 'pr' } })
  act(() => vi.advanceTimersByTime(99))
  expect(find).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(find).toHaveBeenCalledOnce()
})

test('a newer search aborts the older one, whose response is ignored', async () => {
  const asked: { text: string; signal: AbortSignal; answer: (options: readonly Choice[]) => void }[] = []
  const find: FindChoices<Choice> = (text, signal) => new Promise((answer) => asked.push({ text, signal, answer }))
  render(<Example find={find} />)
  await userEvent.type(control(), 'pa')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(screen.getByText('Searching…')).toBeTruthy()
  await userEvent.type(control(), 'r')
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked.map(({ text, signal }) => [text, signal.aborted])).toEqual([
    ['pa', true],
    ['par', false],
  ])
  asked[0]?.answer(cities)
  asked[1]?.answer(cities.slice(0, 1))
  await waitFor(() => expect(options()).toEqual(['Paris']))
})

test('a failed search shows the reason, and Enter retries it', async () => {
  const find = vi
    .fn<FindChoices<Choice>>()
    .mockRejectedValueOnce(new Error('The server is away'))
    .mockResolvedValue(cities)
  render(<Example find={find} />)
  await userEvent.type(control(), 'pa')
  await waitFor(() => expect(options()).toEqual(['Try again']))
  expect(screen.getByText('The server is away')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(options()).toHaveLength(3))
})

test('Escape closes the list and keeps the value; emptying the field clears it', async () => {
  render(<Example find={searchOptions(cities)} initial={{ value: 'oslo', label: 'Oslo' }} />)
  await userEvent.type(control(), 'x')
  expect(control().closest('[data-scope="widget"]')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(control().closest('[data-scope="widget"]')).toBeNull()
  expect([control().value, chosen()]).toEqual(['Oslo', 'oslo'])
  await userEvent.clear(control())
  expect(chosen()).toBe('')
})
