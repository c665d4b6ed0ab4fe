import { expect, type Page } from 'playwright/test'
import { shown } from '../../helpers/announcements'
import { goTo, type Consoles, type State } from './state'

const LIST = '**/api/db/incident_summary?*'
const ONE = '**/api/db/incidents?*'
/** Of the sample: investigated just now, with evidence of each kind. */
const CHECKOUT = '5a000012-0000-4000-8000-000000000008'
const evidence = (number: number) => `5a000014-0000-4000-8000-00000000000${number}`

const hasRow = (page: Page) => expect(page.locator('main [data-row]').first()).toBeVisible()
/** In the detail, which is after the list with the previews. */
const seen = (text: string | RegExp) => (page: Page) =>
  expect(page.locator('main').getByText(text).last()).toBeVisible()

const beside =
  (number: number, there: (page: Page) => Promise<unknown>) =>
  async (page: Page, { sample }: Consoles) => {
    await goTo(page, `${sample}/incidents/${CHECKOUT}?row=${evidence(number)}`)
    await there(page)
  }

export const incidentStates: readonly State[] = [
  {
    name: 'incidents',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/incidents`)
      await hasRow(page)
    },
  },
  {
    name: 'incidents of which none fits',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/incidents?query=zzzzqqq`)
      await expect(page.getByRole('heading', { name: /^Nothing matches/ })).toBeVisible()
    },
  },
  {
    name: 'incidents that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: 'No database answers' } }))
      await page.goto(`${sample}/incidents`)
      await expect(shown(page, 'Could not load incidents')).toBeVisible()
    },
    leave: (page) => page.unroute(LIST),
  },
  {
    name: 'an incident with its hypotheses',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/incidents/${CHECKOUT}`)
      await hasRow(page)
    },
  },
  { name: 'a check as evidence', reach: beside(1, seen(/run of the last hour|five-minute buckets/)) },
  { name: 'a component as evidence', reach: beside(2, (page) => expect(page.getByRole('article')).toBeVisible()) },
  { name: 'a change as evidence', reach: beside(3, seen(/lines? added/)) },
  { name: 'an insight as evidence', reach: beside(4, seen(/exceeded its memory limit/)) },
  { name: 'log lines as evidence', reach: beside(6, seen('loading 41,203 price rules')) },
  {
    name: 'an incident that is not there',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/incidents/5a000012-0000-4000-8000-00000000ffff`)
      await expect(page.getByRole('heading', { name: 'Incident not found' })).toBeVisible()
    },
  },
  {
    name: 'an incident that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(ONE, (route) => route.fulfill({ status: 500, json: { message: 'No database answers' } }))
      await page.goto(`${sample}/incidents/${CHECKOUT}`)
      await expect(shown(page, 'Could not load the incident')).toBeVisible()
    },
    leave: (page) => page.unroute(ONE),
  },
]
