import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ServiceRow, services } from '@tests/helpers/services'
import type { Target } from '@/commands/command'
import { createJournal } from '@/commands/journal'
import { type PlaceData, placesAround } from '@/commands/place'
import { prefs, readPreferences } from '@/commands/stores/preference-store'
import Pager from '@/ui/grid/pager'
import { Collection } from './collection'
import { type Console, ConsoleProvider } from '../console'
import { useListView } from './list-view'

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('@/ui/voice', () => ({ announce }))
beforeEach(() => {
  announce.mockClear()
  prefs.set((all) => ({ ...all, columns: {} }))
})

const app: Console = {
  perform: () => Promise.resolve(undefined),
  undo: () => undefined,
  environment: { path: '/', roles: [], online: true, nameOf: () => undefined },
  keys: [],
  journal: createJournal(() => new Date(0)),
}
const targetOf = ({ id, name }: ServiceRow): Target => ({ kind: 'check', id, label: name })
const columns = [
  {
    id: 'name',
    title: 'Service',
    width: '1fr',
    cell: ({ name }: ServiceRow) => name,
    sortBy: ({ name }: ServiceRow) => name,
  },
  {
    id: 'health',
    title: 'Health',
    width: '8rem',
    cell: ({ health }: ServiceRow) => health,
    groupBy: ({ health }: ServiceRow) => health,
  },
]
const onOpen = vi.fn<(row: ServiceRow, how: string) => void>()
const onClose = vi.fn<() => void>()
const matching = () => Promise.resolve(services(1284).map(targetOf))

function List({ rows }: { rows: readonly ServiceRow[] }) {
  const [view, setView] = useListView()
  const [cursor, setCursor] = useState<string>()
  return (
    <ConsoleProvider value={app}>
      <Collection
        of="check"
        label="Services"
        {...{ rows, columns, targetOf, view, cursor, matching, onOpen, onClose }}
        rowLabel={({ name }) => name}
        isProblem={({ health }) => health === 'unhealthy'}
        onView={setView}
        onCursor={setCursor}
        paging="pages"
        Pager={Pager}
        paged={{ total: 1284 }}
      />
    </ConsoleProvider>
  )
}

const place = (): PlaceData => {
  const found = placesAround(screen.getByRole('columnheader', { name: 'Service' })).find(
    ({ scope }) => scope === 'list'
  )
  if (!found) throw new Error('no list')
  return found
}
const values = (name: string) => place().choices?.[name]?.map(({ value }) => value)
/** Runs a command as the keyboard does. */
const run = (id: string, count = 1, args = {}) => act(() => place().handlers?.[id]?.(count, args))
const focused = () => document.activeElement?.getAttribute('aria-label')
const labels = (targets: readonly Target[] = []) => targets.map(({ label }) => label)

test('moves, selects and opens by list commands, and publishes the row under the cursor and the selection', () => {
  render(<List rows={services(50)} />)
  run('list.down', 3)
  run('list.down', 3)
  expect(focused()).toBe('service-3')
  expect(place().target?.label).toBe('service-3')
  run('list.toggle', 2)
  run('list.extendDown')
  expect(labels(place().selection)).toEqual(['service-3', 'service-4'])
  run('list.nextProblem')
  expect(focused()).toBe('service-6')
  run('list.peek')
  run('list.in')
  expect(onOpen.mock.calls.map(([{ id }, how]) => [id, how])).toEqual([
    ['id-6', 'peek'],
    ['id-6', 'enter'],
  ])
  run('list.clear')
  expect(place().selection).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
  run('list.clear')
  expect(onClose).toHaveBeenCalledTimes(1)
  run('list.previousProblem', 9)
  expect(announce.mock.calls.at(-1)?.[0]).toBe('No earlier problem.')
  run('list.last')
  expect(focused()).toBe('service-49')
  run('list.first')
  expect(focused()).toBe('service-0')
})

test('selects the loaded rows, then all matching rows, and shows the number of hidden selected rows', async () => {
  const { rerender } = render(<List rows={services(50)} />)
  run('list.all')
  expect(place().selection?.length).toBe(50)
  run('list.all')
  await screen.findByText('1,284 checks selected')
  expect(labels(place().selection).at(-1)).toBe('service-1283')
  expect(screen.getByText(/not shown/).textContent).toBe(', 1,234 not shown')
  rerender(<List rows={services(10)} />)
  expect(screen.getByText(/not shown/).textContent).toBe(', 1,274 not shown')
})

test('keeps only failed targets selected', () => {
  render(<List rows={services(50)} />)
  run('list.all')
  act(() => place().settle?.([targetOf({ id: 'id-2', name: 'service-2', health: '', uptime: null })]))
  expect(labels(place().selection)).toEqual(['service-2'])
})

test('offers the choices of the list for sort, group and page size', () => {
  render(<List rows={services(50)} />)
  expect(values('sort')).toEqual(['name', '-name', 'none'])
  expect(values('group')).toEqual(['health', 'none'])
  expect(values('pageSize')).toContain('1000')
  run('list.sort', 1, { sort: '-name' })
  expect(screen.getByRole('columnheader', { name: 'Service' }).getAttribute('aria-sort')).toBe('descending')
  run('list.group', 1, { group: 'health' })
  expect(screen.getByRole('treegrid')).toBeTruthy()
  run('list.group', 1, { group: 'none' })
  expect(screen.getByRole('grid')).toBeTruthy()
})

test('stores a chosen page size for all lists and ignores an invalid one [TABLE-15]', async () => {
  const first = render(<List rows={services(50)} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
  expect(prefs.get().persistPageSize).toBe(25)
  first.unmount()
  const again = render(<List rows={services(50)} />)
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('25')
  again.unmount()
  prefs.set((all) => ({ ...all, persistPageSize: 37 }))
  render(<List rows={services(50)} />)
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('50')
})

test('opens the columns dialog on b c, and removes a column hidden there', async () => {
  render(<List rows={services(5)} />)
  run('list.columns')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Health' }))
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('columnheader', { name: 'Health' })).toBeNull()
})

test('stores the columns of a list for its next visit', async () => {
  const { unmount } = render(<List rows={services(5)} />)
  run('list.columns')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Health' }))
  unmount()
  expect(readPreferences(localStorage).columns).toMatchObject({
    [`${location.pathname} check`]: { visibility: { health: false } },
  })
  render(<List rows={services(5)} />)
  expect(screen.queryByRole('columnheader', { name: 'Health' })).toBeNull()
})
