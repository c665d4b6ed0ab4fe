import { expect } from 'playwright/test'
import { shown } from '../../helpers/announcements'
import { goTo, type State } from './state'

const INCIDENT = '/incidents/5a000012-0000-4000-8000-000000000008'
const HISTORY = '**/api/db/incident_histories?*'

export const incidentTimelineStates: readonly State[] = [
  {
    name: 'the timeline of an incident',
    async reach(page, { sample }) {
      await goTo(page, `${sample}${INCIDENT}?panel=timeline`)
      await expect(page.getByRole('row', { name: /^Change, / }).first()).toBeVisible()
    },
  },
  {
    name: 'the timeline of an incident, a failure beside it',
    async reach(page, { sample }) {
      await goTo(page, `${sample}${INCIDENT}?panel=timeline&kind=failed:1`)
      await page
        .getByRole('row', { name: /^Failure, / })
        .first()
        .click()
      await expect(page.getByRole('button', { name: /^Link to incident/ })).toBeVisible()
    },
  },
  {
    name: 'the timeline of an incident without a match',
    async reach(page, { sample }) {
      await goTo(page, `${sample}${INCIDENT}?panel=timeline&query=zzzzqqq`)
      await expect(page.getByRole('heading', { name: /^Nothing matches/ })).toBeVisible()
    },
  },
  {
    name: 'the timeline of an incident that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(HISTORY, (route) => route.fulfill({ status: 500, body: 'no' }))
      await page.goto(`${sample}${INCIDENT}?panel=timeline`)
      await expect(shown(page, 'Could not load timeline')).toBeVisible()
    },
    leave: (page) => page.unroute(HISTORY),
  },
  {
    name: 'the report of an incident',
    async reach(page, { sample }) {
      await goTo(page, `${sample}${INCIDENT}/report`)
      await expect(page.getByRole('article')).toBeVisible()
    },
  },
  {
    name: 'a handover',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/incidents?do=handover.write%3Frange%3Dnow-8h`)
      await expect(page.getByRole('article', { name: 'Handover' })).toBeVisible()
    },
  },
]
