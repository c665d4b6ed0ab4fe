import { expect, test } from 'vitest'
import { arrange, inOrder, moved, tracks } from './column'
import { hasMore, nextSort, pageCount, plainView, withChange } from './view'

const columns = ['name', 'health', 'uptime', 'latency'].map((id) => ({ id }))
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

test.each([
  ['as they come', [], [], ['name', 'health', 'uptime', 'latency']],
  ['without the hidden ones, but never without the first', [], ['name', 'uptime'], ['name', 'health', 'latency']],
  ['in their order; the first stays first', ['latency', 'health', 'name'], [], ['name', 'latency', 'health', 'uptime']],
  ['whatever is new stands at the end', ['uptime'], [], ['name', 'uptime', 'health', 'latency']],
  ['columns that are no more do no harm', ['gone', 'latency'], ['gone'], ['name', 'latency', 'health', 'uptime']],
])('columns: %s', (_name, order, hidden, expected) => {
  expect(idsOf(arrange(columns, { order, hidden }))).toEqual(expected)
})

test('a fixed column is not left out', () => {
  const fixed = [{ id: 'name' }, { id: 'health', isFixed: true }]
  expect(idsOf(arrange(fixed, { order: [], hidden: ['health'] }))).toEqual(['name', 'health'])
})

test.each([
  ['one to the left', 'uptime', -1, ['name', 'uptime', 'health', 'latency']],
  ['one to the right', 'health', 1, ['name', 'uptime', 'health', 'latency']],
  ['not past the first', 'health', -1, ['name', 'health', 'uptime', 'latency']],
  ['not past the last', 'latency', 1, ['name', 'health', 'uptime', 'latency']],
  ['the first not at all', 'name', 1, ['name', 'health', 'uptime', 'latency']],
])('a column is moved %s', (_name, id, by, expected) => {
  expect(moved(columns, [], id, by)).toEqual(expected)
  expect(idsOf(inOrder(columns, expected))).toEqual(expected)
})

test('tracks are the widths that were chosen, and drop by priority', () => {
  const wide = [
    { id: 'a', title: 'A', width: '1fr', cell: () => null },
    { id: 'b', title: 'B', width: '5rem', priority: 1 as const, cell: () => null },
    { id: 'c', title: 'C', width: '6rem', priority: 3 as const, cell: () => null },
  ]
  expect(tracks(wide, { c: 200 })).toEqual({
    '--tracks-all': '1fr 5rem 200px',
    '--tracks-0': '1fr 5rem 200px',
    '--tracks-1': '1fr 200px',
    '--tracks-2': '1fr 200px',
    '--tracks-3': '1fr',
    '--tracks-beside': '1fr',
  })
})

test('a header goes from ascending to descending to as it comes; another column begins anew', () => {
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
])('after %s an endless list and its pages begin anew only if it is another list', (_name, change, page) => {
  const { pageIndex, reach } = withChange({ ...plainView, pageIndex: 4, reach: 200 }, change)
  expect([pageIndex, reach]).toEqual([page, page === 0 ? 0 : 200])
})

test.each([
  [0, 50, 1],
  [50, 50, 1],
  [51, 50, 2],
])('%i rows in pages of %i make %i', (total, size, count) => {
  expect(pageCount(total, size)).toBe(count)
})

test('there is more while fewer are shown than match, or nobody knows how many match', () => {
  expect([hasMore(50, 51), hasMore(50, 50), hasMore(50, undefined)]).toEqual([true, false, true])
})
