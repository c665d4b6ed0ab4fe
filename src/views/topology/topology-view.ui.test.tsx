import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { componentRow, idOf, openTopology, shopTopology } from '../../../tests/helpers/topology'
import { topology } from '../../api/topology'
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

test('what is at the top stands on cards, the worst first, with what is known of it [TOPO-01 TOPO-02 ROUTE-07]', async () => {
  const { last } = openTopology()
  const shop = within(await card('Shop'))
  expect(names()).toEqual(['Shop', 'Leeds', 'experiments', 'clusters'])
  expect(last()).toEqual({ flatten: 'true' })
  for (const words of ['Application', 'Unhealthy', 'because 1 of 3 children is: checkout', 'tier gold', '3 of 60'])
    expect((await shop.findByText(words)).textContent).toBe(words)
  expect(shop.getByRole('meter', { name: 'orders' }).getAttribute('aria-valuenow')).toBe('5')
  expect(shop.getByRole('link', { name: /^open/ }).getAttribute('href')).toBe('https://wiki.example/shop')
  // What is below it leads there, the worst first.
  const below = within(shop.getByRole('list', { name: 'Below Shop' })).getAllByRole('link')
  expect(below.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['checkout, unhealthy', `/topology/${idOf(12)}`],
    ['cart, healthy', `/topology/${idOf(11)}`],
    ['storefront, healthy', `/topology/${idOf(13)}`],
  ])
  expect(await within(await card('Leeds')).findByText('depot-leeds')).toBeTruthy()
})

test('every field of a component is on its card [ENT-23]', async () => {
  openTopology('?status=unhealthy', {
    answer: () =>
      shopTopology.map((one) => (one['name'] === 'checkout' ? { ...one, type: 'Till', icon: 'truck' } : one)),
  })
  const shown = await card('checkout')
  expect(within(shown).getByRole('link', { name: 'checkout' }).getAttribute('href')).toBe(`/topology/${idOf(12)}`)
  await waitFor(() => expect(shown.querySelector('header .lucide-truck')).not.toBeNull())
  for (const words of ['Till', 'Unhealthy', 'No pod is ready']) expect(within(shown).getByText(words)).toBeTruthy()
  const line = (name: string) => within(shown).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
  await within(shown).findByText('Labels', { selector: 'dt' })
  expect(line('Labels')).toBe('tier gold · team payments')
  await waitFor(() => expect(line('Teams')).toBe('payments'))
})

test('hidden components are shown, unless showHiddenComponents is no [TOPO-03 TOPO-05 CALL-61]', async () => {
  const { last } = openTopology()
  expect(await card('experiments')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Show hidden' }))
  await waitFor(() => expect(names()).toEqual(['Shop', 'Leeds', 'clusters']))
  expect(location.search).toBe('?showHiddenComponents=no')
  expect(last()).toEqual({ flatten: 'true', hidden: 'false' })
})

test('cards are as wide as it is preferred, and one below the other where there is no room [TOPO-04 PREF-07 PREF-08]', async () => {
  await page.viewport(1300, 800)
  openTopology()
  expect(await width('Shop')).toBe(554)
  prefs.set((all) => ({ ...all, topology_card_width: 300 }))
  await waitFor(async () => expect(await width('Shop')).toBe(300))
  expect(await left('experiments')).toBeGreaterThan(await left('Leeds'))
  await page.viewport(320, 800)
  await waitFor(async () => expect(await width('Shop')).toBeLessThan(310))
  expect(await left('Leeds')).toBe(await left('Shop'))
})

test('arrows walk the cards in two dimensions, and Enter goes in', async () => {
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
  // What is on a card is reached by keys, too.
  await userEvent.keyboard('{F2}')
  expect(document.activeElement?.textContent).toBe('Shop')
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Shop')
  ;(await card('Shop')).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe(`/topology/${idOf(1)}`))
})

test('filters of the address choose components wherever they stand, and are shown', async () => {
  openTopology('?status=unhealthy&labels=tier=gold:1')
  await card('checkout')
  expect(names()).toEqual(['checkout', 'Shop'])
  expect((await within(await card('checkout')).findByText('Shop')).closest('div')?.textContent).toBe('InShop')
  expect(screen.getByText('Health:').parentElement?.textContent).toMatch(/^Health: Unhealthy/)
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(names()).toEqual(['Shop', 'Leeds', 'experiments', 'clusters']))
  expect(location.search).toBe('')
})

test('a team is filtered by what the server says belongs to it; a failure of that is no empty list', async () => {
  openTopology('?team=payments')
  await card('checkout')
  expect(names()).toEqual(['checkout'])
})

test('that the teams could not be read is said where they are asked for', async () => {
  openTopology('?team=payments', { teams: new Response('{"message":"teams are out"}', { status: 500 }) })
  expect(await screen.findByText(/teams are out/)).toBeTruthy()
})

test('the order of the address is in effect, by a property of cards, too', async () => {
  openTopology('?type=Service&sortBy=field:orders&sortOrder=desc')
  await card('checkout')
  expect(names()).toEqual(['checkout', 'cart', 'experiments', 'storefront'])
})

test('as a tree what is ill starts open, and a search shows what matches within what it stands in', async () => {
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

test('the cursor is at one component in all three layouts', async () => {
  openTopology('?layout=tree&sortBy=name')
  ;(await card('checkout')).focus()
  topologyUrl.set({ layout: 'picture' }, 'replace')
  const node = await screen.findByRole('treeitem', { name: /^checkout,/ })
  expect(node.getAttribute('aria-selected')).toBe('true')
  topologyUrl.set({ layout: 'cards' }, 'replace')
  // What it stands in is shown in its place.
  await waitFor(async () => expect((await card('Shop')).tabIndex).toBe(0))
  expect(names()[0]).toBe('clusters')
})

test('what is ticked is so in all three layouts', async () => {
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

test('a picture of which filters leave nothing says so, and what would be there without them', async () => {
  openTopology('?layout=picture&type=Nothing:1')
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
  expect(screen.getByText('There are 8 components without it.')).toBeTruthy()
  expect(screen.queryByRole('tree')).toBeNull()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement)
  expect(await screen.findByRole('treeitem', { name: /^checkout,/ })).toBeTruthy()
})

test('the picture has what is healthy folded, and what is ill drawn', async () => {
  openTopology('?layout=picture')
  await screen.findByRole('treeitem', { name: /^checkout,/ })
  const drawn = screen.getAllByRole('treeitem').map((one) => one.getAttribute('aria-label')?.split(',')[0])
  expect(drawn.toSorted()).toEqual(['Leeds', 'Shop', 'cart', 'checkout', 'clusters', 'experiments', 'storefront'])
  expect(screen.getByRole('treeitem', { name: /^clusters,/ }).getAttribute('aria-expanded')).toBe('false')
})

test('a refresh moves nothing that is looked at, and orders anew when nobody does', async () => {
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
  await waitFor(() => expect(names()).toEqual(['brand new', 'clusters', 'Shop', 'experiments', 'Leeds']))
})

test('that there is nothing is said, with where components come from', async () => {
  openTopology('', { answer: () => [] })
  expect(await screen.findByText('There are no components yet')).toBeTruthy()
})

test('that nothing matches is another screen, with the way out', async () => {
  openTopology('?type=Nothing')
  expect(await screen.findByText('Nothing matches these filters')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement)
  expect(await card('Shop')).toBeTruthy()
})

test('that it failed is a third, in the words of the server', async () => {
  openTopology('', { answer: () => new Response('{"error":"too many components"}', { status: 400 }) })
  expect(await screen.findByText(/too many components/)).toBeTruthy()
})
