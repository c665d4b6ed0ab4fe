import { expect, type Page } from 'playwright/test'
import { shown } from '../../helpers/announcements'
import { goTo, type Consoles, type State } from './state'

const LIST = '**/api/db/playbook_runs?*'
const STEP = '**/api/db/playbook_run_actions?*'
const run = (number: string) => `/playbooks/runs/5a000023-0000-4000-8000-0000000000${number}`
const step = (number: string) => `step=5a000024-0000-4000-8000-0000000000${number}`

const hasRow = (page: Page) => expect(page.locator('main [data-row]').first()).toBeVisible()
const at =
  (path: string, there: (page: Page) => Promise<unknown> = hasRow) =>
  async (page: Page, { sample }: Consoles) => {
    await goTo(page, `${sample}${path}`)
    await there(page)
  }
const grid = (name: string) => (page: Page) => expect(page.getByRole('grid', { name })).toBeVisible()

export const runStates: readonly State[] = [
  {
    name: 'playbook runs',
    reach: at('/playbooks/runs', async (page) => {
      await hasRow(page)
      await expect(page.getByRole('group', { name: 'Run counts' })).toBeVisible()
    }),
  },
  {
    name: 'playbook runs of which none fits',
    reach: at('/playbooks/runs?query=zzzzqqq', (page) =>
      expect(page.getByRole('heading', { name: /^Nothing matches/ })).toBeVisible()
    ),
  },
  {
    name: 'playbook runs before anything was run',
    async reach(page, { sample }) {
      await page.route(LIST, (route) => route.fulfill({ json: [], headers: { 'Content-Range': '*/0' } }))
      await page.goto(`${sample}/playbooks/runs`)
      await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible()
    },
    leave: (page) => page.unroute(LIST),
  },
  {
    name: 'playbook runs that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: 'No database answers' } }))
      await page.goto(`${sample}/playbooks/runs`)
      await expect(shown(page, 'Could not load playbook runs')).toBeVisible()
    },
    leave: (page) => page.unroute(LIST),
  },
  { name: 'a run that failed', reach: at(`${run('01')}?${step('02')}`, grid('Error of wait for rollout')) },
  {
    name: 'a run that waits for approval',
    reach: at(run('02'), (page) => expect(page.getByRole('list', { name: 'Approvers' })).toBeVisible()),
  },
  {
    name: 'what a step answered',
    reach: at(`${run('03')}?${step('04')}`, (page) => expect(page.getByRole('tab', { name: 'Content' })).toBeVisible()),
  },
  { name: 'rows of a step', reach: at(`${run('04')}?${step('05')}`, grid('Rows of count')) },
  {
    name: 'what a step left',
    reach: at(`${run('01')}?${step('02')}&view=artifacts`, grid('Artifacts of wait for rollout')),
  },
  {
    name: 'the parameters of a run',
    reach: at(`${run('01')}?panel=parameters`, (page) =>
      expect(page.getByRole('button', { name: /^Copy as JSON/ })).toBeVisible()
    ),
  },
  {
    name: 'a run that is not there',
    reach: at('/playbooks/runs/5a000023-0000-4000-8000-00000000ffff', (page) =>
      expect(page.getByRole('heading', { name: 'Run not found' })).toBeVisible()
    ),
  },
  {
    name: 'a run that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: 'No database answers' } }))
      await page.goto(`${sample}${run('01')}`)
      await expect(shown(page, 'Could not load the run')).toBeVisible()
    },
    leave: (page) => page.unroute(LIST),
  },
  {
    name: 'a step that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(STEP, (route) => route.fulfill({ status: 500, json: { message: 'No database answers' } }))
      await page.goto(`${sample}${run('01')}?${step('02')}`)
      await expect(shown(page, 'Could not load the step')).toBeVisible()
    },
    leave: (page) => page.unroute(STEP),
  },
]
