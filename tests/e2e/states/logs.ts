import { expect, type Page } from 'playwright/test'
import { shown } from '../../helpers/announcements'
import { goTo, type Consoles, type State } from './state'

const LOGS = '**/api/logs'
const COMPONENTS = '**/api/db/components?*log_selectors=not.is.null*'
/** Two services of the sample: one with failing orders, and one with coloured logs. */
const [CHECKOUT, SEARCH] = ['15', '13'].map((last) => `topologyId=5a000011-0000-4000-8000-0000000000${last}`)

const lines =
  (query: string) =>
  async (page: Page, { sample }: Consoles) => {
    await goTo(page, `${sample}/logs?${query}`)
    await expect(page.locator('main [data-row]').first()).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Lines over time' })).toBeVisible()
  }

export const logStates: readonly State[] = [
  {
    name: 'logs without a component',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/logs`)
      await expect(page.getByRole('grid', { name: 'Components with logs' }).getByRole('row').nth(1)).toBeVisible()
    },
  },
  {
    name: 'logs without a component that has logs',
    async reach(page, { sample }) {
      await page.route(COMPONENTS, (route) => route.fulfill({ json: [] }))
      await page.goto(`${sample}/logs`)
      await expect(page.getByRole('heading', { name: 'No component has logs' })).toBeVisible()
    },
    leave: (page) => page.unroute(COMPONENTS),
  },
  { name: 'logs in colours', reach: lines(`${SEARCH}`) },
  { name: 'logs with a search, wrapped', reach: lines(`${CHECKOUT}&query=gateway&wrap=yes&level=error:1`) },
  {
    name: 'logs without a match',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/logs?${CHECKOUT}&query=zzzzqqq`)
      await expect(shown(page, /^Nothing matches/)).toBeVisible()
    },
  },
  {
    name: 'logs that could not be searched',
    fails: true,
    async reach(page, { sample }) {
      await page.route(LOGS, (route) => route.fulfill({ status: 500, json: { error: 'No log backend answers' } }))
      await page.goto(`${sample}/logs?${CHECKOUT}`)
      await expect(shown(page, 'Could not load logs')).toBeVisible()
    },
    leave: (page) => page.unroute(LOGS),
  },
]
