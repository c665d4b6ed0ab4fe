import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import { type ServiceRow, services, showServices } from '@tests/helpers/services'

// Tests groups, trees, pages, endless lists, cards and empty lists.

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('../voice', () => ({ announce }))
beforeEach(() => announce.mockClear())

const press = (keys: string) => userEvent.keyboard(keys)
const focused = () => document.activeElement?.getAttribute('aria-label')
const announced = () => announce.mock.calls.map(([text]) => text)
const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
const button = (name: string) => screen.getByRole('button', { name })
const topRow = () => screen.getAllByRole('row')[1]
const range = () => screen.getByText(/of 180/).textContent
const heightOfRow = () => screen.getAllByRole('row')[2]?.offsetHeight
const isHealthy = ({ health }: ServiceRow) => health === 'healthy'
const count = () => screen.getAllByRole('row').length - 1

test('each group has a row with a count, which Right expands and Left collapses [TABLE-02 TABLE-03 TABLE-04]', async () => {
  showServices({ rows: services(12), initial: { group: 'health' } })
  const grid = screen.getByRole('treegrid')
  expect(grid.getAttribute('aria-rowcount')).toBe('3')
  await userEvent.tab()
  expect(focused()).toBe('unhealthy, 4 rows')
  const group = document.activeElement
  expect(group?.textContent).toContain('4')
  expect([group?.getAttribute('aria-level'), group?.getAttribute('aria-expanded')]).toEqual(['1', 'false'])
  expect([group?.getAttribute('aria-posinset'), group?.getAttribute('aria-setsize')]).toEqual(['1', '2'])
  await press('{ArrowRight}')
  expect(group?.getAttribute('aria-expanded')).toBe('true')
  expect(grid.getAttribute('aria-rowcount')).toBe('7')
  await press('{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('service-3, unhealthy')
  expect(document.activeElement?.getAttribute('aria-level')).toBe('2')
  expect(document.activeElement?.getAttribute('aria-posinset')).toBe('2')
  expect(document.activeElement?.getAttribute('aria-setsize')).toBe('4')
  await press('{ArrowLeft}')
  expect(focused()).toBe('unhealthy, 4 rows')
  await press('{ArrowLeft}')
  expect(count()).toBe(2)
  await press('{Enter}')
  expect(count()).toBe(6)
})

test('selecting a group, or a range over a collapsed group, selects its rows', async () => {
  showServices({ rows: services(12), initial: { group: 'health' } })
  await userEvent.tab()
  await press(' ')
  expect(announced()).toEqual(['unhealthy selected. 4 selected.'])
  await press('{Shift>}{ArrowDown}{/Shift}')
  expect(announced().at(-1)).toBe('12 selected.')
})

test('announces grouping and keeps the current row in view', async () => {
  const { handle } = showServices({ rows: services(12) })
  act(() => handle().focusRow('id-4'))
  act(() => handle().groupBy('health'))
  expect(announced()).toEqual(['Grouped by Health.'])
  expect(focused()).toBe('service-4, healthy')
})

test('finds a problem in a collapsed group at the group', async () => {
  const { handle } = showServices({ rows: services(12), initial: { group: 'health' } })
  let isFound: boolean | undefined
  act(() => {
    isFound = handle().find(1, isHealthy)
  })
  expect([isFound, focused()]).toEqual([true, 'healthy, 8 rows'])
  act(() => {
    isFound = handle().find(1, isHealthy)
  })
  expect(isFound).toBe(false)
})

test.each([
  [undefined, 1, 'service-0'],
  ['id-0', 1, 'service-3'],
  ['id-0', 2, 'service-6'],
  ['id-9', 1, undefined],
  ['id-8', -1, 'service-6'],
  ['id-8', -3, 'service-0'],
  ['id-0', -1, undefined],
])('from %s, %d problems on is %s', (from, by, expected) => {
  const { handle } = showServices({ rows: services(12) })
  if (from !== undefined) act(() => handle().focusRow(from))
  act(() => void handle().find(by, ({ health }) => health === 'unhealthy'))
  const reached = focused()?.split(',')[0]
  expect(reached).toBe(expected ?? (from === undefined ? undefined : `service-${from.slice(3)}`))
})

test('shows child rows as a tree', async () => {
  const children = services(9).slice(3)
  const childrenOf = ({ id }: ServiceRow) => (id === 'id-1' ? children : undefined)
  showServices({ rows: services(3), childrenOf })
  await userEvent.tab()
  expect(document.activeElement?.hasAttribute('aria-expanded')).toBe(false)
  await press('{ArrowDown}{ArrowRight}{ArrowDown}')
  expect(focused()).toBe('service-3, unhealthy')
  expect(document.activeElement?.getAttribute('aria-level')).toBe('2')
  expect(document.activeElement?.getAttribute('aria-setsize')).toBe('6')
})

test('goes to the first, previous, next and last page by button and by number [TABLE-06 TABLE-07 TABLE-08 TABLE-09]', async () => {
  showServices({ rows: services(1284), paging: 'pages' })
  expect(count()).toBe(50)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Go to page' })
  expect([field.min, field.max, field.value]).toEqual(['1', '26', '1'])
  await userEvent.click(button('Previous page'))
  expect(topRow()?.getAttribute('aria-rowindex')).toBe('2')
  await userEvent.click(button('Next page'))
  expect(topRow()?.getAttribute('aria-label')).toBe('service-50, healthy')
  expect(topRow()?.getAttribute('aria-rowindex')).toBe('52')
  await userEvent.click(button('Last page'))
  expect(count()).toBe(34)
  await userEvent.click(button('First page'))
  expect(topRow()?.getAttribute('aria-label')).toBe('service-0, unhealthy')
  await userEvent.clear(field)
  await userEvent.type(field, '99{Enter}')
  expect(field.value).toBe('26')
  await userEvent.clear(field)
  await userEvent.type(field, '0{Enter}')
  expect(field.value).toBe('1')
  expect(announced()).toEqual([
    'This is the first page.',
    'Page 2 of 26.',
    'Page 26 of 26.',
    'Page 1 of 26.',
    'Page 26 of 26.',
    'Page 1 of 26.',
  ])
})

test('offers page sizes with 50 as the default; a new size returns to the first page [TABLE-10 TABLE-11 TABLE-12 TABLE-13 TABLE-14]', async () => {
  const { handle } = showServices({ rows: services(1284), paging: 'pages' })
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' })
  expect([...select.options].map(({ text }) => Number(text))).toEqual([
    5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000,
  ])
  expect(select.value).toBe('50')
  act(() => handle().turnPage(3))
  await userEvent.selectOptions(select, '5')
  expect(count()).toBe(5)
  expect(screen.getAllByRole('row')[1]?.getAttribute('aria-rowindex')).toBe('2')
})

test('turning the page moves focus to its first row and announces no removal', async () => {
  const { handle } = showServices({ rows: services(120), paging: 'pages' })
  act(() => handle().focusRow('id-7'))
  act(() => handle().turnPage(1))
  expect(focused()).toBe('service-50, healthy')
  act(() => handle().turnPage(5))
  act(() => handle().turnPage(1))
  expect(announced()).toEqual(['Page 2 of 3.', 'Page 3 of 3.', 'This is the last page.'])
})

test('with backend paging and an unknown total, focus moves only when the rows arrive', async () => {
  const all = services(150)
  const { show, handle } = showServices({ rows: all.slice(0, 50), paged: { total: undefined }, paging: 'pages' })
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1')
  act(() => handle().focusRow('id-7'))
  act(() => handle().turnPage(1))
  show({ isBusy: true })
  expect(focused()).toBe('service-7, healthy')
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true')
  show({ rows: all.slice(50, 100), isBusy: false })
  expect(focused()).toBe('service-50, healthy')
  expect(announced()).toEqual(['Page 2.'])
})

test('an endless list doubles at its last row, announces this once and keeps focus', async () => {
  showServices({ rows: services(180), paging: 'endless' })
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' })
  expect([...select.options].map(({ text }) => text)).toEqual(['50', '100', '200'])
  expect(range()).toBe('1–50 of 180')
  await userEvent.tab()
  await press('{End}')
  await frame()
  await eventually(() => expect(announced()).toEqual(['50 more rows.']))
  expect(focused()).toBe('service-49, healthy')
  expect(range()).toBe('1–100 of 180')
  await press('{End}')
  await eventually(() => expect(announced()).toEqual(['50 more rows.', '80 more rows.']))
  await press('{End}')
  await frame()
  expect(range()).toBe('1–180 of 180')
  expect(announced().length).toBe(2)
  // Growing does not change the chosen page size.
  expect(select.value).toBe('50')
})

test('arrows move in two dimensions among cards, and the table keeps the cursor', async () => {
  const { handle } = showServices({ rows: services(12), initial: { layout: 'cards' } })
  const [first, ...others] = screen.getAllByRole('row').map((card) => card.getBoundingClientRect().top)
  const perLine = 1 + others.filter((top) => top === first).length
  expect(perLine).toBeGreaterThan(2)
  await userEvent.tab()
  await press('{ArrowRight}{ArrowRight}')
  expect(focused()).toBe('service-2, healthy')
  expect(document.activeElement?.getAttribute('role')).toBe('row')
  expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('3')
  await press('{ArrowDown}')
  expect(focused()).toContain(`service-${2 + perLine},`)
  await press('{ArrowLeft}{ArrowUp}')
  expect(focused()).toBe('service-1, healthy')
  act(() => void handle().in())
  expect(focused()).toBe('service-2, healthy')
  act(() => void handle().out())
  act(() => handle().moveBy(1))
  expect(focused()).toContain(`service-${1 + perLine},`)
  act(() => handle().change({ layout: 'table' }))
  await frame()
  expect(
    within(screen.getByRole('grid'))
      .getAllByRole('row')
      .find(({ tabIndex }) => tabIndex === 0)
      ?.getAttribute('aria-label')
  ).toContain(`service-${1 + perLine},`)
})

test.each([
  ['an empty', {}, 'No data available', 'false'],
  ['a loading', { status: 'loading' as const }, 'loading data...', 'true'],
  ['a failed', { status: { failed: 'Network Error.' } }, 'Network Error.', 'false'],
])(
  '%s list shows a message in its place and can be focused [TABLE-16 TABLE-17]',
  async (_name, props, message, busy) => {
    showServices({ rows: [], ...props })
    const grid = screen.getByRole('grid')
    expect(within(grid).getByRole('gridcell').textContent).toBe(message)
    expect(grid.getAttribute('aria-busy')).toBe(busy)
    await userEvent.tab()
    expect(document.activeElement).toBe(grid)
  }
)

test.each([
  ['compact', 24],
  ['lines', 20],
] as const)('rows are 32 px high, and in %s density %i px', async (density, height) => {
  const { handle } = showServices({ rows: services(5) })
  expect(heightOfRow()).toBe(32)
  act(() => handle().change({ density }))
  await frame()
  expect(heightOfRow()).toBe(height)
  const [, first, second] = screen.getAllByRole('row')
  expect((second?.getBoundingClientRect().top ?? 0) - (first?.getBoundingClientRect().top ?? 0)).toBe(height)
})

test('Shift with arrows on a header resizes its column', async () => {
  showServices({ rows: services(5) })
  await userEvent.tab()
  await press('{ArrowUp}{ArrowRight}')
  const header = screen.getByRole('columnheader', { name: 'Uptime' })
  const before = header.offsetWidth
  await press('{Shift>}{ArrowRight}{/Shift}')
  await eventually(() => expect(header.offsetWidth).toBe(before + 16))
  await press('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}')
  await eventually(() => expect(header.offsetWidth).toBe(before - 16))
})
