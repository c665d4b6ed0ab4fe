import { expect, type Page } from 'playwright/test'
import { goTo, type Consoles, type State } from './state'
import { shown } from '../../helpers/announcements'

const TOPOLOGY = '**/api/canary/api/topology?*'
/** The shop with all its services, and one of them. */
const SHOP = '5a000011-0000-4000-8000-000000000001'
const CHECKOUT = '5a000011-0000-4000-8000-000000000015'

const panel =
  (name: string, there: (page: Page) => Promise<unknown>) =>
  async (page: Page, { sample }: Consoles) => {
    await goTo(page, `${sample}/topology/${CHECKOUT}?panel=${name}`)
    await there(page)
  }
const hasRow = (page: Page) => expect(page.locator('main [data-row]').first()).toBeVisible()

export const componentStates: readonly State[] = [
  {
    name: 'a component',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/topology/${SHOP}`)
      await expect(page.getByRole('row', { name: /^checkout, Service/ })).toBeVisible()
    },
  },
  { name: 'the config items of a component', reach: panel('catalog', hasRow) },
  { name: 'the checks of a component', reach: panel('checks', hasRow) },
  {
    name: 'the incidents of a component',
    reach: panel('incidents', (page) => expect(page.getByRole('tabpanel').getByRole('listitem')).not.toHaveCount(0)),
  },
  {
    name: 'an unknown component',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/topology/5a000011-0000-4000-8000-00000000ffff`)
      await expect(page.getByRole('heading', { name: 'Component not found' })).toBeVisible()
    },
  },
  {
    name: 'a component that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(TOPOLOGY, (route) => route.fulfill({ status: 500, body: 'no' }))
      await page.goto(`${sample}/topology/${SHOP}`)
      await expect(shown(page, 'Could not load the component')).toBeVisible()
    },
    leave: (page) => page.unroute(TOPOLOGY),
  },
  {
    name: 'the public card of a component',
    async reach(page, { sample }) {
      await page.goto(`${sample}/view/topology/${SHOP}`)
      await expect(page.getByRole('article', { name: 'Shop' })).toBeVisible()
    },
  },
]
