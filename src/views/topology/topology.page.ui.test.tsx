import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { componentRow, topologyComponentId, openTopology, shopTopology } from '@tests/helpers/topology'
import { topology } from '@/api/topology/topology'
import { prefs } from '../../commands/stores/preference-store'
import { topologyUrl } from './url'

const card = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name},`) })
const names = () => screen.getAllByRole('row').flatMap((one) => one.getAttribute('aria-label')?.split(',')[0] ?? [])
const focused = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0]
const width = async (name: string) => (await card(name)).offsetWidth
const left = async (name: string) => (await card(name)).getBoundingClientRect().left
const levels = () => screen.getAllByRole('row').flatMap((one) => one.getAttribute('aria-level') ?? [])
const usual = prefs.get()

afterEach(() => {
  vi.unstubAllGlobals()
  prefs.set(() => usual)
  history.replaceState(null, '', '/')
})

test('shows the root components as cards with their facts, worst first [TOPO-01 TOPO-02 ROUTE-07]', async () => {
  const { last } = openTopology()
  const shop = within(await card('Shop'))
  expect(names()).toEqual(['Shop', 'Leeds', 'experiments', 'clusters'])
  expect(last()).toEqual({ flatten: 'true' })
  for (const words of ['Application', 'Unhealthy', 'because 1 of 3 children is: checkout', 'tier gold', '3 of 60'])
    expect((await shop.findByText(words)).textContent).toBe(words)
  expect(shop.getByRole('meter', { name: 'orders' }).getAttribute('aria-valuenow')).toBe('5')
  expect(shop.getByRole('link', { name: /^open/ }).getAttribute('href')).toBe('https://wiki.example/shop')
  // The children are links, worst first.
  const below = within(shop.getByRole('list', { name: 'Children of Shop' })).getAllByRole('link')
  expect(below.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['checkout, unhealthy', `/topology/${topologyComponentId(12)}`],
    ['cart, healthy', `/topology/${topologyComponentId(11)}`],
    ['storefront, healthy', `/topology/${topologyComponentId(13)}`],
  ])
  expect(await within(await card('Leeds')).findByText('depot-leeds')).toBeTruthy()
})

test('shows every field of a component on its card [ENT-23]', async () => {
  openTopology('?status=unhealthy', {
    answer: () =>
      shopTopology.map((one) => (one['name'] === 'checkout' ? { ...one, type: 'Till', icon: 'truck' } : one)),
  })
  const shown = await card('checkout')
  expect(within(shown).getByRole('link', { name: 'checkout' }).getAttribute('href')).toBe(
    `/topology/${topologyComponentId(12)}`
  )
  await waitFor(() => expect(shown.querySelector('header .lucide-truck')).not.toBeNull())
  for (const words of ['Till', 'Unhealthy', 'No pod is ready']) expect(within(shown).getByText(words)).toBeTruthy()
  const line = (name: string) => within(shown).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
  await within(shown).findByText('Labels', { selector: 'dt' })
  expect(line('Labels')).toBe('tier gold · team payments')
  await waitFor(() => expect(line('Teams')).toBe('payments'))
})

test('shows hidden components unless showHiddenComponents is no [TOPO-03 TOPO-05 CALL-61]', async () => {
  const { last } = openTopology()
  expect(await card('experiments')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Show hidden' }))
  await waitFor(() => expect(names()).toEqual(['Shop', 'Leeds', 'clusters']))
  expect(location.search).toBe('?showHiddenComponents=no')
  expect(last()).toEqual({ flatten: 'true', hidden: 'false' })
})

test('cards have at least the preferred width, fill the list, are as high as their content, and form one column on narrow screens [TOPO-04 PREF-07 PREF-08]', async () => {
  await page.viewport(1300, 800)
  openTopology()
  expect(await width('Shop')).toBeGreaterThanOrEqual(554)
  const right = async (name: string) => (await card(name)).getBoundingClientRect().right
  const edge = (await card('Shop')).closest('[role="grid"]')?.getBoundingClientRect().right ?? 0
  expect(edge - (await right('Leeds'))).toBeLessThan(24)
  const height = async (name: string) => (await card(name)).offsetHeight
  await waitFor(async () => expect(await height('Leeds')).toBeLessThan(await height('Shop')))
  prefs.set((all) => ({ ...all, topology_card_width: 300 }))
  await waitFor(async () => expect(await width('Shop')).toBeLessThan(400))
  expect(await width('Shop')).toBeGreaterThanOrEqual(300)
  expect(edge - (await right('clusters'))).toBeLessThan(24)
  expect(await left('experiments')).toBeGreaterThan(await left('Leeds'))
  await page.viewport(320, 800)
  await waitFor(async () => expect(await width('Shop')).toBeLessThan(310))
  expect(await left('Leeds')).toBe(await left('Shop'))
})

test('arrow keys move between cards in two dimensions, and Enter opens one', async () => {
  await page.viewport(1300, 800)
  openTopology()
  ;(await card('Shop')).focus()
  for (const [key, to] of [
    ['{ArrowRight}', 'Leeds'],
    ['{ArrowDown}', 'clusters'],
    ['{ArrowLeft}', 'experiments'],
    ['{ArrowUp}', 'Shop'],
  ] as const) {
    await userEvent.keyboard(key)
    expect(focused()).toBe(to)
  }
  // Keys also reach the links on a card.
  await userEvent.keyboard('{F2}')
  expect(document.activeElement?.textContent).toBe('Shop')
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Shop')
  ;(await card('Shop')).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/topology/${topologyComponentId(1)}`))
})

test('filters in the URL match components at any level and are shown', async () => {
  openTopology('?status=unhealthy&labels=tier=gold:1')
  await card('checkout')
  expect(names()).toEqual(['Shop', 'checkout'])
  expect((await within(await card('checkout')).findByText('Shop')).closest('div')?.textContent).toBe('InShop')
  expect(screen.getByText('Health:').parentElement?.textContent).toMatch(/^Health: Unhealthy/)
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(names()).toEqual(['Shop', 'Leeds', 'experiments', 'clusters']))
  expect(location.search).toBe('')
})

test('filters by team with the team members from the server, and shows an error when they cannot be loaded', async () => {
  openTopology('?team=payments')
  await card('checkout')
  expect(names()).toEqual(['checkout'])
})

test('shows an error when a filter requires teams that cannot be loaded', async () => {
  openTopology('?team=payments', { teams: new Response('{"message":"teams are out"}', { status: 500 }) })
  expect(await screen.findByText(/teams are out/)).toBeTruthy()
})

test('sorts by the URL, also by a headline property', async () => {
  openTopology('?type=Service&sortBy=field:orders&sortOrder=desc')
  await card('checkout')
  expect(names()).toEqual(['checkout', 'cart', 'experiments', 'storefront'])
})

test('the tree expands unhealthy branches, and a search shows matches with their ancestors', async () => {
  openTopology('?layout=tree')
  await card('Shop')
  expect(names()).toEqual(['Shop', 'checkout', 'cart', 'storefront', 'Leeds', 'experiments', 'clusters'])
  expect(levels()).toEqual(['1', '2', '2', '2', '1', '1', '1'])
  await userEvent.type(screen.getByRole('searchbox'), 'harbour')
  await waitFor(() => expect(names()).toEqual(['clusters', 'harbour']))
  await userEvent.clear(screen.getByRole('searchbox'))
  await waitFor(() => expect(names()).toContain('checkout'))
  expect(names()).not.toContain('harbour')
})

test('all three layouts share one cursor', async () => {
  openTopology('?layout=tree&sortBy=name')
  ;(await card('checkout')).focus()
  topologyUrl.set({ layout: 'picture' }, 'replace')
  const node = await screen.findByRole('treeitem', { name: /^checkout,/ })
  expect(node.getAttribute('aria-selected')).toBe('true')
  topologyUrl.set({ layout: 'cards' }, 'replace')
  // Its parent is shown in its place.
  await waitFor(async () => expect((await card('Shop')).tabIndex).toBe(0))
  expect(names()[0]).toBe('clusters')
})

test('all three layouts share the selection', async () => {
  const { dispatcher } = openTopology('?layout=tree')
  const toggle = () => dispatcher.perform({ call: 'list.toggle', origin: 'key' })
  ;(await card('checkout')).focus()
  await waitFor(async () => expect((await card('checkout')).tabIndex).toBe(0))
  await toggle()
  topologyUrl.set({ layout: 'picture' }, 'replace')
  const node = await screen.findByRole('treeitem', { name: /^checkout,/, checked: true })
  expect(screen.getByText('1 component selected')).toBeTruthy()
  const leeds = screen.getByRole('treeitem', { name: /^Leeds,/ })
  await userEvent.click(leeds)
  await waitFor(() => expect(leeds.getAttribute('aria-selected')).toBe('true'))
  await toggle()
  expect(await screen.findByText('2 components selected')).toBeTruthy()
  await userEvent.click(node)
  await waitFor(() => expect(node.getAttribute('aria-selected')).toBe('true'))
  await userEvent.keyboard(' ')
  await waitFor(() => expect(node.getAttribute('aria-checked')).toBeNull())
  await userEvent.keyboard('{Control>}a{/Control}')
  expect(await screen.findByText('8 components selected')).toBeTruthy()
  expect(node.getAttribute('aria-checked')).toBe('true')
  await dispatcher.perform({ call: 'list.all', origin: 'key' })
  await waitFor(() => expect(node.getAttribute('aria-checked')).toBeNull())
  await userEvent.click(leeds)
  await waitFor(() => expect(leeds.getAttribute('aria-selected')).toBe('true'))
  await userEvent.keyboard(' ')
  topologyUrl.set({ layout: 'cards' }, 'replace')
  await waitFor(async () => expect((await card('Leeds')).ariaSelected).toBe('true'))
  ;(await card('Leeds')).focus()
  await dispatcher.perform({ call: 'list.clear', origin: 'key' })
  await waitFor(async () => expect((await card('Leeds')).ariaSelected).toBe('false'))
})

test('a graph without a match shows an empty state with the count without filters', async () => {
  openTopology('?layout=picture&type=Nothing:1')
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
  expect(screen.getByText('8 components in total.')).toBeTruthy()
  expect(screen.queryByRole('tree')).toBeNull()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement)
  expect(await screen.findByRole('treeitem', { name: /^checkout,/ })).toBeTruthy()
})

test('the graph collapses healthy branches and expands unhealthy ones', async () => {
  openTopology('?layout=picture')
  await screen.findByRole('treeitem', { name: /^checkout,/ })
  const drawn = screen.getAllByRole('treeitem').map((one) => one.getAttribute('aria-label')?.split(',')[0])
  expect(drawn.toSorted()).toEqual(['Leeds', 'Shop', 'cart', 'checkout', 'clusters', 'experiments', 'storefront'])
  expect(screen.getByRole('treeitem', { name: /^clusters,/ }).getAttribute('aria-expanded')).toBe('false')
})

test('a refresh keeps the order while the list is in use, and sorts again afterwards', async () => {
  let rows = shopTopology
  const { queries } = openTopology('', { answer: () => rows })
  ;(await card('clusters')).focus()
  rows = [
    ...shopTopology.map((one) =>
      one['name'] === 'clusters' ? { ...one, health: 'unhealthy', status: 'unhealthy' } : one
    ),
    componentRow(5, 'brand new', { health: 'unhealthy' }),
  ]
  await queries.refetchQueries({ queryKey: topology.all })
  await screen.findByRole('row', { name: /^clusters, Group, unhealthy/ })
  expect(names().filter((name) => name !== 'brand new')).toEqual(['Shop', 'Leeds', 'experiments', 'clusters'])
  expect(focused()).toBe('clusters')
  screen.getByRole('searchbox').focus()
  rows = rows.map((one) => ({ ...one }))
  rows = rows.map((one) => (one['name'] === 'Leeds' ? { ...one, health: 'healthy' } : one))
  await queries.refetchQueries({ queryKey: topology.all })
  await waitFor(() => expect(names()).toEqual(['Shop', 'brand new', 'clusters', 'experiments', 'Leeds']))
})

test('the empty state explains the origin of components', async () => {
  openTopology('', { answer: () => [] })
  expect(await screen.findByText('There are no components yet')).toBeTruthy()
})

test('a search without a match has its own empty state that clears filters', async () => {
  openTopology('?type=Nothing')
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement)
  expect(await card('Shop')).toBeTruthy()
})

test('shows the error message of the server when loading fails', async () => {
  openTopology('', { answer: () => new Response('{"error":"too many components"}', { status: 400 }) })
  expect(await screen.findByText(/too many components/)).toBeTruthy()
})

const since = (at: string) => ({ health_reason: { text: '', since: `2026-11-24T${at}:00+00:00`, causes: [] } })
const strip = () => screen.findByRole('region', { name: 'Now' })

const failing = () =>
  shopTopology.map((one) =>
    one['name'] === 'checkout'
      ? { ...one, ...since('10:00') }
      : one['name'] === 'Leeds'
        ? { ...one, ...since('08:00') }
        : one
  )

describe('the strip of present trouble', () => {
  const INCIDENT = '5a000012-0000-4000-8000-000000000008'
  const worst = (title: string, severity: string) => ({
    id: INCIDENT,
    incident_id: 'INC-8',
    title,
    severity,
    type: 'availability',
    status: 'open',
    created_at: '2026-11-24T09:00:00+00:00',
  })
  const user = { roles: ['admin'], flags: new Set<string>() }

  test('links to the worst incident, the failing components and the newest failure, each with its key', async () => {
    await page.viewport(1300, 800)
    const incidents = [worst('Carts are slow', 'Low'), { ...worst('Nobody can pay', 'Blocker'), id: INCIDENT }]
    const { dispatcher } = openTopology('', { answer: failing, incidents, environment: user })
    const incident = await within(await strip()).findByRole('link', { name: /^Worst incident Blocker Nobody can pay/ })
    expect(incident.getAttribute('href')).toBe(`/incidents/${INCIDENT}`)
    expect(incident.getAttribute('aria-description')).toMatch(/^Shortcut: M then W$/)
    const links = within(await strip()).getAllByRole('link')
    expect(links.map((one) => [one.getAttribute('href'), one.querySelector('[aria-hidden] kbd')?.textContent])).toEqual(
      [
        [`/incidents/${INCIDENT}`, 'M'],
        ['/topology?status=unhealthy:1,warning:1', 'M'],
        [`/topology/${topologyComponentId(12)}`, 'M'],
      ]
    )
    expect(links[1]?.textContent).toContain('3 components')
    // The commands of the keys do the same.
    await dispatcher.perform({ call: 'topology.failing', origin: 'key' })
    await waitFor(() => expect(location.search).toContain('status=unhealthy:1,warning:1'))
    await dispatcher.perform({ call: 'topology.newestFailure', origin: 'key' })
    await waitFor(() => expect(location.pathname).toBe(`/topology/${topologyComponentId(12)}`))
  })

  test('shows one calm sentence when all is well', async () => {
    openTopology('', { answer: () => [componentRow(1, 'shop')], incidents: [], environment: user })
    await waitFor(async () =>
      expect((await strip()).textContent).toBe('No component is failing, and no incident is open.')
    )
  })

  test('says that incidents could not be read', async () => {
    openTopology('', {
      answer: () => [componentRow(1, 'shop')],
      incidents: new Response('{"message":"No database answers"}', { status: 500 }),
      environment: user,
    })
    expect(await within(await strip()).findByText('Open incidents could not be read.')).toBeTruthy()
    expect(screen.queryByText(/^No component/)).toBeNull()
  })
})
