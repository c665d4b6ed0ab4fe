import { expect, type Page } from 'playwright/test'
import { goTo, type Consoles, type State } from './state'
import { shown } from '../../helpers/announcements'

const CONFIGS = '**/api/db/configs?*'
const WALK = '**/api/db/rpc/related_configs_recursive?*'
/** The deployment that cannot roll out. */
const CHECKOUT = '/catalog/5a000020-0000-4000-8000-000000000105'

const list =
  (search = '') =>
  async (page: Page, { sample }: Consoles) => {
    await goTo(page, `${sample}/catalog?${search}`)
    await expect(page.locator('main [data-row]').first()).toBeVisible()
  }

export const catalogStates: readonly State[] = [
  { name: 'the catalog', reach: list() },
  { name: 'the catalog, filtered', reach: list('configType=Kubernetes::Pod&health=healthy:-1') },
  {
    name: 'the catalog without a match',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/catalog?query=zzzzqqq`)
      await expect(page.getByRole('heading', { name: /^Nothing matches/ })).toBeVisible()
    },
  },
  {
    name: 'the catalog that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(CONFIGS, (route) => route.fulfill({ status: 500, body: 'no' }))
      await page.goto(`${sample}/catalog`)
      await expect(shown(page, 'Could not load catalog')).toBeVisible()
    },
    leave: (page) => page.unroute(CONFIGS),
  },
  {
    name: 'a config item',
    async reach(page, { sample }) {
      await goTo(page, sample + CHECKOUT)
      await expect(page.locator('.cm-line').first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'payments' })).toBeVisible()
    },
  },
  {
    name: 'the checks of a config item',
    async reach(page, { sample }) {
      await goTo(page, `${sample}${CHECKOUT}/checks`)
      await expect(page.getByRole('link', { name: /checkout API/ })).toBeVisible()
    },
  },
  {
    name: 'what changed before an item failed',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/timeline?of=config:${CHECKOUT.slice('/catalog/'.length)}`)
      await expect(page.getByRole('slider', { name: 'Events by resource' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Selected event' }).locator('h2')).toBeVisible()
    },
  },
  {
    name: 'the relationships of a config item',
    async reach(page, { sample }) {
      await goTo(page, `${sample}${CHECKOUT}/relationships?direction=all`)
      await expect(page.locator('main [data-row]').first()).toBeVisible()
    },
  },
  {
    name: 'the relationships of a config item, as a graph',
    async reach(page, { sample }) {
      await goTo(page, `${sample}${CHECKOUT}/relationships?direction=all&layout=graph`)
      await expect(page.getByRole('treeitem').first()).toBeVisible()
    },
  },
  {
    name: 'the relationships that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(WALK, (route) => route.fulfill({ status: 500, body: 'no' }))
      await page.goto(`${sample}${CHECKOUT}/relationships`)
      await expect(shown(page, 'Could not load relationships of checkout')).toBeVisible()
    },
    leave: (page) => page.unroute(WALK),
  },
]
