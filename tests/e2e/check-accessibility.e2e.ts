import { expect, type Page, test } from 'playwright/test'
import { faultsOf, looks } from '../helpers/axe'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'

// Every state of a check's detail × theme × width: axe finds nothing, and nothing scrolls sideways.

let running: ConsoleProcess
const data = temporaryFolder()
test.beforeAll(async () => {
  test.setTimeout(60_000)
  running = await startConsole(['--data', data.path])
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})

const CHECKOUT = '5a000008-0000-4000-8000-000000000008'
const GIFT_CARDS = '5a000008-0000-4000-8000-000000000028'
const NOBODY = '5a000008-0000-4000-8000-00000000ffff'

const rows = (page: Page) => page.getByRole('grid', { name: 'History' }).locator('[data-row]')
/** The first of the events on the chart. */
const mark = (page: Page) =>
  page
    .getByRole('toolbar', { name: /^Events/ })
    .getByRole('button')
    .first()
const link = (id: string, more = '') => `${running.url}/health?checkId=${id}&timeRange=1h${more}`

const states: Record<string, (page: Page) => Promise<void>> = {
  'in full size': async (page) => {
    await page.goto(link(CHECKOUT))
    await expect(rows(page).first()).toBeVisible()
    await expect(mark(page)).toBeVisible()
  },
  'beside the list': async (page) => {
    await page.goto(link(CHECKOUT, '&detail=beside'))
    await expect(rows(page).first()).toBeVisible()
  },
  'the spec': async (page) => {
    await page.goto(link(CHECKOUT, '&panel=spec'))
    await expect(page.getByRole('textbox', { name: /Spec of/ })).toBeVisible()
  },
  'the relationships': async (page) => {
    await page.goto(link(CHECKOUT, '&panel=relationships'))
    await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(2)
  },
  'a duration that cannot be': async (page) => {
    await page.goto(link(CHECKOUT, '&duration=5m'))
    await expect(page.getByText('duration is allowed only in milli seconds & seconds')).toBeVisible()
  },
  'nothing that fits the filters': async (page) => {
    await page.goto(link(CHECKOUT, '&duration=30s'))
    await expect(page.getByText(/fits these filters/)).toBeVisible()
  },
  'a run': async (page) => {
    await page.goto(link(CHECKOUT))
    await rows(page).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'what happened': async (page) => {
    await page.goto(link(CHECKOUT))
    await mark(page).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'what a playbook asks': async (page) => {
    await page.goto(link(CHECKOUT))
    await page.getByRole('button', { name: 'Run playbook' }).click()
    await page.getByRole('combobox', { name: 'Playbook' }).click()
    await page.getByRole('option', { name: 'Ask it and keep the answer' }).click()
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeVisible()
  },
  'evidence with what is missing': async (page) => {
    await page.goto(link(CHECKOUT))
    await page.getByRole('button', { name: 'Add to incident' }).click()
    await expect(page.getByRole('radio', { name: 'A new incident' })).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Please select incident severity')).toBeVisible()
  },
  deleted: async (page) => {
    await page.goto(link(GIFT_CARDS))
    await expect(page.getByText(/This check was deleted/)).toBeVisible()
  },
  'no such check': async (page) => {
    await page.goto(link(NOBODY))
    await expect(page.getByText('There is no such check')).toBeVisible()
  },
  'parts that failed': async (page) => {
    const parts = ['**/api/canary/api/graph?*', '**/api/db/check_statuses?*', '**/api/db/config_changes?*']
    for (const part of parts) await page.route(part, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(link(CHECKOUT))
    await expect(page.getByText(/The health overview could not be loaded/)).toBeVisible()
    for (const part of parts) await page.unroute(part)
  },
}

for (const [width, height] of [
  [1440, 900],
  [1024, 680],
  [320, 800],
] as const) {
  test(`axe finds nothing in a check in any colours: ${width} px`, async ({ browser }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({ viewport: { width, height } })
    const page = await context.newPage()
    for (const [state, reach] of Object.entries(states)) {
      // On a short screen the chart has a tab, which is chosen there; what it shows is the same.
      if (height < 720 && (state === 'what happened' || state === 'parts that failed' || state === 'in full size'))
        continue
      await reach(page)
      for (const [look, media] of Object.entries(looks)) {
        await page.emulateMedia(media)
        expect(await faultsOf(page), `${state}, ${look}`).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${state}, ${look}, scrolls sideways`).toBeLessThanOrEqual(0)
      }
    }
    await context.close()
  })
}
