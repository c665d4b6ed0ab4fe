import { expect, type Page } from 'playwright/test'
import { shown } from '../../helpers/announcements'
import { goTo, type Consoles, type State } from './state'

const TOPOLOGY = '**/api/canary/api/topology?*'

const dashboard =
  (search = '') =>
  async (page: Page, { sample }: Consoles) => {
    await goTo(page, `${sample}/topology?${search}`)
    await expect(page.locator('main [data-row]').first()).toBeVisible()
  }

export const topologyStates: readonly State[] = [
  { name: 'the dashboard', reach: dashboard() },
  { name: 'the dashboard, filtered', reach: dashboard('status=unhealthy&labels=tier=gold:1') },
  { name: 'the dashboard as a tree', reach: dashboard('layout=tree') },
  {
    name: 'the dashboard as a graph',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/topology?layout=picture`)
      await expect(page.getByRole('treeitem', { name: /^checkout,/ })).toBeVisible()
    },
  },
  {
    name: 'the dashboard without a match',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/topology?query=zzzzqqq`)
      await expect(page.getByRole('heading', { name: /^Nothing matches/ })).toBeVisible()
    },
  },
  {
    name: 'the dashboard that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(TOPOLOGY, (route) => route.fulfill({ status: 500, body: 'no' }))
      await page.goto(`${sample}/topology`)
      await expect(shown(page, 'Could not load dashboard')).toBeVisible()
    },
    leave: (page) => page.unroute(TOPOLOGY),
  },
]
