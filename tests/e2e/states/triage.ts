import { expect, type Page } from 'playwright/test'
import { shown } from '../../helpers/announcements'
import { goTo, type State } from './state'

const CHECKS = '**/api/db/checks?*'
const sources =
  /\/api\/db\/(?:checks|incidents|playbook_runs|notification_send_history_summary|config_analysis_items)\?/

const hasRow = (page: Page) => expect(page.locator('main [data-row]').first()).toBeVisible()

export const triageStates: readonly State[] = [
  {
    name: 'the triage queue',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/triage`)
      await hasRow(page)
    },
  },
  {
    name: 'a triage queue with nothing in it',
    async reach(page, { sample }) {
      await page.route(sources, (route) => route.fulfill({ json: [], headers: { 'Content-Range': '*/0' } }))
      await page.goto(`${sample}/triage`)
      await expect(page.getByRole('heading', { name: 'Nothing to triage' })).toBeVisible()
    },
    leave: (page) => page.unroute(sources),
  },
  {
    name: 'a triage queue of which a source could not be read',
    fails: true,
    async reach(page, { sample }) {
      await page.route(CHECKS, (route) => route.fulfill({ status: 500, json: { message: 'No database answers' } }))
      await page.goto(`${sample}/triage`)
      await expect(shown(page, /^Unhealthy checks could not be read/)).toBeVisible()
      await hasRow(page)
    },
    leave: (page) => page.unroute(CHECKS),
  },
]
