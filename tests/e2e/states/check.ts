import { expect, type Page } from 'playwright/test'
import { goTo, type Consoles, type State } from './state'
import { shown } from '../../helpers/announcements'

const HOMEPAGE = '5a000008-0000-4000-8000-000000000001'
const CHECKOUT = '5a000008-0000-4000-8000-000000000008'
const GIFT_CARDS = '5a000008-0000-4000-8000-000000000028'
const NOBODY = '5a000008-0000-4000-8000-00000000ffff'

const addressOf = ({ sample }: Consoles, id = CHECKOUT, more = '') =>
  `${sample}/health?checkId=${id}&timeRange=1h${more}`
const open = (page: Page, consoles: Consoles, id = CHECKOUT, more = '') => goTo(page, addressOf(consoles, id, more))
const runs = (page: Page) => page.locator('[aria-label="History"]').locator('[data-row]')
/** The first of the events on the chart. */
const mark = (page: Page) =>
  page
    .getByRole('toolbar', { name: /^Events/ })
    .getByRole('button')
    .first()

/** The requests of a check's detail apart from the check itself. */
const parts = ['**/api/canary/api/graph?*', '**/api/db/check_statuses?*', '**/api/db/config_changes?*']

export const checkStates: readonly State[] = [
  {
    name: 'a check in full size',
    async reach(page, consoles) {
      await open(page, consoles)
      await expect(runs(page).first()).toBeVisible()
      await expect(mark(page)).toBeVisible()
    },
  },
  {
    name: 'a check next to the list',
    async reach(page, consoles) {
      await open(page, consoles, CHECKOUT, '&detail=beside')
      await expect(runs(page).first()).toBeVisible()
    },
  },
  {
    name: 'the spec of a check',
    async reach(page, consoles) {
      await open(page, consoles, CHECKOUT, '&panel=spec')
      await expect(page.getByRole('textbox', { name: /Spec of/ })).toBeVisible()
    },
  },
  {
    name: 'the relationships of a check',
    async reach(page, consoles) {
      await open(page, consoles, CHECKOUT, '&panel=relationships')
      await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
    },
  },
  {
    name: 'an invalid duration',
    async reach(page, consoles) {
      await open(page, consoles, CHECKOUT, '&duration=5m')
      await expect(shown(page, 'duration is allowed only in milli seconds & seconds')).toBeVisible()
    },
  },
  {
    name: 'no run that matches the filters',
    async reach(page, consoles) {
      await open(page, consoles, CHECKOUT, '&duration=30s')
      await expect(shown(page, /matches these filters/)).toBeVisible()
    },
  },
  {
    name: 'a run of a check',
    async reach(page, consoles) {
      await open(page, consoles)
      await runs(page).first().focus()
      for (const key of ['Enter', 'j', 'Enter']) await page.keyboard.press(key)
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'the related events of a check',
    async reach(page, consoles) {
      await open(page, consoles)
      await mark(page).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'an explained check that is being changed',
    async reach(page, consoles) {
      await open(page, consoles)
      await runs(page).first().focus()
      await page.keyboard.press('Shift+V')
      await expect(page.getByRole('region', { name: 'Rules' })).toBeVisible()
      await page.getByRole('button', { name: 'Edit and run' }).click()
      await expect(page.getByRole('textbox', { name: /not saved$/ })).toBeFocused()
    },
  },
  {
    name: 'the parameters of a playbook',
    async reach(page, consoles) {
      await open(page, consoles)
      await page.getByRole('button', { name: 'Playbooks' }).click()
      await page.getByRole('menuitem', { name: /^Send a request and store the response/ }).click()
      await expect(page.getByRole('textbox', { name: 'Reason' })).toBeVisible()
    },
  },
  {
    name: 'evidence with missing values',
    async reach(page, consoles) {
      await open(page, consoles, HOMEPAGE)
      await page.getByRole('button', { name: 'Link to incident' }).click()
      await expect(page.getByRole('radio', { name: 'A new incident' })).toBeFocused()
      await page.keyboard.press('Control+Enter')
      await expect(shown(page, 'Please select incident severity')).toBeVisible()
    },
  },
  {
    name: 'a deleted check',
    async reach(page, consoles) {
      await open(page, consoles, GIFT_CARDS)
      await expect(shown(page, /This check was deleted/)).toBeVisible()
    },
  },
  {
    name: 'an unknown check',
    async reach(page, consoles) {
      await open(page, consoles, NOBODY)
      await expect(shown(page, 'Check not found')).toBeVisible()
    },
  },
  {
    name: 'a check whose parts failed to load',
    fails: true,
    async reach(page, consoles) {
      for (const part of parts) await page.route(part, (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(addressOf(consoles))
      await expect(shown(page, /The health overview could not be loaded/)).toBeVisible()
    },
    async leave(page) {
      for (const part of parts) await page.unroute(part)
    },
  },
]
