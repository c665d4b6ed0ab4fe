import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../tests/helpers/eventually'
import { type Service, services, showServices } from '../../../tests/helpers/services'

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
const said = () => announce.mock.calls.map(([text]) => text)

test('one Tab stop; arrows, Page, Home and End move real focus, also with Control', async () => {
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

test('a grid tells its size, each row where it stands, its columns and one sentence; the first cell heads the row', () => {
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

test('of many rows only those near the view are in the document, and the focused one wherever it is [TABLE-05]', async () => {
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

test('rows that become higher, as in a narrower window, leave the focused one in sight', async () => {
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

test('a header sorts, says so, and is reached from the first row by keys [TABLE-01]', async () => {
  showServices({ rows: services(12) })
  await user.tab()
  await press('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('Service')
  await press('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Uptime')
  await press('{Enter}')
  expect(screen.getByRole('columnheader', { name: 'Uptime' }).getAttribute('aria-sort')).toBe('ascending')
  expect(names().slice(0, 3)).toEqual(['service-0', 'service-11', 'service-3'])
  // What is not known stands last, whichever way.
  expect(names().at(-1)).toBe('service-9')
  await press('{Enter}')
  expect(screen.getByRole('columnheader', { name: 'Uptime' }).getAttribute('aria-sort')).toBe('descending')
  expect(names()[0]).toBe('service-8')
  expect(names().at(-1)).toBe('service-9')
  await press('{Enter}')
  expect(names().slice(0, 2)).toEqual(['service-0', 'service-1'])
  expect(said()).toEqual(['Sorted by Uptime, ascending.', 'Sorted by Uptime, descending.', 'Not sorted.'])
  await press('{ArrowDown}')
  expect(focused()).toBe('service-0, unhealthy')
})

test('holding Up stops at the first row instead of going on into the header', async () => {
  showServices({ rows: services(5) })
  await user.tab()
  await press('{ArrowDown}')
  await press('{ArrowUp>4/}')
  expect(focused()).toBe('service-0, unhealthy')
})

test('Enter opens, Space ticks, and both say or do it once', async () => {
  const onOpen = vi.fn<(row: { id: string }) => void>()
  showServices({ rows: services(5), onOpen })
  await user.tab()
  await press('{ArrowDown}{Enter}')
  expect(onOpen.mock.calls.map(([{ id }]) => id)).toEqual(['id-1'])
  await press(' ')
  expect(row(/service-1/).getAttribute('aria-selected')).toBe('true')
  await press(' ')
  expect(row(/service-1/).getAttribute('aria-selected')).toBe('false')
  expect(said()).toEqual(['service-1 selected. 1 selected.', 'service-1 not selected. 0 selected.'])
})

const ticked = () =>
  screen.getAllByRole('row', { selected: true }).map((one) => Number(one.getAttribute('aria-rowindex')) - 2)

test('Shift and arrows tick from where they began, and going back unticks what was only passed', async () => {
  showServices({ rows: services(12) })
  await user.tab()
  await press('{ArrowDown} {ArrowDown}{ArrowDown}{ArrowDown}')
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(ticked()).toEqual([1, 4, 5, 6])
  await press('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}')
  expect(ticked()).toEqual([1, 3, 4])
  expect(focused()).toBe('service-3, unhealthy')
  await press('{ArrowDown}{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
  expect(ticked()).toEqual([1, 3, 4, 6, 7])
})

test('the pointer ticks with Control, with Shift in a range, and by the box; a plain press opens', async () => {
  const onPress = vi.fn<(row: { id: string }) => void>()
  showServices({ rows: services(12), onPress })
  await user.click(row(/service-2,/))
  expect(onPress.mock.calls.map(([{ id }]) => id)).toEqual(['id-2'])
  await user.keyboard('{Control>}')
  await user.click(row(/service-4,/))
  await user.keyboard('{/Control}{Shift>}')
  await user.click(row(/service-6,/))
  await user.keyboard('{/Shift}')
  expect(ticked()).toEqual([4, 5, 6])
  await user.click(screen.getByRole('checkbox', { name: 'Select service-9' }))
  expect(ticked()).toEqual([4, 5, 6, 9])
  expect(onPress).toHaveBeenCalledTimes(1)
})

test('Control+A ticks what is loaded and says how many match; pressed again it asks for all of them', async () => {
  const all = services(1284).map(({ id }) => id)
  const selectAll = vi.fn<() => Promise<string[]>>().mockResolvedValue(all)
  showServices({ rows: services(50), paged: { total: 1284 }, paging: 'pages', selectAll })
  await user.tab()
  await press('{Control>}a{/Control}')
  expect(said()).toEqual(['50 selected. 1,284 match; press again to select all.'])
  expect(selectAll).not.toHaveBeenCalled()
  await press('{Control>}a{/Control}')
  await eventually(() => expect(said().at(-1)).toBe('All 1,284 selected.'))
})

const failing = () => Promise.reject(new Error('Network Error'))

test('when not all that match can be loaded, it says so and keeps what was ticked', async () => {
  showServices({ rows: services(5), paged: { total: 9 }, paging: 'pages', selectAll: failing })
  await user.tab()
  await press('{Control>}aa{/Control}')
  await eventually(() => expect(said().at(-1)).toBe('Could not select all: Network Error.'))
  expect(ticked()).toEqual([0, 1, 2, 3, 4])
})

test('ticked rows stay ticked when they are sorted, filtered out and paged', async () => {
  const { handle, show } = showServices({ rows: services(60), paging: 'pages', query: '' })
  act(() => handle().focusRow('id-1'))
  await press(' ')
  act(() => handle().turnPage(1))
  await press(' ')
  expect(said().at(-1)).toBe('service-50 selected. 2 selected.')
  show({ rows: services(1), query: 'service-0' })
  show({ rows: services(60), query: '' })
  act(() => handle().sortBy({ column: 'name', isDescending: true }))
  expect(row(/service-50,/).getAttribute('aria-selected')).toBe('true')
  act(() => handle().turnPage(1))
  expect(row(/service-1,/).getAttribute('aria-selected')).toBe('true')
})

test('whoever pressed what stands instead of rows goes on among those that came of it', async () => {
  const { show } = showServices({ rows: [], empty: <button type="button">Show all</button> })
  screen.getByRole('button', { name: 'Show all' }).focus()
  show({ rows: services(3) })
  expect(focused()).toBe('service-0, unhealthy')
  // Whoever was elsewhere stays there.
  show({ rows: [] })
  act(() => (document.activeElement as HTMLElement).blur())
  show({ rows: services(3) })
  expect(document.activeElement).toBe(document.body)
})

test('rows of a page are not drawn again while another is on its way, whose total is not known', async () => {
  const drawn = vi.fn<(name: string) => string>((name) => name)
  const columns = [{ id: 'name', title: 'Service', width: '1fr', cell: ({ name }: Service) => drawn(name) }]
  const page = { rows: services(20), columns, rowId: ({ id }: Service) => id, paging: 'pages' as const }
  const { show } = showServices({ ...page, paged: { total: 40 } })
  await frame()
  expect(drawn).toHaveBeenCalled()
  drawn.mockClear()
  show({ ...page, paged: { total: undefined }, isBusy: true })
  await frame()
  expect(scroller().getAttribute('aria-rowcount')).toBe('-1')
  expect(drawn).not.toHaveBeenCalled()
})
