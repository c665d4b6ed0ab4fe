import { expect, type Locator, type Page } from 'playwright/test'
import { goTo, type Consoles, type State } from './state'
import { shown } from '../../helpers/announcements'

const anyRow = (page: Page) => page.locator('main [data-row]')
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name })

/** Opens the list of checks with a query string, and waits for its content. */
const list =
  (search = '', shows: (page: Page) => Locator = anyRow) =>
  async (page: Page, { sample }: Consoles) => {
    await goTo(page, `${sample}/health?${search}`)
    await expect(shows(page).first()).toBeVisible()
  }

const SUMMARY = '**/api/canary/api/summary*'

export const healthStates: readonly State[] = [
  { name: 'checks', reach: list() },
  { name: 'checks including passing ones', reach: list('hidePassing=no') },
  { name: 'checks without groups', reach: list('hidePassing=no&groupBy=none') },
  { name: 'checks as cards', reach: list('hidePassing=no&layout=card') },
  { name: 'checks as a pivot', reach: list('hidePassing=no&pivotBy=type') },
  { name: 'checks without a failing one', reach: list('query=homepage', heading(/passing checks? match/)) },
  { name: 'checks without a match', reach: list('query=zzzzqqq', heading('No check matches')) },
  { name: 'checks filtered by labels', reach: list('hidePassing=no&labels={"kind:port":-1}') },
  {
    name: 'filters over the checks',
    widths: [320, 1024],
    async reach(page, { sample }) {
      // After a navigation, there is also a skip link of this name.
      await page.goto(`${sample}/health`)
      await expect(anyRow(page).first()).toBeVisible()
      await page.getByRole('button', { name: /^Filters/ }).press('Enter')
      await expect(page.getByRole('dialog', { name: 'Filter by Label' })).toBeVisible()
    },
  },
  {
    name: 'checks that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(SUMMARY, (route) => route.fulfill({ status: 500, body: 'no' }))
      await page.goto(`${sample}/health`)
      await expect(shown(page, 'Could not load the checks')).toBeVisible()
    },
    leave: (page) => page.unroute(SUMMARY),
  },
  {
    name: 'the public page',
    async reach(page, { sample }) {
      await page.goto(`${sample}/view/health?hidePassing=no`)
      await expect(anyRow(page).first()).toBeVisible()
    },
  },
  {
    name: 'a check next to the list, opened by keys',
    async reach(page, consoles) {
      await list()(page, consoles)
      await page.keyboard.press('n')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused()
    },
  },
]
