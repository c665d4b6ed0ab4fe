import '@/commands/account/preferences.commands'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage, type TestPageOptions } from '@tests/helpers/resource-page'
import { parsePreferences, prefs } from '../../commands/stores/preference-store'
import CatalogView from './catalog.page'
import { sampleConfigRow } from '@dev/examples/config-row'

const rows = [
  sampleConfigRow(1, {
    name: 'checkout',
    type: 'Kubernetes::Deployment',
    config_class: 'Deployment',
    status: 'Rollout Failed',
    health: 'unhealthy',
    changes: 7,
    analysis: { security: 2, cost: 1 },
    cost_total_30d: 57,
    tags: { cluster: 'harbour', namespace: 'payments' },
  }),
  sampleConfigRow(2, { name: null, deleted_at: '2026-11-20T05:11:08.49+00:00' }),
  sampleConfigRow(3),
]

function open(query = '', answer: NonNullable<TestPageOptions['answer']> = () => undefined) {
  history.replaceState(null, '', `/catalog${query}`)
  return openPage(CatalogView, '/catalog', {
    answer: (path, url, body) =>
      answer(path, url, body) ?? (path === '/api/db/configs' ? page(rows, 1234) : lookups[path]?.()),
  })
}

/** One page of a longer list. */
const page = (list: readonly object[], total: number) =>
  new Response(JSON.stringify(list), {
    headers: { 'Content-Type': 'application/json', 'Content-Range': `0-${list.length - 1}/${total}` },
  })

const lookups: Record<string, () => Response> = {
  '/api/db/config_types': () => listResponse([{ type: 'Kubernetes::Deployment' }, { type: 'Kubernetes::Pod' }]),
  '/api/db/config_statuses': () => listResponse([{ status: 'Running' }, { status: null }]),
  '/api/db/config_tags': () => listResponse([{ key: 'cluster', value: 'harbour' }]),
  '/api/db/config_labels': () => listResponse([{ key: 'app', value: 'shop' }]),
}

const row = (name: RegExp) => screen.findByRole('row', { name })
const askedLast = (urls: readonly URL[]) =>
  urls.findLast(({ pathname }) => pathname === '/api/db/configs')?.searchParams

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  prefs.set(parsePreferences(null))
})

test('lists config items with the total count of all pages [CAT-01 CAT-03 CALL-23]', async () => {
  const { urls } = open()
  await row(/^checkout/)
  expect(screen.getByText('1,234 config items')).toBeTruthy()
  expect(Object.fromEntries(askedLast(urls) ?? [])).toMatchObject({
    deleted_at: 'is.null',
    limit: '50',
    offset: '0',
    order: 'name.asc.nullslast,id.asc',
  })
})

test('a row shows name, type, state, changes, insights, cost and tags, and describes them in words [CAT-04]', async () => {
  open()
  const checkout = await row(/^checkout/)
  expect(checkout.getAttribute('aria-label')).toBe(
    'checkout, Kubernetes::Deployment, unhealthy, Rollout Failed, 7 changes in a week, 2 security insights, 1 cost insight, cost 57.00 in 30 days, namespace payments, cluster harbour'
  )
  expect(within(checkout).getByText('Kubernetes::Deployment')).toBeTruthy()
  expect(within(checkout).getByText('57.00')).toBeTruthy()
  // An item without a name is labelled with the end of its id. A deleted item is marked as deleted.
  expect(await row(/^000000000002, Kubernetes::Pod, deleted/)).toBeTruthy()
})

test('sends search, filters, order and page of the URL to the server [CAT-02]', async () => {
  const { urls } = open(
    '?query=type%3Dpod+api&configType=Kubernetes::Pod&tags=cluster%3Dharbour:-1&sortBy=changes&sortOrder=desc&pageIndex=1'
  )
  await row(/^checkout/)
  expect(askedLast(urls)?.getAll('type')).toEqual(['ilike.*::pod', 'in.("Kubernetes::Pod")'])
  expect(askedLast(urls)?.getAll('or')).toEqual([
    '(name.ilike."*api*",type.ilike."*api*",description.ilike."*api*",namespace.ilike."*api*")',
    '(tags.is.null,tags.not.cs."{\\"cluster\\":\\"harbour\\"}")',
  ])
  expect(askedLast(urls)?.get('order')).toBe('changes.desc.nullslast,name.asc,id.asc')
  expect(askedLast(urls)?.get('offset')).toBe('50')
})

test('filter values come from the lookups, with those of the row under the cursor first [CALL-25 CALL-26 CALL-28 CALL-29]', async () => {
  const { urls } = open()
  ;(await row(/^checkout/)).focus()
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  const list = await screen.findByRole('listbox')
  const options = () => within(list).getAllByRole('option')
  await waitFor(() => expect(options().length).toBe(9))
  expect(options().map(({ textContent }) => textContent)).toEqual([
    'Type: Kubernetes::Deployment',
    'Health: Unhealthy',
    'Tag: cluster: harbour',
    'Label: app: shop',
    'Type: Kubernetes::Pod',
    'Health: Healthy',
    'Health: Warning',
    'Health: Unknown',
    'Status: Running',
  ])
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await waitFor(() => expect(location.search).toBe('?configType=Kubernetes%253A%253ADeployment:-1'))
  await waitFor(() => expect(askedLast(urls)?.get('or')).toBe('(type.is.null,type.not.in.("Kubernetes::Deployment"))'))
})

test('lists deleted items only if the preference is on, and offers a switch for it [CAT-18]', async () => {
  const { urls, performed } = open()
  await row(/^checkout/)
  expect(askedLast(urls)?.get('deleted_at')).toBe('is.null')
  await userEvent.click(screen.getByRole('switch', { name: 'Show deleted' }))
  expect(performed).toEqual(['prefs.deleted?show=yes'])
  prefs.set((all) => ({ ...all, show_deleted_items_preference: 'yes' }))
  await waitFor(() => expect(askedLast(urls)?.has('deleted_at')).toBe(false))
})

test('Enter and a click open an item', async () => {
  const { performed } = open()
  const checkout = await row(/^checkout/)
  checkout.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await row(/^item-3/))
  expect(performed).toEqual([`config.open?config=config:${rows[0]?.id}`, `config.open?config=config:${rows[2]?.id}`])
})

test('shows an error when the catalog cannot be loaded', async () => {
  open('', (path) =>
    path === '/api/db/configs' ? listResponse({ message: 'the catalog is being moved' }, 403) : undefined
  )
  expect(await screen.findByText('the catalog is being moved')).toBeTruthy()
  expect(screen.getByText('Could not load catalog')).toBeTruthy()
})

test('the empty state explains how items are added', async () => {
  open('', (path) => (path === '/api/db/configs' ? listResponse([]) : undefined))
  expect(await screen.findByText('The catalog is empty')).toBeTruthy()
})

/** The computed value of a colour token. */
function colourOf(token: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

test('the dot of a row has the colour and the shape of its health: red, gray, orange or green [HEALTH-52]', async () => {
  const dots = {
    '--bad': ['degraded', 'missing', 'unhealthy'],
    '--idle': ['unknown', 'suspended'],
    '--warn': ['warning', 'mixed'],
    '--good': ['healthy', 'anything else'],
  }
  const expected = Object.entries(dots).flatMap(([token, all]) => all.map((health) => ({ health, token })))
  const given = expected.map(({ health }, at) =>
    sampleConfigRow(at + 1, { name: `is ${health}`, health, status: null })
  )
  open('', (path) => (path === '/api/db/configs' ? page(given, given.length) : undefined))
  expect(new Set(Object.keys(dots).map(colourOf)).size).toBe(4)
  const drawn = new Map<string, Set<string>>()
  for (const { health, token } of expected) {
    const dot = (await row(new RegExp(`^is ${health}`))).querySelector('svg[data-health]')
    expect(dot && [health, getComputedStyle(dot).color]).toEqual([health, colourOf(token)])
    drawn.set(token, (drawn.get(token) ?? new Set()).add(dot?.innerHTML ?? ''))
  }
  // Each colour has its own shape.
  expect([...drawn.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1])
  expect(new Set([...drawn.values()].flatMap((all) => [...all])).size).toBe(4)
})
