import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse } from '@tests/helpers/resource-page'
import { deferred } from '../../lib/deferred'
import { createQueryClient } from '../../api/client'
import { formatCall } from '../../commands/call'
import type { Call } from '../../commands/command'
import { findCommand } from '../../commands/registry'
import { callUses } from '../../commands/stores/palette-usage'
import { resourceItem, stagedChecks, StagedPalette } from '@dev/gallery/palette-stage'
import { answerSearch } from '@dev/ranking/sample-server'
import { forgetClosed } from './closed-search'
import { paletteSources } from './sources/registry'

// The palette with its real sources and the sample organisation: one search finds all kinds.

beforeEach(() => {
  callUses.set({})
  forgetClosed()
})
afterEach(() => vi.unstubAllGlobals())

const own = new Set(['catalog', 'commands', 'components', 'incidents', 'keys', 'kinds', 'types'])
const sources = [...paletteSources.filter(({ id }) => own.has(id)), stagedChecks([resourceItem('cart API', 1)])]

type Answer = (url: URL) => Response | Promise<Response | undefined> | undefined

function open(answer: Answer = () => undefined) {
  const requested: URL[] = []
  const onRun = vi.fn<(call: Call) => void>()
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.origin)
    requested.push(url)
    return (await answer(url)) ?? answerSearch(input)
  })
  render(
    <QueryClientProvider client={createQueryClient({ signedOut: () => undefined })}>
      <StagedPalette context={{ roles: ['admin'] }} sources={sources} onRun={onRun} />
    </QueryClientProvider>
  )
  return { requested, ran: () => onRun.mock.calls.map(([call]) => formatCall(call, findCommand)) }
}

const input = () => screen.getByRole('combobox')
const type = (text: string) => userEvent.fill(input(), text)
const names = () => screen.queryAllByRole('option').map((row) => row.getAttribute('aria-label') ?? '')
const description = (name: string) =>
  screen.getAllByRole('option', { name }).map((row) => row.getAttribute('aria-description'))
const dialog = () => screen.getByRole('dialog')
const isSearch = (url: URL, table: string) => url.pathname === `/api/db/${table}` && !url.search.includes('limit=100')

test('finds incidents, components and config items at once, with what tells equal names apart', async () => {
  open()
  await type('checkout')
  await screen.findByRole('option', { name: 'Checkout down since 4.19.0' })
  await waitFor(() =>
    expect(description('checkout')).toEqual([
      'Config. Kubernetes::Deployment · dockyard / shop',
      'Config. Kubernetes::Service · harbour / payments',
    ])
  )
  expect(description('checkout, unhealthy')).toEqual([
    'Component. Service · shop',
    'Config. Kubernetes::Deployment · harbour / payments',
  ])
  expect(description('Checkout down since 4.19.0')).toEqual(['Incident. INC-8 · Investigating · Blocker'])
})

test('finds an incident by a sentence before the server has responded', async () => {
  open((url) => (isSearch(url, 'configs') ? new Promise(() => undefined) : undefined))
  await screen.findByRole('option', { name: /Go to check/ })
  await waitFor(() => expect(dialog().textContent).not.toContain('Loading'))
  await type('checkout is down')
  expect(names()[0]).toBe('Checkout down since 4.19.0')
})

test('keeps the row under the cursor and the rows above it at their places when the server responds', async () => {
  const { promise, resolve } = deferred<undefined>()
  open((url) => (isSearch(url, 'configs') ? promise : undefined))
  await waitFor(() => expect(dialog().textContent).not.toContain('Loading'))
  await type('shop')
  await waitFor(() => expect(names().length).toBeGreaterThan(2))
  await userEvent.keyboard('{ArrowDown}')
  const before = names().slice(0, 2)
  resolve(undefined)
  await screen.findAllByRole('option', { name: /^shop, healthy/ })
  expect([names().slice(0, 2), document.querySelector('[data-selected="true"]')?.getAttribute('aria-label')]).toEqual([
    before,
    before[1],
  ])
})

test('says which search failed and shows the results of the others', async () => {
  open((url) => (isSearch(url, 'configs') ? listResponse({ message: 'out of memory' }, 500) : undefined))
  await type('checkout')
  await screen.findByRole('option', { name: /^Could not search the catalog: out of memory/ })
  expect(names()[0]).toBe('checkout, unhealthy')
  expect(names()).toContain('Checkout down since 4.19.0')
})

test('does not report an empty result while a search is outstanding or has failed', async () => {
  const { promise, resolve } = deferred<Response>()
  open((url) => (isSearch(url, 'configs') ? promise : undefined))
  await waitFor(() => expect(dialog().textContent).not.toContain('Loading'))
  await type('xqzxqzx')
  await within(dialog()).findByText(/^Searching /)
  expect(dialog().textContent).not.toMatch(/No options|No results/)
  resolve(listResponse({ message: 'out of memory' }, 500))
  await screen.findByRole('option', { name: /^Could not search the catalog/ })
  expect(dialog().textContent).not.toMatch(/No options|No results/)
})

test.each([
  [':incident', 'go.incidents'],
  [':inc', 'go.incidents'],
  [':component', 'go.topology'],
  [':pods', 'nav.open?target=type:Kubernetes::Pod'],
  [':po', 'nav.open?target=type:Kubernetes::Pod'],
  [':runs', 'go.runs'],
  [':changes', 'go.changes'],
])('opens the list of a kind: %s', async (typed, call) => {
  const { ran } = open()
  await waitFor(() => expect(dialog().textContent).not.toContain('Loading'))
  await type(typed)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Kinds, go back' })).toBeTruthy())
  await waitFor(() => expect(names().length).toBeGreaterThan(0))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(ran().map(decodeURIComponent)).toEqual([call]))
})

test.each([
  [':pod checkout', 'Pods', 'checkout-e74041080-2c01a, unhealthy'],
  [':svc cart', 'Services', 'cart'],
  [':incident checkout', 'Incidents', 'Checkout down since 4.19.0'],
  [':component inv', 'Components', 'inventory, healthy'],
])('limits the search to a kind: %s', async (typed, chip, first) => {
  open()
  await waitFor(() => expect(dialog().textContent).not.toContain('Loading'))
  await type(typed)
  await screen.findByRole('button', { name: `${chip}, go back` })
  await screen.findByRole('option', { name: first })
  expect(names()[0]).toBe(first)
})

test('keeps a kind of several words open while it is typed', async () => {
  open()
  await userEvent.keyboard(':incident r')
  expect(screen.getByRole('button', { name: 'Incidents, go back' })).toBeTruthy()
})

test('lists the kinds with their words, in the order of the sidebar', async () => {
  open()
  await userEvent.keyboard(':')
  expect(names().slice(0, 2)).toEqual(['Components', 'Health'])
  expect(description('Incidents')).toEqual(['Go. :incident, :inc. Shortcut G then I'])
  expect(description('Playbook runs')).toEqual(['Go. :playbook run, :run. Shortcut G then R'])
})

test('lists the kinds with their words in the help', async () => {
  open()
  await userEvent.keyboard('?pods')
  await screen.findByRole('option', { name: 'Pods' })
  expect(description('Pods')).toEqual(['Type. Kubernetes::Pod · :pod, :po'])
})

test('finds a resource by a name with one wrong letter', async () => {
  open()
  await waitFor(() => expect(dialog().textContent).not.toContain('Loading'))
  await type('promethues')
  await screen.findByRole('option', { name: /^prometheus, healthy/ })
  await type('paymants')
  await waitFor(() => expect(names()[0]).toBe('payments, healthy'))
})
