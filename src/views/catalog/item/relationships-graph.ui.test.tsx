import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { relatedItemId, openRelationships, createWalkRow, walkRows } from '@tests/helpers/relationships'

const node = (name: RegExp) => screen.findByRole('treeitem', { name })
const focused = () => document.activeElement?.getAttribute('aria-label') ?? ''
const lines = () => screen.getAllByRole('treeitem').map((one) => one.getAttribute('aria-label')?.split(',')[0])

async function openGraph(below = '', ...more: Parameters<typeof openRelationships>[1][]) {
  const opened = openRelationships(`/relationships?layout=graph${below}`, ...more)
  await node(/^checkout,/)
  return opened
}

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('the graph has the same items as the list, groups items of one type, and keeps unhealthy items separate [ROUTE-34]', async () => {
  await openGraph('&direction=all')
  expect(lines().toSorted()).toEqual(['7 Pods', 'checkout', 'checkout-7d', 'checkout-config', 'harbour', 'pod-17'])
  const own = await node(/^checkout,/)
  expect(own.getAttribute('aria-level')).toBe('1')
  expect(own.getAttribute('aria-expanded')).toBe('true')
  expect((await node(/^7 Pods/)).getAttribute('aria-expanded')).toBe('false')
  // A source is to the left of its targets.
  const left = async (name: RegExp) => (await node(name)).getBoundingClientRect().left
  expect(await left(/^harbour,/)).toBeLessThan(await left(/^checkout,/))
  expect(await left(/^checkout,/)).toBeLessThan(await left(/^checkout-7d,/))
})

test('arrow keys follow the relationships, and Home returns to the item', async () => {
  await openGraph('&direction=all')
  ;(await node(/^checkout,/)).focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toMatch(/^harbour,.*upstream, 1 hop$/)
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toMatch(/^checkout,/)
  await userEvent.keyboard('{ArrowRight}')
  const name = () => focused().split(',')[0]
  expect(['checkout-7d', 'checkout-config']).toContain(name())
  // Up and Down stay in the column.
  const found = [name()]
  for (const key of ['{ArrowUp}', '{ArrowDown}', '{ArrowDown}']) {
    await userEvent.keyboard(key)
    if (!found.includes(name())) found.push(name())
  }
  expect(found.slice(0, 2).toSorted()).toEqual(['checkout-7d', 'checkout-config'])
  await userEvent.keyboard('{Home}')
  expect(focused()).toMatch(/^checkout,/)
  // Only one node is in the tab order.
  expect(document.querySelectorAll('[role="treeitem"][tabindex="0"]')).toHaveLength(1)
})

test('a group node expands into its members and moves focus there, and Enter opens an item', async () => {
  const { performed } = await openGraph()
  ;(await node(/^7 Pods/)).focus()
  await userEvent.click(await node(/^7 Pods/))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toMatch(/^pod-10,/))
  expect(lines().filter((name) => name?.startsWith('pod-'))).toHaveLength(8)
  await userEvent.keyboard('{Enter}')
  expect(performed.at(-1)).toBe(`config.open?config=config:${relatedItemId(10)}`)
})

test('collapsing a node hides its descendants, and expanding shows them again', async () => {
  await openGraph()
  await userEvent.click(await node(/^checkout-7d,/))
  await userEvent.click(screen.getByRole('button', { name: /^Collapse/ }))
  await waitFor(() => expect(focused()).toMatch(/^checkout-7d,.*8 items collapsed$/))
  expect(lines()).not.toContain('pod-17')
  expect((await node(/^checkout-7d,/)).getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(screen.getByRole('button', { name: /^Expand/ }))
  await node(/^pod-17,/)
})

test('a search highlights its matches and moves to a match inside a collapsed node', async () => {
  await openGraph('&direction=all')
  const field = screen.getByRole('searchbox', { name: /^Search names/ })
  await userEvent.click(field)
  await userEvent.keyboard('pod-13')
  await waitFor(async () => expect((await node(/^7 Pods/)).getAttribute('data-found')).toBe('yes'))
  expect((await node(/^harbour,/)).getAttribute('data-found')).toBe('no')
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toMatch(/^pod-13,/))
})

test('list and graph share one cursor', async () => {
  openRelationships('/relationships?direction=all')
  const ill = await screen.findByRole('row', { name: /^pod-17,/ })
  ill.focus()
  await userEvent.click(screen.getByRole('button', { name: 'Show as graph' }))
  await waitFor(() => expect(location.search).toBe('?direction=all&layout=graph'))
  await waitFor(async () => expect((await node(/^pod-17,/)).getAttribute('aria-selected')).toBe('true'))
  await userEvent.click(await node(/^harbour,/))
  await userEvent.click(screen.getByRole('button', { name: 'Show as list' }))
  await waitFor(async () => expect((await screen.findByRole('row', { name: /^harbour,/ })).tabIndex).toBe(0))
})

test('marks relationships through items that filters hide', async () => {
  await openGraph('&configType=Kubernetes::Pod:1', () => [createWalkRow(10, {}), createWalkRow(11, {})])
  expect(await node(/^pod-10,.*downstream, through items not shown$/)).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Legend' }).textContent).toContain('through items not shown')
})

test('offers the list when the graph has too many nodes', async () => {
  const many = Array.from({ length: 1600 }, (_, n) => createWalkRow(1000 + n, { type: `Of::Kind${n}` }))
  const own = { ...walkRows[1], related_ids: many.map(({ id }) => id) }
  openRelationships('/relationships?layout=graph', () => [own, ...many])
  expect(await screen.findByText('Too many nodes')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Show as list' })[1] as HTMLElement)
  await waitFor(() => expect(location.search).toBe(''))
})

const insideOf = (outer: DOMRect) => (inner: DOMRect) =>
  inner.left >= outer.left - 1 &&
  inner.right <= outer.right + 1 &&
  inner.top >= outer.top - 1 &&
  inner.bottom <= outer.bottom + 1

test('opens at the top left in full size, with the item in view, also while the page grows', async () => {
  await page.viewport(1280, 800)
  await openGraph()
  const tree = screen.getByRole('tree')
  const look = async () => {
    const frame = tree.getBoundingClientRect()
    const boxes = screen.getAllByRole('treeitem').map((one) => one.getBoundingClientRect())
    return {
      fontSize: tree.querySelector('text')?.getBoundingClientRect().height,
      top: Math.min(...boxes.map((box) => box.top)) - frame.top,
      isOwnInView: insideOf(frame)((await node(/^checkout,/)).getBoundingClientRect()),
    }
  }
  const first = await look()
  expect(first).toMatchObject({ isOwnInView: true })
  expect(first.top).toBeLessThan(30)
  expect(tree.querySelector('g')?.getAttribute('transform')).toContain('scale(1)')
  await page.viewport(1100, 700)
  await waitFor(async () => expect(await look()).toEqual(first))
  // A graph that the user has moved stays in place.
  await userEvent.click(screen.getByRole('button', { name: /^Zoom in/ }))
  const place = () => tree.querySelector('g')?.getAttribute('transform')
  const moved = place()
  await page.viewport(1280, 800)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(place()).toBe(moved)
})

test('on small screens the controls below the graph cover no part of it', async () => {
  await page.viewport(320, 640)
  await openGraph()
  screen.getAllByRole('treeitem')[0]?.focus()
  await userEvent.keyboard('{Control>}a{/Control}')
  const bar = (await screen.findByText(/selected$/)).closest('div') as HTMLElement
  const below = screen.getByRole('button', { name: /^Fit/ })
  const [graph, barBox] = [screen.getByRole('tree').getBoundingClientRect(), bar.getBoundingClientRect()]
  expect(graph.height).toBeGreaterThanOrEqual(192)
  expect(barBox.top).toBeGreaterThanOrEqual(graph.bottom)
  expect(bar.scrollHeight).toBeLessThanOrEqual(Math.ceil(barBox.height))
  expect(below.getBoundingClientRect().top).toBeGreaterThanOrEqual(barBox.bottom)
  await page.viewport(1280, 800)
})

test('soft relationships are dashed, explained in the legend and described in words, and requested only if followed', async () => {
  const { asked } = await openGraph()
  expect(document.querySelector('path[data-look="dashes"]')).toBeNull()
  expect(asked.filter((path) => path.endsWith('config_relationships_recursive'))).toEqual([])
  await userEvent.click(screen.getByRole('switch', { name: /^Soft/ }))
  expect(await node(/^checkout-config,.*downstream, 1 hop, soft/)).toBeTruthy()
  // A relationship that is both hard and soft counts as hard.
  expect((await node(/^checkout-7d,/)).getAttribute('aria-label')).not.toContain('soft')
  expect(document.querySelectorAll('[role="tree"] path[data-look="dashes"]').length).toBeGreaterThan(0)
  expect(screen.getByRole('list', { name: 'Legend' }).textContent).toContain('soft: inferred by a scraper')
})

test('renders the contents of nodes only where they are visible or focused', async () => {
  const chain = Array.from({ length: 40 }, (_, n) =>
    createWalkRow(1000 + n, {
      name: `link-${n}`,
      type: `Of::Kind${n}`,
      related_ids: n < 39 ? [relatedItemId(1001 + n)] : null,
    })
  )
  await openGraph('', () => [{ ...walkRows[1], related_ids: [relatedItemId(1000)] }, ...chain])
  const last = await node(/^link-39,/)
  expect(screen.getAllByRole('treeitem')).toHaveLength(41)
  expect(last.querySelector('text')).toBeNull()
  ;(await node(/^checkout,/)).focus()
  await userEvent.keyboard('{End}')
  await waitFor(() => expect(focused()).toMatch(/^link-39,/))
  await waitFor(() => expect(last.querySelector('text')?.textContent).toBe('link-39'))
})
