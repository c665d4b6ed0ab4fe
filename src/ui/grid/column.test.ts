import { expect, test } from 'vitest'
import { arrangeColumns, findNameLength, orderColumns, toGridTracks } from './column'
import { fitColumnWidth, moveColumn } from './column-order'
import { hasMoreRows, nextSort, countPages, defaultGridView, changeGridView } from './grid-view'

const columns = ['name', 'health', 'uptime', 'latency'].map((id) => ({ id }))
const cell = () => null
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

test.each([
  ['default order', [], [], ['name', 'health', 'uptime', 'latency']],
  ['hidden columns are left out, except the first', [], ['name', 'uptime'], ['name', 'health', 'latency']],
  ['chosen order; the first stays first', ['latency', 'health', 'name'], [], ['name', 'latency', 'health', 'uptime']],
  ['new columns come last', ['uptime'], [], ['name', 'uptime', 'health', 'latency']],
  ['removed columns are ignored', ['gone', 'latency'], ['gone'], ['name', 'latency', 'health', 'uptime']],
])('columns: %s', (_name, order, hidden, expected) => {
  const visibility = Object.fromEntries(hidden.map((id) => [id, false]))
  expect(idsOf(arrangeColumns(columns, { order, visibility }))).toEqual(expected)
})

test('a column that starts hidden is shown when the user shows it', () => {
  const late = [{ id: 'name' }, { id: 'created', startsHidden: true }]
  expect(idsOf(arrangeColumns(late, { order: [], visibility: {} }))).toEqual(['name'])
  expect(idsOf(arrangeColumns(late, { order: [], visibility: { created: true } }))).toEqual(['name', 'created'])
})

test('shows a fixed column even if it is hidden', () => {
  const fixed = [{ id: 'name' }, { id: 'health', isFixed: true }]
  expect(idsOf(arrangeColumns(fixed, { order: [], visibility: { health: false } }))).toEqual(['name', 'health'])
})

test.each([
  ['one position to the left', 'uptime', -1, ['name', 'uptime', 'health', 'latency']],
  ['one position to the right', 'health', 1, ['name', 'uptime', 'health', 'latency']],
  ['left, but not in front of the first', 'health', -1, ['name', 'health', 'uptime', 'latency']],
  ['right, but not past the end', 'latency', 1, ['name', 'health', 'uptime', 'latency']],
  ['right, but not if it is the first', 'name', 1, ['name', 'health', 'uptime', 'latency']],
])('moves a column %s', (_name, id, by, expected) => {
  expect(moveColumn(columns, [], id, by)).toEqual(expected)
  expect(idsOf(orderColumns(columns, expected))).toEqual(expected)
})

test('builds tracks from the chosen widths and drops columns by priority', () => {
  const wide = [
    { id: 'a', title: 'A', width: '1fr', cell: () => null },
    { id: 'b', title: 'B', width: '5rem', priority: 1 as const, cell: () => null },
    { id: 'c', title: 'C', width: '6rem', priority: 3 as const, cell: () => null },
  ]
  expect(toGridTracks(wide, { c: 200 })).toEqual({
    '--tracks-all': '1fr 5rem 200px',
    '--tracks-0': '1fr 5rem 200px',
    '--tracks-1': '1fr 200px',
    '--tracks-2': '1fr 200px',
    '--tracks-3': '1fr',
    '--tracks-beside': '1fr',
  })
})

test('names take the free width first, up to the longest name, unless no other column is flexible', () => {
  const list = [
    { id: 'name', title: 'Name', width: 'minmax(7rem, 1.8fr)', cell },
    { id: 'type', title: 'Type', width: 'minmax(5rem, 1fr)', priority: 1 as const, cell },
    { id: 'age', title: 'Age', width: '4rem', cell },
  ]
  expect(toGridTracks(list, {}, 30)).toMatchObject({
    '--tracks-all': 'minmax(7rem, 30ch) minmax(5rem, 1fr) 4rem',
    '--tracks-1': 'minmax(7rem, 1.8fr) 4rem',
  })
  expect(toGridTracks(list, { name: 210 }, 30)['--tracks-all' as never]).toBe('210px minmax(5rem, 1fr) 4rem')
})

test.each([
  ['short names', ['cart', 'quay'], 0, 12],
  ['an icon', ['checkout-9f4c1-x7'], 0, 21],
  ['a level of a tree', ['checkout-9f4c1-x7'], 2, 27],
  ['a limit', ['x'.repeat(300)], 0, 44],
])('the column of names has room for %s', (_what, names, depth, expected) => {
  const lines = names.map((name) => ({
    is: 'row' as const,
    row: { name },
    id: name,
    level: depth + 1,
    depth,
    position: 1,
    setSize: -1,
    parent: undefined,
    isExpanded: undefined,
  }))
  expect(findNameLength(lines, ({ name }) => name)).toBe(expected)
})

test.each([
  [20, 48],
  [120.4, 120],
  [9000, 1200],
])('a width of %d pixels becomes %d', (width, fitted) => {
  expect(fitColumnWidth(width)).toBe(fitted)
})

test('a header cycles through ascending, descending and unsorted; another column starts at ascending', () => {
  const first = nextSort(undefined, 'uptime')
  const second = nextSort(first, 'uptime')
  expect([first, second, nextSort(second, 'uptime'), nextSort(second, 'name')]).toEqual([
    { column: 'uptime', isDescending: false },
    { column: 'uptime', isDescending: true },
    undefined,
    { column: 'name', isDescending: false },
  ])
})

test.each([
  ['sorting', { sort: { column: 'uptime', isDescending: false } }, 0],
  ['grouping', { group: 'health' }, 0],
  ['another page size', { pageSize: 100 }, 0],
  ['a wider column', { widths: { name: 300 } }, 4],
])('%s returns to the first page only if it changes the rows', (_name, change, page) => {
  const { pageIndex, reach } = changeGridView({ ...defaultGridView, pageIndex: 4, reach: 200 }, change)
  expect([pageIndex, reach]).toEqual([page, page === 0 ? 0 : 200])
})

test.each([
  [0, 50, 1],
  [50, 50, 1],
  [51, 50, 2],
])('%i rows in pages of %i fill %i pages', (total, size, count) => {
  expect(countPages(total, size)).toBe(count)
})

test('a list has more rows while fewer are shown than match, or the total is unknown', () => {
  expect([hasMoreRows(50, 51), hasMoreRows(50, 50), hasMoreRows(50, undefined)]).toEqual([true, false, true])
})
