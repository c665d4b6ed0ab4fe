import type { Locator, Page } from 'playwright/test'
import { coveredBy, resize } from '../helpers/row-access'
import { expect, test, visit } from '../helpers/shared-page'

// Messages cover nothing that can be pressed, at any width, and do not appear under the pointer.

const CHECKOUT = '/health?checkId=5a000008-0000-4000-8000-000000000008&timeRange=1h'
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const history = (page: Page) => page.getByRole('treegrid', { name: 'History' }).locator('[data-row]').first()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const screens: Record<string, readonly [path: string, seen: (page: Page) => Locator]> = {
  'a list': ['/health?hidePassing=no', (page) => page.getByRole('treegrid', { name: 'Checks' })],
  'a detail in full size': [CHECKOUT, history],
  'a detail beside its list': [`${CHECKOUT}&detail=beside`, history],
  relationships: [`${CHECKOUT}&panel=relationships`, (page) => page.getByRole('tabpanel').getByText('Catalog')],
  'a list with pages': ['/settings/outbox', heading],
  'a page that is not there': ['/nowhere', heading],
}
const HEIGHTS: Record<number, number> = { 1440: 900, 1024: 680, 390: 844, 320: 800 }

test('a message covers nothing that can be pressed, on pages and in dialogs, at any width', async ({
  shared: page,
}) => {
  test.setTimeout(240_000)
  // What another test has changed last would be repeated by the key that is pressed here for its message.
  await page.reload()
  for (const [width, height] of Object.entries(HEIGHTS)) {
    await resize(page, { width: Number(width), height })
    for (const [name, [path, seen]] of Object.entries(screens)) {
      await visit(page, path)
      await expect(seen(page)).toBeVisible()
      await page.mouse.move(0, 0)
      await page.keyboard.press('.')
      // The pointer keeps it open.
      await messages(page).hover()
      expect.soft(await coveredBy(messages(page)), `${name}, ${width} px`).toEqual([])
      await page.keyboard.press('Control+,')
      await expect(page.getByRole('dialog')).toBeVisible()
      expect.soft(await coveredBy(messages(page)), `a dialog over ${name}, ${width} px`).toEqual([])
      await page.keyboard.press('Escape')
      await messages(page)
        .getByRole('button', { name: /^Dismiss/ })
        .first()
        .click()
    }
  }
})

test('a message appears away from the pointer that asked for it, and what is under the pointer stays there', async ({
  shared: page,
}) => {
  for (const [width, height] of Object.entries(HEIGHTS)) {
    await resize(page, { width: Number(width), height })
    await visit(page, CHECKOUT)
    await expect(history(page)).toBeVisible()
    const button = page.getByRole('button', { name: 'Run now' })
    // What comes late beside it moves it: the menu of playbooks, unless another test has taken them away.
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
    // Told apart: a press that asks for nothing, a run without an end, and one that nobody is told of.
    const asked = page.waitForRequest(/run\/check/)
    await button.click()
    await (await asked).response()
    await expect(messages(page)).toContainText('Ran checkout API')
    // Playwright presses only what is not covered.
    const before = await button.boundingBox()
    expect.soft(await coveredBy(messages(page)), `${width} px`).toEqual([])
    await button.click({ trial: true, timeout: 1000 })
    expect(before).toEqual(await button.boundingBox())
    await messages(page)
      .getByRole('button', { name: /^Dismiss/ })
      .first()
      .press('Enter')
  }
})
