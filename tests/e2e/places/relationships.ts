import { expect, type Page } from 'playwright/test'
import { choose, heard, type Place, url } from './place'

/** The deployment that cannot roll out. */
const CHECKOUT = '/catalog/5a000020-0000-4000-8000-000000000105'

const own = (page: Page) => page.getByRole('treeitem', { name: /^checkout,/ })
const hasRows = (page: Page) => expect(page.locator('main [data-row]').first()).toBeVisible()
const firstRow = (page: Page) => page.locator('main [data-row]').first().focus()
const inGraph = async (page: Page) => {
  await expect(own(page)).toBeVisible()
  await own(page).focus()
}
const graph = `${CHECKOUT}/relationships?layout=graph&direction=all`

/** The position and zoom of the graph. */
const transform = (page: Page) => page.locator('[role=tree] svg > g').first().getAttribute('transform')
const isOther = (than: string | null | undefined) => (page: Page) => expect.poll(() => transform(page)).not.toBe(than)

/** Stores the previous position and zoom, to detect a change. */
function moved() {
  let before: string | null | undefined
  return {
    path: graph,
    at: [
      inGraph,
      async (page: Page) => {
        before = await transform(page)
      },
    ],
    sees: (page: Page) => isOther(before)(page),
  }
}

export const relationships: Place = {
  name: 'relationships of an item',
  path: `${CHECKOUT}/relationships?direction=all`,
  ready: (page) => expect(page.getByRole('tab', { name: /^Relationships/ })).toBeVisible(),
  scenarios: {
    'config.relationships': { path: CHECKOUT, at: [], sees: url(/relationships$/) },
    'relations.direction': { at: [hasRows, firstRow], answers: [choose('upstream')], sees: url(/direction=incoming/) },
    'relations.kinds': {
      at: [hasRows, firstRow],
      answers: [choose('include soft relationships')],
      sees: url(/outgoing=both/),
    },
    'relations.depth': { at: [hasRows, firstRow], answers: [choose('3 hops')], sees: url(/depth=3/) },
    'relations.deeper': {
      path: `${CHECKOUT}/relationships?depth=3`,
      at: [hasRows, firstRow],
      sees: heard(/Up to 4 hops/),
    },
    'relations.shallower': { at: [hasRows, firstRow], sees: heard(/Up to 9 hops/) },
    'relations.deleted': { at: [hasRows, firstRow], sees: heard(/Deleted items are shown/) },
    'relations.layout': { at: [hasRows, firstRow], sees: heard(/Shown as a graph/) },
    'graph.unfold': {
      path: graph,
      at: [inGraph, '-'],
      sees: (page) => expect(own(page)).toHaveAttribute('aria-expanded', 'true'),
    },
    'graph.fold': {
      path: graph,
      at: [inGraph],
      sees: (page) => expect(own(page)).toHaveAttribute('aria-expanded', 'false'),
    },
    'graph.fit': {
      ...moved(),
      at: [inGraph, 'Shift+ArrowLeft'],
      sees: async (page) => expect(await transform(page)).toMatch(/scale/),
    },
    'graph.zoomIn': moved(),
    'graph.zoomOut': moved(),
    'graph.panLeft': moved(),
    'graph.panRight': moved(),
    'graph.panUp': moved(),
    'graph.panDown': moved(),
  },
}
