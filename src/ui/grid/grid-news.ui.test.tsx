import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import { type ServiceRow, services, showServices } from '@tests/helpers/services'

// Tests the effect of new data on focus, selection and scrolling.

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('../voice', () => ({ announce }))
beforeEach(() => announce.mockClear())

const focused = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0]
const scroller = () => screen.getByRole('grid')
const announced = () => announce.mock.calls.map(([text]) => text)
const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
/** Distance of the focused row from the top of the grid, in pixels. */
const height = () => (document.activeElement?.getBoundingClientRect().top ?? 0) - scroller().getBoundingClientRect().top
const extra = (id: string): ServiceRow => ({ id, name: id, health: 'healthy', uptime: 1 })
const scrollTo = async (top: number) => {
  scroller().scrollTop = top
  await frame()
  await frame()
}

test('deferred row data appears in the row and its label; removed rows are unsubscribed', () => {
  const rows = services(2)
  const watching = new Map<string, () => void>()
  const late = new Map<string, ServiceRow>()
  const later = {
    watch({ id }: ServiceRow, onChange: () => void) {
      watching.set(id, onChange)
      return () => void watching.delete(id)
    },
    of: (row: ServiceRow) => late.get(row.id) ?? row,
  }
  const { show } = showServices({ rows, deferredRows: later })
  expect([...watching.keys()]).toEqual(['id-0', 'id-1'])
  late.set('id-1', { id: 'id-1', name: 'service-1', health: 'refused', uptime: 1 })
  act(() => watching.get('id-1')?.())
  expect(screen.getByRole('row', { name: /^service-1, refused/ }).textContent).toContain('refused')
  show({ rows: rows.slice(0, 1), deferredRows: later })
  expect([...watching.keys()]).toEqual(['id-0'])
})

test('when the focused row is removed, the next row takes focus and this is announced', async () => {
  const rows = services(31)
  const { show } = showServices({ rows })
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  show({ rows: rows.filter(({ id }) => id !== 'id-3') })
  expect(focused()).toBe('service-4')
  await eventually(() => expect(announced()).toEqual(['service-3 was removed. On service-4, 4 of 30.']))
})

test('after the last row, focus moves to the row before it, and to the list itself when it is empty', async () => {
  const rows = services(3)
  const { show } = showServices({ rows })
  await userEvent.tab()
  await userEvent.keyboard('{End}')
  show({ rows: rows.slice(0, 2) })
  expect(focused()).toBe('service-1')
  show({ rows: [] })
  expect(document.activeElement).toBe(scroller())
  await eventually(() =>
    expect(announced()).toEqual(
      expect.arrayContaining([expect.stringContaining('service-1 was removed. Nothing is left.')])
    )
  )
  show({ rows })
  expect(focused()).toBe('service-0')
})

test('removing a row while focus is elsewhere is not announced and passes its tab stop on', async () => {
  const rows = services(5)
  const { show } = showServices({ rows })
  await userEvent.tab()
  await userEvent.keyboard('{ArrowDown}')
  act(() => (document.activeElement as HTMLElement).blur())
  await frame()
  show({ rows: rows.filter(({ id }) => id !== 'id-1') })
  expect(document.activeElement).toBe(document.body)
  await userEvent.tab()
  expect(focused()).toBe('service-2')
  expect(announced()).toEqual([])
})

test('a new order of the data moves neither focus nor the focused row on the screen', async () => {
  const rows = services(2000)
  const { show, handle } = showServices({ rows })
  act(() => handle().focusRow('id-1000'))
  await frame()
  expect(focused()).toBe('service-1000')
  const before = height()
  show({ rows: [...rows.slice(500), ...rows.slice(0, 500)] })
  await frame()
  expect(focused()).toBe('service-1000')
  expect(height()).toBe(before)
  expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('502')
})

test('new rows above the view do not push it down but wait behind a button', async () => {
  const rows = services(500)
  const { show } = showServices({ rows })
  await scrollTo(3200)
  const first = screen.getByRole('row', { name: /service-100,/ })
  const before = first.getBoundingClientRect().top
  show({ rows: [extra('a'), extra('b'), ...rows.slice(0, 50), extra('c'), ...rows.slice(50)] })
  await frame()
  expect(screen.getByRole('row', { name: /service-100,/ }).getBoundingClientRect().top).toBe(before)
  expect(scroller().getAttribute('aria-description')).toBe('3 new')
  await userEvent.click(screen.getByRole('button', { name: '3 new' }))
  await frame()
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
  expect(focused()).toBe('a')
  expect(scroller().scrollTop).toBe(0)
})

test('shows new rows at once in view, below it, and in a list at its beginning', async () => {
  const rows = services(500)
  const { show } = showServices({ rows })
  show({ rows: [extra('a'), ...rows] })
  expect(screen.getByRole('row', { name: /^a,/ })).toBeTruthy()
  await scrollTo(3200)
  show({ rows: [extra('a'), ...rows.slice(0, 102), extra('b'), ...rows.slice(102), extra('c')] })
  await frame()
  expect(screen.getByRole('row', { name: /^b,/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
})

test('a new query shows its rows from the beginning and announces no additions or removals', async () => {
  const rows = services(500)
  const { show } = showServices({ rows, query: '' })
  await scrollTo(3200)
  show({ rows: [extra('a'), ...rows.slice(200)], query: 'other' })
  await frame()
  expect(scroller().scrollTop).toBe(0)
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
  expect(announced()).toEqual([])
})

test('a control keeps focus when its row is updated; when the row is removed, the next row takes focus', async () => {
  const rows = services(4)
  const columns = [
    { id: 'name', title: 'Service', width: '1fr', cell: ({ name }: ServiceRow) => name },
    {
      id: 'run',
      title: 'Run',
      width: '8rem',
      cell: ({ name }: ServiceRow) => <button type="button">Run {name}</button>,
    },
  ]
  const { show } = showServices({ rows, columns })
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Run service-0')
  show({ rows: rows.map((row) => ({ ...row, health: 'healthy' })) })
  expect(document.activeElement?.textContent).toBe('Run service-0')
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toBe('service-0')
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  expect(focused()).toBe('service-1')
  await userEvent.keyboard('{ArrowRight}')
  show({ rows: rows.filter(({ id }) => id !== 'id-1') })
  expect(focused()).toBe('service-2')
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]').length).toBe(1)
})

const bar = () => <div style={{ height: 90, flex: 'none' }}>selected</div>

const bottom = () => document.activeElement?.getBoundingClientRect().bottom ?? Infinity

test('a bar that appears below the rows does not cover the focused row', async () => {
  showServices({ rows: services(200), renderBar: bar })
  await userEvent.tab()
  await userEvent.keyboard('{PageDown}{ArrowDown}{ArrowDown}')
  expect(bottom()).toBeGreaterThan(scroller().getBoundingClientRect().bottom - 90)
  await userEvent.keyboard(' ')
  expect(screen.getByText('selected')).toBeTruthy()
  await frame()
  expect(bottom()).toBeLessThanOrEqual(scroller().getBoundingClientRect().bottom)
})
