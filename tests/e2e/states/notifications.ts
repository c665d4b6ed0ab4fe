import { expect, type Page } from 'playwright/test'
import { shown } from '../../helpers/announcements'
import { goTo, type Consoles, type State } from './state'

const LIST = '**/api/db/notification_send_history_summary?*'
const SUMMARY = '**/api/notification/summary'
const send = (number: string) => `5a000026-0000-4000-8000-0000000000${number}`

const hasRow = (page: Page) => expect(page.locator('main [data-row]').first()).toBeVisible()
const at =
  (path: string, there: (page: Page) => Promise<unknown> = hasRow) =>
  async (page: Page, { sample }: Consoles) => {
    await goTo(page, `${sample}${path}`)
    await there(page)
  }
const heading = (name: RegExp | string) => (page: Page) => expect(page.getByRole('heading', { name })).toBeVisible()
const detail = (name: string, text: string) => async (page: Page) => {
  await heading(name)(page)
  await expect(page.locator('main').getByText(text).last()).toBeVisible()
}

export const notificationStates: readonly State[] = [
  { name: 'notifications', reach: at('/notifications') },
  {
    name: 'notifications with silenced and skipped ones, expanded',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/notifications?status=&groupBy=none`)
      const parent = page.getByRole('row', { name: /^checkout, config item.*2 held back/ })
      await parent.focus()
      await page.keyboard.press('l')
      await expect(page.getByRole('row', { name: /inhibited, Inhibited by/ }).first()).toBeVisible()
    },
  },
  { name: 'notifications of which none fits', reach: at('/notifications?query=zzzzqqq', heading(/^Nothing matches/)) },
  {
    name: 'notifications before anything was sent',
    async reach(page, { sample }) {
      await page.route(LIST, (route) => route.fulfill({ json: [], headers: { 'Content-Range': '*/0' } }))
      await page.goto(`${sample}/notifications?status=`)
      await heading('No notifications yet')(page)
    },
    leave: (page) => page.unroute(LIST),
  },
  {
    name: 'notifications that could not be loaded',
    fails: true,
    async reach(page, { sample }) {
      await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: 'No database answers' } }))
      await page.goto(`${sample}/notifications`)
      await expect(shown(page, 'Could not load notifications')).toBeVisible()
    },
    leave: (page) => page.unroute(LIST),
  },
  {
    name: 'a notification that failed',
    reach: at(
      `/notifications?id=${send('04')}`,
      detail('Notification about checkout', 'failed to send message: 401. Gave up after 4 retries.')
    ),
  },
  {
    name: 'a notification that was silenced, and its event',
    reach: at(
      `/notifications?status=&id=${send('05')}&panel=event`,
      detail('Notification about cart API', 'Silenced by cart-flaps.')
    ),
  },
  {
    name: 'a notification that does not exist',
    fails: true,
    reach: at('/notifications?id=5a000026-0000-4000-8000-00000000ffff', heading('Notification not found')),
  },
  { name: 'notifications by resource', reach: at('/notifications?view=resources') },
  {
    name: 'notifications by resource that could not be counted',
    fails: true,
    async reach(page, { sample }) {
      await page.route(SUMMARY, (route) => route.fulfill({ status: 500, json: { error: 'No database answers' } }))
      await page.goto(`${sample}/notifications?view=resources`)
      await expect(shown(page, 'Could not load notifications')).toBeVisible()
    },
    leave: (page) => page.unroute(SUMMARY),
  },
  { name: 'notification rules', reach: at('/notifications/rules') },
  {
    name: 'a notification rule with an error, and what it would have sent',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/notifications/rules`)
      await page.getByRole('row', { name: /^printers, disabled/ }).focus()
      await page.keyboard.press('i')
      await expect(
        page
          .getByRole('dialog')
          .getByText(/cannot be evaluated/)
          .first()
      ).toBeVisible()
    },
  },
  {
    name: 'the dry run of a notification rule',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/notifications/rules`)
      await page.getByRole('row', { name: /^failing gold checks/ }).focus()
      await page.keyboard.press('Shift+V')
      await expect(page.getByRole('dialog').getByText(/would have been sent|None of these events/)).toBeVisible()
    },
  },
  {
    name: 'the dry run of a notification rule that could not be made',
    fails: true,
    async reach(page, { sample }) {
      await page.route('**/_dry_run', (route) => route.fulfill({ status: 500, json: { error: 'No database answers' } }))
      await goTo(page, `${sample}/notifications/rules`)
      await page.getByRole('row', { name: /^failing gold checks/ }).focus()
      await page.keyboard.press('Shift+V')
      await expect(page.getByRole('dialog').getByText(/No database answers/)).toBeVisible()
    },
    leave: (page) => page.unroute('**/_dry_run'),
  },
]
