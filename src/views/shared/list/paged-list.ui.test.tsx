import { QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { deferred } from '@/lib/deferred'
import { eventually } from '@tests/helpers/eventually'
import { createQueryClient } from '@/api/client'
import { ApiError, type ResultPage } from '@/api/http'
import type { Target } from '@/commands/command'
import { type PlaceData, placesAround } from '@/commands/place'
import { isLive, parsePreferences, prefs } from '@/commands/stores/preference-store'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { ListPage } from './list-page'
import type { ListQuery } from '@/lib/list-query'
import { relativeRange, type TimeRange } from '@/lib/time/range'
import { definePagedList, usePagedList } from './paged-list'

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('@/ui/voice', () => ({ announce }))

const onOpen = vi.fn<(run: Run) => void>()

type Run = { id: string; state: 'passed' | 'failed' }
const runs = (count: number, from = 1): Run[] =>
  Array.from({ length: count }, (_, at) => ({ id: `run-${from + at}`, state: at % 2 === 0 ? 'passed' : 'failed' }))

const targetOf = ({ id }: Run): Target => ({ kind: 'run', id, label: id })
const columns = [
  { id: 'id', title: 'Run', width: '1fr', cell: ({ id }: Run) => id, sortBy: ({ id }: Run) => id },
  { id: 'state', title: 'State', width: '6rem', cell: ({ state }: Run) => state },
]

type Asked = { question: ListQuery; index: number; size: number; signal: AbortSignal }

/** A server with these runs; `fails` is called before each response and may reject it. */
function serverOf(first: readonly Run[]) {
  const server = {
    rows: first,
    asked: [] as Asked[],
    fails: (_asked: Asked): Promise<void> | undefined => undefined,
    left: undefined as string | undefined,
  }
  function found({ search, sort, filters }: ListQuery) {
    const fits = server.rows.filter(({ id, state }) => id.includes(search) && filters['state']?.[state] !== 'exclude')
    return sort?.isDescending ? fits.toReversed() : fits
  }
  return Object.assign(server, {
    list: (paging: 'pages' | 'endless', time?: { initial: TimeRange | undefined }) =>
      definePagedList({
        paging,
        ...(time && { time }),
        filters: [
          {
            field: 'state',
            label: 'State',
            values: ['passed', 'failed'].map((value) => ({ value, label: value })),
          },
        ],
        page: (question, { index, size }) =>
          queryOptions({
            queryKey: ['runs', question, index, size],
            async queryFn({ signal }): Promise<ResultPage<Run>> {
              const one = { question, index, size, signal }
              server.asked.push(one)
              await server.fails(one)
              const all = found(question)
              return { rows: all.slice(index * size, (index + 1) * size), total: all.length, omitted: server.left }
            },
          }),
        targetOf,
        matching: async (question) => found(question).map(targetOf),
      }),
  })
}

type Options = {
  paging?: 'pages' | 'endless'
  everyMs?: number
  search?: string
  time?: { initial: TimeRange | undefined }
}

function open(server: ReturnType<typeof serverOf>, { paging = 'pages', everyMs, search = '', time }: Options = {}) {
  history.replaceState(null, '', `/runs${search}`)
  const list = server.list(paging, time)
  const client = createQueryClient({ signedOut: () => undefined })
  function Runs() {
    return (
      <ListPage
        title="Runs"
        of="run"
        source={usePagedList(list, everyMs)}
        columns={columns}
        targetOf={targetOf}
        sentenceOf={({ id, state }) => `${id}, ${state}`}
        searchLabel="Search"
        onOpen={onOpen}
        empty={<p>No run yet</p>}
      />
    )
  }
  render(
    <QueryClientProvider client={client}>
      <GalleryConsole>
        <div style={{ height: 500, display: 'grid' }}>
          <Runs />
        </div>
      </GalleryConsole>
    </QueryClientProvider>
  )
  return { refresh: () => act(() => client.refetchQueries({ queryKey: ['runs'] })) }
}

beforeEach(() => {
  announce.mockClear()
  onOpen.mockClear()
  prefs.set((all) => ({ ...all, persistPageSize: 50 }))
})
afterEach(() => {
  history.replaceState(null, '', '/')
  prefs.set(parsePreferences(null))
})

const row = (name: string | RegExp) => screen.findByRole('row', { name })
const grid = () => screen.getByRole('grid', { name: 'Runs' })
const place = (scope: PlaceData['scope']): PlaceData => {
  const found = placesAround(grid()).find((one) => one.scope === scope)
  if (!found) throw new Error(`no ${scope}`)
  return found
}
/** Runs a command as the keyboard does. */
const run = (id: string, count = 1, args = {}) =>
  act(() => [place('list'), place('page')].find(({ handlers }) => handlers?.[id])?.handlers?.[id]?.(count, args))
const search = () => new URLSearchParams(location.search)
const announced = () => announce.mock.calls.map(([text]) => text)
const pager = () => screen.getByRole('group', { name: 'Pages of Runs' }).textContent
const refused = new ApiError('http', 'out of memory', { status: 500 })

test('requests the first page of a filter once, before rendering', async () => {
  const server = serverOf(runs(120))
  open(server, { search: '?pageIndex=1' })
  await row('run-51, passed')
  server.asked.length = 0
  let requestsBeforeRender = 0
  act(() => {
    void place('page').handlers?.['list.filter']?.(1, { filter: 'state', value: 'failed', mode: 'exclude' })
    requestsBeforeRender = server.asked.length
  })
  expect(requestsBeforeRender).toBe(1)
  await row('run-1, passed')
  expect(server.asked.map(({ index, question }) => [index, question.filters])).toEqual([
    [0, { state: { failed: 'exclude' } }],
  ])
  // Going back to a cached page sends no request.
  act(() => history.pushState(null, '', '/runs?pageIndex=1'))
  await row('run-51, passed')
  expect(server.asked).toHaveLength(1)
})

test('requests pages one by one, and stores the page and its size in the address [FILTER-08 FILTER-09]', async () => {
  const server = serverOf(runs(120))
  open(server)
  await row('run-1, passed')
  // The page buttons load after the rows.
  await eventually(() => expect(pager()).toContain('1–50 of 120'))
  run('list.nextPage')
  await row('run-51, passed')
  expect(screen.queryByRole('row', { name: 'run-1, passed' })).toBeNull()
  expect([search().get('pageIndex'), search().get('pageSize')]).toEqual(['1', '50'])
  expect(server.asked.map(({ index, size }) => [index, size])).toEqual([
    [0, 50],
    [1, 50],
  ])
  expect(screen.getByText('120 runs')).toBeDefined()
})

test('shows the page of a link; sorting on the server starts at the first page [FILTER-10]', async () => {
  const server = serverOf(runs(120))
  open(server, { search: '?pageIndex=2' })
  await row('run-101, passed')
  run('list.sort', 1, { sort: '-id' })
  await row('run-120, failed')
  expect(screen.getByRole('columnheader', { name: 'Run' }).getAttribute('aria-sort')).toBe('descending')
  expect([search().get('sortBy'), search().get('sortOrder'), search().get('pageIndex')]).toEqual(['id', 'desc', null])
  run('list.sort', 1, { sort: 'id' })
  await row('run-1, passed')
  expect([search().get('sortBy'), search().get('sortOrder')]).toEqual(['id', 'asc'])
})

test('shows the order and page size of a link without storing the size [FILTER-09 FILTER-10]', async () => {
  const server = serverOf(runs(120))
  open(server, { search: '?pageIndex=1&pageSize=25&sortBy=id&sortOrder=desc' })
  await row('run-95, passed')
  expect(pager()).toContain('26–50 of 120')
  expect(server.asked).toMatchObject([{ index: 1, size: 25, question: { sort: { column: 'id', isDescending: true } } }])
  run('list.sort', 1, { sort: 'none' })
  await row('run-1, passed')
  expect(prefs.get().persistPageSize).toBe(50)
  expect(search().get('pageSize')).toBe('25')
  run('list.pageSize', 1, { pageSize: '100' })
  await row('run-100, failed')
  expect([search().get('pageIndex'), search().get('pageSize')]).toEqual([null, '100'])
  expect(prefs.get().persistPageSize).toBe(100)
})

test('focuses the row of a link', async () => {
  const server = serverOf(runs(120))
  open(server, { search: '?id=run-3' })
  const third = await row('run-3, passed')
  await eventually(() => expect(document.activeElement).toBe(third))
})

test.each(['51', '0', '100000', 'all', '-50'])('ignores the invalid page size %s of a link', async (size) => {
  const server = serverOf(runs(120))
  open(server, { search: `?pageSize=${size}` })
  await row('run-1, passed')
  expect(server.asked[0]?.size).toBe(50)
})

test('requests the search when typing pauses, and aborts an outdated request', async () => {
  const server = serverOf(runs(120))
  open(server)
  await row('run-1, passed')
  server.fails = ({ question }) => (question.search === 'run-1' ? new Promise(() => undefined) : undefined)
  const field = screen.getByRole('searchbox', { name: 'Search' })
  await userEvent.fill(field, 'run-1')
  await eventually(() => expect(server.asked.at(-1)?.question.search).toBe('run-1'))
  const slow = server.asked.at(-1)
  expect(grid().getAttribute('aria-busy')).toBe('true')
  await userEvent.fill(field, 'run-119')
  await row('run-119, passed')
  expect(slow?.signal.aborted).toBe(true)
  expect(server.asked.map(({ question }) => question.search)).toEqual(['', 'run-1', 'run-119'])
  expect(search().get('query')).toBe('run-119')
  expect(announced()).toContain('1 run listed.')
})

test('requests the search immediately on Enter, and opens the result when it arrives', async () => {
  const server = serverOf(runs(120))
  open(server)
  await row('run-1, passed')
  const answered = deferred<void>()
  server.fails = () => answered.promise
  const field = screen.getByRole('searchbox', { name: 'Search' })
  await userEvent.fill(field, 'run-77')
  await userEvent.keyboard('{Enter}')
  expect(server.asked.at(-1)?.question.search).toBe('run-77')
  expect([onOpen.mock.calls.length, document.activeElement]).toEqual([0, field])
  act(() => answered.resolve())
  await eventually(() => expect(onOpen).toHaveBeenCalledTimes(1))
  expect(onOpen.mock.calls[0]?.[0].id).toBe('run-77')
  expect(document.activeElement).toBe(await row('run-77, passed'))
})

test('opens nothing on Enter if there are several pages, and keeps focus in the search while typing', async () => {
  const server = serverOf(runs(120))
  open(server, { search: '?pageSize=25' })
  await row('run-1, passed')
  const field = screen.getByRole('searchbox', { name: 'Search' })
  const answered = deferred<void>()
  server.fails = () => answered.promise
  await userEvent.fill(field, 'run-1')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('1')
  act(() => answered.resolve())
  await row('run-11, passed')
  await eventually(() => expect(screen.queryByRole('row', { name: 'run-1, passed' })).toBeNull())
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('{Enter}')
  const eleventh = await row('run-11, passed')
  await eventually(() => expect(document.activeElement).toBe(eleventh))
  expect(onOpen).not.toHaveBeenCalled()
})

test('puts filters in the address and in the request', async () => {
  const server = serverOf(runs(4))
  open(server, { search: '?state=passed:-1' })
  await row('run-2, failed')
  expect(screen.queryByRole('row', { name: 'run-1, passed' })).toBeNull()
  expect(screen.getByRole('button', { name: 'State: not passed' })).toBeTruthy()
  run('list.clearFilters')
  await row('run-1, passed')
  expect(location.search).toBe('')
  run('list.filter', 1, { filter: 'state', value: 'failed', mode: 'exclude' })
  await eventually(() => expect(screen.queryByRole('row', { name: 'run-2, failed' })).toBeNull())
  expect(search().get('state')).toBe('failed:-1')
  expect(announced()).toContain('Filter: State is not failed.')
})

test('limits the request by a time range, stores it in the address, and starts at the first page', async () => {
  const server = serverOf(runs(120))
  open(server, { time: { initial: undefined }, search: '?pageIndex=1' })
  await row('run-51, passed')
  expect(screen.getByRole('button', { name: 'Time range: Any time' })).toBeTruthy()
  expect(server.asked.at(-1)?.question.time).toBeUndefined()
  run('time.set', 1, { range: relativeRange('now-1h') })
  await row('run-1, passed')
  expect(search().get('range')).toBe('now-1h')
  expect(search().get('pageIndex')).toBeNull()
  const { from, to } = server.asked.at(-1)?.question.time?.span() ?? {}
  expect(Number(to) - Number(from)).toBe(3_600_000)
  run('time.reset')
  await waitFor(() => expect(server.asked.at(-1)?.question.time).toBeUndefined())
  run('time.back')
  expect(announced()).toContain('Choose a time range first.')
})

test.each([
  ['chosen', undefined, '?rangeType=relative&range=now-1h', 'Reset the time range'],
  ['initial', relativeRange('now-1h'), '', 'Zoom out to twice the time'],
])('distinguishes a list without rows in its %s time range from an empty list', async (_which, initial, at, button) => {
  open(serverOf([]), { time: { initial }, search: at })
  expect(await screen.findByRole('heading', { name: 'Nothing matches this time range' })).toBeTruthy()
  expect(screen.queryByText('No run yet')).toBeNull()
  expect(screen.getByRole('button', { name: new RegExp(`^${button}`) })).toBeTruthy()
})

test('shows which matching rows the server omits', async () => {
  const server = serverOf(runs(3))
  server.left = 'Only the newest 200 are considered.'
  open(server)
  expect(await screen.findByText('Only the newest 200 are considered.')).toBeDefined()
})

test('ignores a time range in the address for a list without one', async () => {
  const server = serverOf(runs(3))
  open(server, { search: '?rangeType=relative&range=now-1h' })
  await row('run-1, passed')
  expect(server.asked[0]?.question.time).toBeUndefined()
  expect(screen.queryByRole('button', { name: /^Time range/ })).toBeNull()
})

test('selects all matching rows for commands, including those of other pages', async () => {
  const server = serverOf(runs(120))
  open(server, { search: '?state=failed:-1' })
  await row('run-1, passed')
  run('list.all')
  await screen.findByText('50 runs selected')
  run('list.all')
  await screen.findByText('60 runs selected')
  const { selection = [] } = place('list')
  expect(selection).toHaveLength(60)
  expect(selection.at(-1)).toEqual({ kind: 'run', id: 'run-119', label: 'run-119' })
})

test('offers new rows while the list has focus, without moving rows in the background', async () => {
  const server = serverOf(runs(120))
  open(server, { everyMs: 20 })
  const third = await row('run-3, passed')
  act(() => third.focus())
  const before = third.getBoundingClientRect().top
  server.rows = [...runs(3, 901), ...runs(120).filter(({ id }) => id !== 'run-2' && id !== 'run-5')]
  const offer = await screen.findByRole('button', { name: '3 new' })
  expect(document.activeElement).toBe(third)
  expect(third.getBoundingClientRect().top).toBe(before)
  expect(await row('run-2, failed, deleted')).toBeDefined()
  expect(await row('run-5, passed, deleted')).toBeDefined()
  // The new rows moved this row to the next page, so it is not marked as deleted.
  expect(screen.getByRole('row', { name: 'run-50, failed' })).toBeDefined()
  expect(grid().getAttribute('aria-description')).toBe('3 new')
  expect(announced()).toEqual([])
  await userEvent.click(offer)
  const first = await row('run-901, passed')
  await eventually(() => expect(document.activeElement).toBe(first))
  expect(screen.queryByRole('row', { name: /run-2,/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
})

test('refreshes the list automatically without focus', async () => {
  const server = serverOf(runs(120))
  open(server, { everyMs: 20 })
  await row('run-1, passed')
  server.rows = [...runs(1, 901), ...runs(120)]
  await row('run-901, passed')
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull()
})

test('shows that the list updates, with its age, and sends no request while paused', async () => {
  const server = serverOf(runs(120))
  onTestFinished(() => isLive.set(true))
  open(server, { everyMs: 20 })
  await row('run-1, passed')
  expect(screen.getByText('Updated')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Pause live updates' })).toBeDefined()
  act(() => isLive.set(false))
  expect(screen.getByText('Paused,')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Resume live updates' })).toBeDefined()
  const { length } = server.asked
  server.rows = [...runs(1, 901), ...runs(120)]
  await new Promise((done) => setTimeout(done, 100))
  expect(server.asked.length - length).toBeLessThanOrEqual(1)
  expect(screen.queryByRole('row', { name: /run-901/ })).toBeNull()
  act(() => isLive.set(true))
  await row('run-901, passed')
  run('list.nextPage')
  await row('run-50, failed')
  expect(screen.queryByRole('button', { name: 'Pause live updates' })).toBeNull()
})

test('does not refresh later pages automatically, since every new row would move them', async () => {
  const server = serverOf(runs(120))
  open(server, { everyMs: 20, search: '?pageIndex=1' })
  await row('run-51, passed')
  run('list.previousPage')
  await row('run-1, passed')
  await eventually(() => expect(server.asked.filter(({ index }) => index === 0).length).toBeGreaterThan(2))
  expect(server.asked.filter(({ index }) => index === 1)).toHaveLength(1)
})

test('shows the current rows after a manual refresh', async () => {
  const server = serverOf(runs(5))
  const { refresh } = open(server)
  const third = await row('run-3, passed')
  act(() => third.focus())
  server.rows = server.rows.filter(({ id }) => id !== 'run-3')
  await refresh()
  await eventually(() => expect(announced()).toEqual(['run-3 was removed. On run-4, 3 of 4.']))
  expect(document.activeElement).toBe(await row('run-4, failed'))
})

test('shows the failure of a second page inside the list, and keeps search and pages', async () => {
  const server = serverOf(runs(120))
  open(server)
  await row('run-1, passed')
  server.fails = ({ index }) => (index === 1 ? Promise.reject(refused) : undefined)
  run('list.nextPage')
  await row(/This page could not be loaded: out of memory/)
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeDefined()
  expect(announced().filter((text) => text.includes('out of memory'))).toEqual([
    'This page could not be loaded: out of memory',
  ])
  expect(screen.queryByText(/Showing data from/)).toBeNull()
  run('list.previousPage')
  await row('run-1, passed')
  run('list.nextPage')
  await row(/This page could not be loaded/)
  server.fails = () => undefined
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await row('run-51, passed')
})

test('replaces the list with the failure of the first page, not with an empty state', async () => {
  const server = serverOf(runs(1))
  server.fails = () => Promise.reject(refused)
  open(server)
  expect(await screen.findByRole('heading', { name: 'Could not load runs' })).toBeDefined()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('shows a failed refresh above the rows', async () => {
  const server = serverOf(runs(2))
  open(server, { everyMs: 20 })
  await row('run-1, passed')
  server.fails = () => Promise.reject(refused)
  expect(await screen.findByText(/Showing data from/)).toBeDefined()
  expect(await row('run-1, passed')).toBeDefined()
})

test('distinguishes an empty list from one without matches', async () => {
  const server = serverOf([])
  const { refresh } = open(server)
  expect(await screen.findByText('No run yet')).toBeDefined()
  expect(screen.queryByRole('searchbox')).toBeNull()
  server.rows = runs(1)
  await refresh()
  await row('run-1, passed')
  run('list.filter', 1, { filter: 'state', value: 'passed', mode: 'exclude' })
  expect(await screen.findByText('Nothing matches these filters')).toBeDefined()
  await eventually(() => expect(announced()).toContain('No rows listed.'))
  const buttons = screen.getAllByRole('button', { name: 'Clear filters' })
  await userEvent.click(buttons.at(-1) ?? document.body)
  await row('run-1, passed')
})

test('shows the last page for a link beyond the end', async () => {
  open(serverOf(runs(120)), { search: '?pageIndex=9' })
  await row('run-101, passed')
  expect(search().get('pageIndex')).toBe('2')
})

test('requests more rows of an endless list when its end is visible', async () => {
  const server = serverOf(runs(120))
  open(server, { paging: 'endless' })
  await row('run-1, passed')
  run('list.last')
  await eventually(() => expect(server.asked.at(-1)).toMatchObject({ index: 0, size: 100 }))
  await eventually(() => expect(announced()).toContain('50 more rows.'))
})
