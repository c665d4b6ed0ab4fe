import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import { type ServiceRow, services, showServices } from '@tests/helpers/services'

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('../voice', () => ({ announce }))
beforeEach(() => announce.mockClear())

const user = userEvent.setup()
const press = (keys: string) => user.keyboard(keys)
const focused = () => document.activeElement?.getAttribute('aria-label')
const row = (name: string | RegExp) => screen.getByRole('row', { name })
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.getAttribute('aria-label')?.split(',')[0])
const scroller = () => screen.getByRole('grid')
const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
const announced = () => announce.mock.calls.map(([text]) => text)

test('has one tab stop; arrow keys, Page Up and Down, Home and End move focus', async () => {
  showServices({ rows: services(60) })
  await user.tab()
  expect(focused()).toBe('service-0, unhealthy')
  const steps: [string, string][] = [
    ['{ArrowDown}', 'service-1'],
    ['{ArrowDown}{ArrowDown}', 'service-3'],
    ['{ArrowUp}', 'service-2'],
    ['{End}', 'service-59'],
    ['{ArrowDown}', 'service-59'],
    ['{Home}', 'service-0'],
    ['{Control>}{End}{/Control}', 'service-59'],
    ['{Control>}{Home}{/Control}', 'service-0'],
  ]
  for (const [keys, name] of steps) {
    await press(keys)
    expect([keys, focused()?.split(',')[0]]).toEqual([keys, name])
  }
  await press('{PageDown}')
  const page = Number(focused()?.match(/\d+/)?.[0])
  expect(page).toBeGreaterThan(5)
  await press('{PageUp}')
  expect(focused()?.split(',')[0]).toBe('service-0')
  await user.tab()
  expect(scroller().contains(document.activeElement)).toBe(false)
})

test('exposes the grid size and the position, columns and label of each row; the first cell is the row header', () => {
  showServices({ rows: services(40) })
  expect(scroller().getAttribute('aria-rowcount')).toBe('41')
  expect(scroller().getAttribute('aria-colcount')).toBe('3')
  const second = row('service-1, healthy')
  expect(second.getAttribute('aria-rowindex')).toBe('3')
  expect(second.getAttribute('aria-selected')).toBe('false')
  expect(within(second).getByRole('rowheader').getAttribute('aria-colindex')).toBe('1')
  expect(
    within(second)
      .getAllByRole('gridcell')
      .map((cell) => cell.textContent)
  ).toEqual(['healthy', '37'])
})

test('keeps only the rows near the view and the focused row in the document [TABLE-05]', async () => {
  showServices({ rows: services(10_000) })
  await user.tab()
  await press('{ArrowDown}')
  scroller().scrollTop = 200_000
  await frame()
  await frame()
  expect(screen.getAllByRole('row').length).toBeLessThan(60)
  expect(focused()).toBe('service-1, healthy')
  expect(row('service-1, healthy').getAttribute('aria-rowindex')).toBe('3')
  await press('{ArrowDown}')
  expect(focused()).toBe('service-2, healthy')
  expect(scroller().scrollTop).toBeLessThan(200)
  await press('{End}')
  expect(focused()).toBe('service-9999, unhealthy')
  expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('10001')
  await press('{ArrowUp}')
  expect(focused()).toBe('service-9998, healthy')
})

test('keeps the focused row in view when rows become higher', async () => {
  showServices({ rows: services(60) })
  await user.tab()
  await press('{End}')
  scroller().parentElement?.style.setProperty('--row-height', '72px')
  await eventually(() => {
    const [list, one] = [scroller(), row(/^service-59/)].map((element) => element.getBoundingClientRect())
    expect(one?.height).toBe(72)
    expect(one?.bottom).toBeLessThanOrEqual(list?.bottom ?? 0)
  })
})

test('a header can be reached by keyboard, sorts and announces the order [TABLE-01]', async () => {
  showServices({ rows: services(12) })
  await user.tab()
  await press('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('Service')
  await press('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Uptime')
  await press('{Enter}')
  expect(screen.getByRole('columnheader', { name: 'Uptime' }).getAttribute('aria-sort')).toBe('ascending')
  expect(names().slice(0, 3)).toEqual(['service-0', 'service-11', 'service-3'])
  // Unknown values come last in either direction.
  expect(names().at(-1)).toBe('service-9')
  await press('{Enter}')
  expect(screen.getByRole('columnheader', { name: 'Uptime' }).getAttribute('aria-sort')).toBe('descending')
  expect(names()[0]).toBe('service-8')
  expect(names().at(-1)).toBe('service-9')
  await press('{Enter}')
  expect(names().slice(0, 2)).toEqual(['service-0', 'service-1'])
  expect(announced()).toEqual(['Sorted by Uptime, ascending.', 'Sorted by Uptime, descending.', 'Not sorted.'])
  await press('{ArrowDown}')
  expect(focused()).toBe('service-0, unhealthy')
})

test('holding Up stops at the first row and does not enter the header', async () => {
  showServices({ rows: services(5) })
  await user.tab()
  await press('{ArrowDown}')
  await press('{ArrowUp>4/}')
  expect(focused()).toBe('service-0, unhealthy')
})

test('Enter opens a row and Space selects it, once per press', async () => {
  const onOpen = vi.fn<(row: { id: string }) => void>()
  showServices({ rows: services(5), onOpen })
  await user.tab()
  await press('{ArrowDown}{Enter}')
  expect(onOpen.mock.calls.map(([{ id }]) => id)).toEqual(['id-1'])
  await press(' ')
  expect(row(/service-1/).getAttribute('aria-selected')).toBe('true')
  await press(' ')
  expect(row(/service-1/).getAttribute('aria-selected')).toBe('false')
  expect(announced()).toEqual(['service-1 selected. 1 selected.', 'service-1 not selected. 0 selected.'])
})

const selectedIndexes = () =>
  screen.getAllByRole('row', { selected: true }).map((one) => Number(one.getAttribute('aria-rowindex')) - 2)

test('Shift with arrows extends the selection, and moving back deselects the passed rows', async () => {
  showServices({ rows: services(12) })
  await user.tab()
  await press('{ArrowDown} {ArrowDown}{ArrowDown}{ArrowDown}')
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(selectedIndexes()).toEqual([1, 4, 5, 6])
  await press('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}')
  expect(selectedIndexes()).toEqual([1, 3, 4])
  expect(focused()).toBe('service-3, unhealthy')
  await press('{ArrowDown}{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
  expect(selectedIndexes()).toEqual([1, 3, 4, 6, 7])
})

test('the pointer selects with Control, with Shift as a range, and by checkbox; a plain press opens', async () => {
  const onPress = vi.fn<(row: { id: string }) => void>()
  showServices({ rows: services(12), onPress })
  await user.click(row(/service-2,/))
  expect(onPress.mock.calls.map(([{ id }]) => id)).toEqual(['id-2'])
  await user.keyboard('{Control>}')
  await user.click(row(/service-4,/))
  await user.keyboard('{/Control}{Shift>}')
  await user.click(row(/service-6,/))
  await user.keyboard('{/Shift}')
  expect(selectedIndexes()).toEqual([4, 5, 6])
  await user.click(screen.getByRole('checkbox', { name: 'Select service-9' }))
  expect(selectedIndexes()).toEqual([4, 5, 6, 9])
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('Control+A selects the loaded rows and announces the total; a second press selects all matching rows', async () => {
  const all = services(1284).map(({ id }) => id)
  const selectAll = vi.fn<() => Promise<string[]>>().mockResolvedValue(all)
  showServices({ rows: services(50), paged: { total: 1284 }, paging: 'pages', selectAll })
  await user.tab()
  await press('{Control>}a{/Control}')
  expect(announced()).toEqual(['50 selected. 1,284 match; press again to select all.'])
  expect(selectAll).not.toHaveBeenCalled()
  await press('{Control>}a{/Control}')
  await eventually(() => expect(announced().at(-1)).toBe('All 1,284 selected.'))
})

const failing = () => Promise.reject(new Error('Network Error'))

test('announces that not all matching rows could be loaded and keeps the selection', async () => {
  showServices({ rows: services(5), paged: { total: 9 }, paging: 'pages', selectAll: failing })
  await user.tab()
  await press('{Control>}aa{/Control}')
  await eventually(() => expect(announced().at(-1)).toBe('Could not select all: Network Error.'))
  expect(selectedIndexes()).toEqual([0, 1, 2, 3, 4])
})

test('keeps the selection when rows are sorted, filtered out and paged', async () => {
  const { handle, show } = showServices({ rows: services(60), paging: 'pages', query: '' })
  act(() => handle().focusRow('id-1'))
  await press(' ')
  act(() => handle().turnPage(1))
  await press(' ')
  expect(announced().at(-1)).toBe('service-50 selected. 2 selected.')
  show({ rows: services(1), query: 'service-0' })
  show({ rows: services(60), query: '' })
  act(() => handle().sortBy({ column: 'name', isDescending: true }))
  expect(row(/service-50,/).getAttribute('aria-selected')).toBe('true')
  act(() => handle().turnPage(1))
  expect(row(/service-1,/).getAttribute('aria-selected')).toBe('true')
})

test('after a button of the empty state is pressed, focus moves to the new rows', async () => {
  const { show } = showServices({ rows: [], empty: <button type="button">Show all</button> })
  screen.getByRole('button', { name: 'Show all' }).focus()
  show({ rows: services(3) })
  expect(focused()).toBe('service-0, unhealthy')
  // Focus elsewhere stays there.
  show({ rows: [] })
  act(() => (document.activeElement as HTMLElement).blur())
  show({ rows: services(3) })
  expect(document.activeElement).toBe(document.body)
})

test('does not render the rows of a page again while the next page, with unknown total, is loading', async () => {
  const rendered = vi.fn<(name: string) => string>((name) => name)
  const columns = [{ id: 'name', title: 'Service', width: '1fr', cell: ({ name }: ServiceRow) => rendered(name) }]
  const page = { rows: services(20), columns, rowId: ({ id }: ServiceRow) => id, paging: 'pages' as const }
  const { show } = showServices({ ...page, paged: { total: 40 } })
  await frame()
  expect(rendered).toHaveBeenCalled()
  rendered.mockClear()
  show({ ...page, paged: { total: undefined }, isBusy: true })
  await frame()
  expect(scroller().getAttribute('aria-rowcount')).toBe('-1')
  expect(rendered).not.toHaveBeenCalled()
})
