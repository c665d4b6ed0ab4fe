import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '@tests/helpers/eventually'
import { type PlaceData, placesAround } from '@/commands/place'
import { parsePreferences, prefs } from '@/commands/stores/preference-store'
import type { Target } from '@/commands/command'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { Page } from '../../page/page'
import { Collection } from '../collection'
import { ListPage } from '../list-page'
import { useListView } from '../list-view'
import { useWholeList } from '../whole-list'
import { defineDetailAddress } from './detail-address'
import { DetailPane } from './detail-pane'
import { lazyComponent } from '@/ui/lazy-component'
import { backToList, type DetailProps } from './detail-props'
import { useDetail } from './use-detail'

const announce = vi.hoisted(() => vi.fn<(text: string) => void>())
vi.mock('@/ui/voice', () => ({ announce }))

// The components of a list with a detail: an address field, a list, and a detail.

type Incident = { id: string; title: string }

const address = defineDetailAddress('incidentId', ['timeline', 'evidence'])
const targetOf = ({ id, title }: Incident): Target => ({ kind: 'incident', id, label: title })

function IncidentDetail({ row, controls }: DetailProps<Incident>) {
  return (
    <DetailPane
      address={address}
      controls={controls}
      target={{ kind: 'incident', id: controls.id, label: row?.title ?? 'Incident' }}
      hasMenu={false}
      instead={!row && <p>Incident not found</p>}
      side={<p>Facts of {row?.title}</p>}
      tabs={[
        { id: 'timeline', label: 'Timeline', panel: <p>What happened</p> },
        { id: 'evidence', label: 'Evidence', panel: <p>What shows it</p> },
      ]}
    />
  )
}

const loaded = lazyComponent<DetailProps<Incident>>({ load: async () => ({ default: IncidentDetail }) })

function Incidents({ rows }: { rows: readonly Incident[] | undefined }) {
  const [view, setView] = useListView()
  const { list, page, enter } = useDetail({ address, detail: loaded, of: 'incident', rows, targetOf })
  return (
    <Page title="Incidents" {...page} handlers={{ 'list.enter': enter }}>
      <Collection
        {...list}
        of="incident"
        label="Incidents"
        rows={rows ?? []}
        columns={[{ id: 'title', title: 'Title', width: '1fr', cell: ({ title }) => title }]}
        targetOf={targetOf}
        rowLabel={({ title }) => title}
        view={view}
        onView={setView}
      />
    </Page>
  )
}

const id = (at: number) => `5a000001-0000-4000-8000-00000000000${at}`
const incidents = ['Lost orders', 'Slow search', 'No mail'].map((title, at) => ({ id: id(at), title }))

const loadedQuery = { data: incidents, error: null, failureReason: null, dataUpdatedAt: 0, isFetching: false }

const shown = (rows: readonly Incident[] | undefined = incidents) => (
  <GalleryConsole>
    <Incidents rows={rows} />
  </GalleryConsole>
)
function open(search = '', rows: readonly Incident[] | undefined = incidents) {
  history.replaceState(null, '', `/incidents${search}`)
  return render(shown(rows))
}

beforeEach(() => announce.mockClear())
afterEach(() => {
  history.replaceState(null, '', '/')
  prefs.set(parsePreferences(null))
})

const placeOf = (scope: PlaceData['scope']): PlaceData => {
  const found = placesAround(document.activeElement ?? document.body).find((one) => one.scope === scope)
  if (!found) throw new Error(`focus is in no ${scope}`)
  return found
}
/** Runs a command in the place of this scope, as the keyboard does. */
const run = (scope: PlaceData['scope'], command: string, count = 1, args = {}) =>
  act(() => placeOf(scope).handlers?.[command]?.(count, args))
const search = () => new URLSearchParams(location.search)
const focused = () => document.activeElement
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
const rowOf = (name: string) => screen.getByRole('row', { name })
const announced = () => announce.mock.calls.map(([text]) => text)

test('opens a row beside the list with focus on its name, and closes it on Back [CMD-14]', async () => {
  open()
  act(() => rowOf('Slow search').focus())
  run('list', 'list.open')
  const name = await heading('Slow search')
  await eventually(() => expect(focused()).toBe(name))
  expect([search().get('incidentId'), search().get('detail')]).toEqual([id(1), 'beside'])
  expect(screen.getByRole('separator')).toBeDefined()
  act(() => history.back())
  await eventually(() => expect(screen.queryByRole('heading', { level: 2 })).toBeNull())
})

test('announces a peeked detail and leaves focus in the list; opening moves focus to the detail', async () => {
  open()
  act(() => rowOf('Slow search').focus())
  run('list', 'list.peek')
  const name = await heading('Slow search')
  expect(announced()).toContain('Detail opened: Slow search')
  expect(focused()).toBe(rowOf('Slow search'))
  run('list', 'list.open')
  await eventually(() => expect(focused()).toBe(name))
})

test('follows the order of the list with next and previous, and announces its end', async () => {
  open()
  act(() => rowOf('Lost orders').focus())
  run('list', 'list.open')
  await eventually(() => expect(focused()?.textContent).toBe('Lost orders'))
  run('detail', 'detail.next')
  await eventually(() => expect(focused()?.textContent).toBe('Slow search'))
  run('detail', 'detail.previous')
  await eventually(() => expect(focused()?.textContent).toBe('Lost orders'))
  run('detail', 'detail.previous')
  expect(announced()).toContain('No previous incident.')
  run('detail', 'detail.next', 9)
  expect(announced()).toContain('No next incident.')
  expect(search().get('incidentId')).toBe(id(0))
})

test('keeps the full size for the next detail', async () => {
  open(`?incidentId=${id(0)}`)
  const name = await heading('Lost orders')
  act(() => name.focus())
  run('detail', 'detail.next')
  await eventually(() => expect(focused()?.textContent).toBe('Slow search'))
  expect(location.search).toBe(`?incidentId=${id(1)}`)
})

test('returns to the row on close, even if the detail covered the list', async () => {
  open(`?incidentId=${id(2)}`)
  const name = await heading('No mail')
  expect(screen.queryByRole('separator')).toBeNull()
  act(() => name.focus())
  run('detail', 'detail.back')
  await eventually(() => expect(focused()).toBe(rowOf('No mail')))
  expect(location.search).toBe('')
})

test('opens a link in full size; after reducing it, the next detail is also beside the list', async () => {
  open(`?incidentId=${id(0)}`)
  const name = await heading('Lost orders')
  act(() => name.focus())
  run('page', 'list.enter')
  expect(focused()).toBe(name)
  run('detail', 'detail.expand')
  expect(search().get('detail')).toBe('beside')
  await screen.findByRole('separator')
  // The rows render when the list knows its height.
  await screen.findByRole('row', { name: 'Lost orders' })
  run('page', 'list.enter')
  expect(focused()).toBe(rowOf('Lost orders'))
  run('list', 'list.down')
  run('list', 'list.open')
  await heading('Slow search')
  expect(search().get('detail')).toBe('beside')
})

test('stores the tab in the address, except for the first', async () => {
  open(`?incidentId=${id(0)}&panel=nonsense`)
  const name = await heading('Lost orders')
  expect(screen.getByText('What happened')).toBeDefined()
  act(() => name.focus())
  run('detail', 'detail.nextTab')
  expect(search().get('panel')).toBe('evidence')
  expect(screen.getByText('What shows it')).toBeDefined()
  run('detail', 'detail.nextTab')
  expect(search().get('panel')).toBeNull()
  run('detail', 'detail.tab', 1, { number: 2 })
  const tab = screen.getByRole('tab', { name: 'Evidence' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
  // Focus is on the tab, which screen readers read as `Evidence, tab 2 of 2`.
  expect(document.activeElement).toBe(tab)
  expect([tab.ariaPosInSet, tab.ariaSetSize]).toEqual(['2', '2'])
})

/** A page with one list and a detail beside it. */
function IncidentsPage() {
  const source = useWholeList(loadedQuery, ({ title }: Incident) => title)
  const detail = useDetail({
    address,
    detail: loaded,
    of: 'incident',
    rows: source.loaded,
    targetOf,
    list: source.list,
  })
  return (
    <ListPage
      title="Incidents"
      of="incident"
      source={source}
      detail={detail}
      columns={[{ id: 'title', title: 'Title', width: '1fr', cell: ({ title }) => title }]}
      targetOf={targetOf}
      sentenceOf={({ title }) => title}
      searchLabel="Search"
      empty={<p>No incident</p>}
    />
  )
}

test('opens details on a page with one list', async () => {
  history.replaceState(null, '', '/incidents?query=o')
  render(
    <GalleryConsole>
      <IncidentsPage />
    </GalleryConsole>
  )
  act(() => rowOf('Lost orders').focus())
  run('list', 'list.open')
  await eventually(() => expect(focused()?.textContent).toBe('Lost orders'))
  run('detail', 'detail.next')
  await eventually(() => expect(focused()?.textContent).toBe('Slow search'))
  run('detail', 'detail.back')
  await eventually(() => expect(focused()).toBe(rowOf('Slow search')))
  expect(location.search).toBe('?query=o')
})

test('follows the cursor with the detail when the preference is on', async () => {
  prefs.set((all) => ({ ...all, detailFollows: true }))
  open()
  act(() => rowOf('Lost orders').focus())
  run('list', 'list.peek')
  await heading('Lost orders')
  run('list', 'list.down', 2)
  await heading('No mail')
  expect(focused()).toBe(rowOf('No mail'))
})

test('opens nothing for an invalid id, and shows that the resource of an unknown id does not exist', async () => {
  open('?incidentId=nonsense').unmount()
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  open(`?incidentId=${id(9)}`)
  expect(await screen.findByText('Incident not found')).toBeDefined()
})

test('waits for the row of a link while the list is loading', async () => {
  const { rerender } = open(`?incidentId=${id(0)}`, undefined)
  expect(screen.queryByText('Incident not found')).toBeNull()
  rerender(shown())
  expect(await screen.findByText('Facts of Lost orders')).toBeDefined()
})

test('retries a detail whose code cannot be loaded', async () => {
  let isMissing = true
  const Lost = lazyComponent<DetailProps<Incident>>({
    what: 'the incident',
    load: async () => {
      if (isMissing) throw new Error('no such chunk')
      return { default: IncidentDetail }
    },
    otherwise: backToList,
  })
  const onClose = vi.fn<() => void>()
  const controls = { id: id(0), heading: { current: null }, onClose, onStep: () => undefined }
  const { container } = render(
    <GalleryConsole>
      <Lost row={incidents[0]} controls={controls} />
    </GalleryConsole>
  )
  const notice = await within(container).findByRole('heading', { name: 'Could not show the incident' })
  expect(notice).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  isMissing = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await heading('Lost orders')
})
