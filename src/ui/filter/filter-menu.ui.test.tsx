import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Filter } from './filter'
import { FilterMenu } from './filter-menu'
import { type FilterState, TriState } from './tri-state'

function Toggle({ initial = 'neutral' }: { initial?: FilterState }) {
  const [value, setValue] = useState<FilterState>(initial)
  return <TriState label="prod" value={value} onChange={setValue} />
}
const group = (name: string) => screen.getByRole('radiogroup', { name })
const checked = (name: string) => group(name).querySelector('[aria-checked="true"]')?.getAttribute('aria-label')

test('a toggle has three states, by name [FILTER-13]', () => {
  render(<Toggle />)
  const names = screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))
  expect(names).toEqual(['Include', 'Neutral', 'Exclude'])
  expect(checked('prod')).toBe('Neutral')
})

test('it goes round from neutral to include to exclude, by Enter and by a press on the name [FILTER-14]', async () => {
  render(<Toggle />)
  await userEvent.tab()
  const seen = []
  for (let turn = 0; turn < 3; turn++) {
    await userEvent.keyboard('{Enter}')
    seen.push(checked('prod'))
  }
  expect(seen).toEqual(['Include', 'Exclude', 'Neutral'])
  await userEvent.click(screen.getByText('prod'))
  expect(checked('prod')).toBe('Include')
})

test('choosing the active state again returns to neutral, by pointer and by Space [FILTER-15]', async () => {
  render(<Toggle initial="exclude" />)
  await userEvent.click(screen.getByRole('radio', { name: 'Exclude' }))
  expect(checked('prod')).toBe('Neutral')
  await userEvent.click(screen.getByRole('radio', { name: 'Include' }))
  await userEvent.keyboard(' ')
  expect(checked('prod')).toBe('Neutral')
})

test('arrows move within the group, and focus goes along', async () => {
  render(<Toggle />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(checked('prod')).toBe('Exclude')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Exclude' })))
})

function Menu({ initial, count = 3 }: { initial?: Filter; count?: number }) {
  const [value, setValue] = useState<Filter>(initial ?? {})
  const options = Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: `Value ${index}` }))
  return (
    <>
      <FilterMenu label="Status" options={options} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}
const value = () => JSON.parse(screen.getByRole('status').textContent) as Filter

test('each value is included or excluded by keyboard [FILTER-16]', async () => {
  render(<Menu />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('dialog', { name: 'Filter by Status' })).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Include'))
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(value()).toEqual({ v0: 'include', v1: 'exclude' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Exclude'))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Status: Value 0, not Value 1' }))
})

test('the button names three and counts four [FILTER-17 FILTER-18]', () => {
  const three: Filter = { v0: 'include', v1: 'include', v2: 'include' }
  const { unmount } = render(<Menu initial={three} count={5} />)
  expect(screen.getByRole('button', { name: 'Status: Value 0, Value 1, Value 2' })).toBeTruthy()
  unmount()
  render(<Menu initial={{ ...three, v3: 'include' }} count={5} />)
  expect(screen.getByRole('button', { name: 'Status: 4' })).toBeTruthy()
})

test('many values are searched', async () => {
  render(<Menu count={12} />)
  await userEvent.click(screen.getByRole('button', { name: 'Status' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search Status' }))
  await userEvent.keyboard('11')
  expect(screen.getAllByRole('radiogroup')).toHaveLength(1)
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
  expect(value()).toEqual({ v11: 'include' })
})
