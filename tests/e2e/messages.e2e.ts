import type { Locator, Page } from 'playwright/test'
import { findCoveredFocus, resize } from '../helpers/page-layout'
import { expect, test, visit } from '../helpers/shared-page'

// Messages do not cover the focused element at any width, and do not appear under the pointer. That they move nothing is
// tested in src/views/shell/messages/message-area.ui.test.tsx.

const CHECKOUT = '/health?checkId=5a000008-0000-4000-8000-000000000008&timeRange=1h'
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const history = (page: Page) => page.getByRole('treegrid', { name: 'History' }).locator('[data-row]').first()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const checks = (page: Page) => page.getByRole('treegrid', { name: 'Checks' })

const screens: Record<string, readonly [path: string, seen: (page: Page) => Locator]> = {
  'a list': ['/health?hidePassing=no', checks],
  'a detail in full size': [CHECKOUT, history],
  'a detail beside its list': [`${CHECKOUT}&detail=beside`, history],
  relationships: [`${CHECKOUT}&panel=relationships`, (page) => page.getByRole('tabpanel').getByText('Catalog')],
  'a list with pages': ['/settings/outbox', heading],
  'a page that is not there': ['/nowhere', heading],
}
const HEIGHTS: Record<number, number> = { 1440: 900, 1024: 680, 390: 844, 320: 800 }

test('does not cover the focused element with a message, on pages and in dialogs, at any width', async ({
  shared: page,
}) => {
  test.setTimeout(240_000)
  // The key pressed here for its message would repeat the last change of another test.
  await page.reload()
  for (const [width, height] of Object.entries(HEIGHTS)) {
    await resize(page, { width: Number(width), height })
    for (const [name, [path, seen]] of Object.entries(screens)) {
      await visit(page, path)
      await expect(seen(page)).toBeVisible()
      await page.mouse.move(0, 0)
      await page.keyboard.press('.')
      // The pointer keeps the message open.
      await messages(page).hover()
      expect.soft(await findCoveredFocus(messages(page)), `${name}, ${width} px`).toEqual([])
      await page.keyboard.press('Control+,')
      await expect(page.getByRole('dialog')).toBeVisible()
      expect.soft(await findCoveredFocus(messages(page)), `a dialog over ${name}, ${width} px`).toEqual([])
      // Also in a dialog, and while text is typed.
      await page.keyboard.press('F4')
      await expect(messages(page)).toHaveCount(0)
      await page.keyboard.press('Escape')
    }
  }
})

test('shows a message away from the pointer, and keeps the element under it in place', async ({ shared: page }) => {
  for (const [width, height] of Object.entries(HEIGHTS)) {
    await resize(page, { width: Number(width), height })
    await visit(page, CHECKOUT)
    await expect(history(page)).toBeVisible()
    const button = page.getByRole('button', { name: 'Run now' })
    // The playbooks menu loads late and moves the button, unless another test has removed the playbooks.
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
    // Distinguishes a press without effect, a run that does not end, and a run that is not announced.
    const asked = page.waitForRequest(/run\/check/)
    await button.click()
    await (await asked).response()
    await expect(messages(page)).toContainText('Ran checkout API')
    expect.soft(await findCoveredFocus(messages(page)), `${width} px`).toEqual([])
    const before = await button.boundingBox()
    // Playwright presses only controls that are not covered.
    await button.click({ trial: true, timeout: 1000 })
    expect(before).toEqual(await button.boundingBox())
    await page.keyboard.press('F4')
    await expect(messages(page)).toHaveCount(0)
  }
})
