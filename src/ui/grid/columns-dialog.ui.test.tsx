import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { arrangeColumns } from './column'
import ColumnsDialog from './columns-dialog'
import { defaultGridView } from './grid-view'

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('../voice', () => ({ announce }))
beforeEach(() => announce.mockClear())

const columns = [
  { id: 'name', title: 'Service' },
  { id: 'health', title: 'Health' },
  { id: 'uptime', title: 'Uptime' },
]
const onClose = vi.fn<() => void>()

function Dialog() {
  const [view, setView] = useState(defaultGridView)
  return (
    <>
      <p>{`${arrangeColumns(columns, view).map(({ title }) => title)} ${JSON.stringify(view.widths)}`}</p>
      <ColumnsDialog
        columns={columns}
        view={view}
        onChange={(change) => setView((now) => ({ ...now, ...change }))}
        onClose={onClose}
      />
    </>
  )
}

const shown = () => screen.getByText(/Service/, { selector: 'p' }).textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('hides, moves, resizes and resets columns and announces each change', async () => {
  render(<Dialog />)
  const dialog = screen.getByRole('dialog', { name: 'Columns' })
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Health' }))
  expect(shown()).toBe('Service,Uptime {}')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Health' }))
  await press('Move Uptime up')
  expect(shown()).toBe('Service,Uptime,Health {}')
  await press('Make Uptime wider')
  await press('Make Health narrower')
  expect(shown()).toBe('Service,Uptime,Health {"uptime":144,"health":96}')
  await press('Reset')
  expect(shown()).toBe('Service,Health,Uptime {}')
  expect(announce.mock.calls.map(([text]) => text)).toEqual([
    'Health hidden.',
    'Health shown.',
    'Uptime, column 2 of 3.',
    'Uptime, 144 pixels wide.',
    'Health, 96 pixels wide.',
    'Columns reset.',
  ])
})

test('keeps the column that names the row and announces the reason', async () => {
  render(<Dialog />)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Service' })
  await userEvent.click(box)
  expect(box.checked).toBe(true)
  expect(announce.mock.calls.at(-1)?.[0]).toBe('Service is always shown.')
  expect(screen.getByRole('button', { name: 'Move Service down' }).getAttribute('aria-disabled')).toBe('true')
})

test('reaches all controls by keyboard and closes on Escape', async () => {
  render(<Dialog />)
  const order: (string | null | undefined)[] = []
  for (let stop = 0; stop < 6; stop++) {
    const element = document.activeElement
    order.push(element?.getAttribute('aria-label') ?? element?.closest('label')?.textContent)
    await userEvent.tab()
  }
  expect(order).toEqual([
    'Service',
    'Move Service up',
    'Move Service down',
    'Make Service narrower',
    'Make Service wider',
    'Health',
  ])
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})
