import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type ServiceRow, services, showServices } from '@tests/helpers/services'
import type { GroupOptions } from './column'

const spoken: string[] = []
vi.mock('../voice', () => ({ announce: (text: string) => spoken.push(text) }))

const groups: GroupOptions<ServiceRow> = {
  by: [{ id: 'kind', title: 'Kind', groupBy: ({ name }) => (name === 'service-4' ? 'lone' : 'common') }],
  label: (title, rows) => `${title} with ${rows.length}`,
  startsOpen: (rows) => rows.some(({ health }) => health === 'unhealthy'),
  isPlain: (rows) => rows.length === 1,
}
const labels = () => screen.getAllByRole('row').map((row) => row.getAttribute('aria-label'))

test('a custom group has its own label; a group that adds nothing to its row is not shown', () => {
  showServices({ rows: services(5), groups, initial: { group: 'kind' } })
  expect(labels()).toEqual([
    null,
    'common with 4',
    'service-0, unhealthy',
    'service-1, healthy',
    'service-2, healthy',
    'service-3, unhealthy',
    'service-4, healthy',
  ])
  expect(screen.getByRole('row', { name: 'service-4, healthy' }).getAttribute('aria-level')).toBe('1')
})

test('aligns the names of rows in and outside groups and marks rows in a group with a line', () => {
  showServices({ rows: services(5), groups, initial: { group: 'kind' } })
  const rows = screen.getAllByRole('row').filter((row) => row.getAttribute('aria-label')?.startsWith('service'))
  const edges = rows.map((row) => {
    const text = document.createRange()
    text.selectNodeContents(row.querySelector('[role="rowheader"] > :last-child') ?? row)
    return Math.round(text.getBoundingClientRect().left)
  })
  expect(new Set(edges).size).toBe(1)
  expect(rows.map((row) => getComputedStyle(row, '::after').content)).toEqual(['""', '""', '""', '""', 'none'])
})

test('reads the initial state of a group once; later changes neither expand nor collapse it', () => {
  const rows = services(5)
  const { show } = showServices({ rows, groups, initial: { group: 'kind' } })
  act(() => show({ rows: rows.map((row) => ({ ...row, health: 'healthy' })) }))
  expect(labels()).toContain('service-0, healthy')
})

test('a collapsed group stays collapsed, and the number of hidden rows is announced', () => {
  const { handle } = showServices({ rows: services(5), groups, initial: { group: 'kind' } })
  act(() => handle().enter())
  act(() => void handle().out())
  expect(labels()).toEqual([null, 'common with 4', 'service-4, healthy'])
  expect(spoken.at(-1)).toBe('4 rows hidden.')
  act(() => void handle().in())
  expect(labels()).toHaveLength(7)
  expect(spoken.at(-1)).toBe('4 rows shown.')
})

const few: GroupOptions<ServiceRow> = {
  by: [{ id: 'health', title: 'Health', groupBy: ({ health }) => health }],
  title: ([row]) => `all ${row?.health}`,
  label: (title, rows) => `${title}, ${rows.length}`,
  renderLine: (rows) => <span>{rows.length} in one line</span>,
  isPlain: (rows) => rows.length === 1,
}

test('when the focused row moves into a collapsed group, the group takes focus and no removal is announced', () => {
  const [down, up, other] = services(3)
  if (!down || !up || !other) throw new Error('three services')
  const { show, handle } = showServices({ rows: [down, up], groups: few, initial: { group: 'health' } })
  act(() => handle().focusRow(up.id))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('service-1, healthy')
  spoken.length = 0
  act(() => show({ rows: [down, up, other] }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('all healthy, 2')
  expect(document.activeElement?.textContent).toContain('2 in one line')
  expect(spoken).toEqual([])
  act(() => handle().enter())
  act(() => handle().focusRow(other.id))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('all healthy, 2')
})

test('counts rows, not groups, on a page from the backend', () => {
  showServices({
    rows: services(20),
    groups: few,
    initial: { group: 'health', pageSize: 20 },
    paging: 'pages',
    paged: { total: 180 },
  })
  expect(screen.getByText('1–20 of 180')).toBeDefined()
})
