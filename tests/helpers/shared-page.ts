import type { Page } from 'playwright/test'
import { test as base, expect } from './console'

export { expect }

/**
 * Browser tests of the running console; addresses are relative to its own. Tests with `shared` use one page per worker:
 * each begins with `visit`, and undoes what `visit` does not. After a failure the runner starts a new worker with a new
 * page. Tests with `page` load their own.
 */
export const test = base.extend<object, { shared: Page }>({
  baseURL: ({ running }, use) => use(running.url),

  shared: [
    async ({ browser, running, pageEvents: _events }, use) => {
      const context = await browser.newContext({
        baseURL: running.url,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      const page = await context.newPage()
      await page.goto(NOWHERE)
      await expect(nowhere(page)).toBeVisible()
      await use(page)
      await context.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** An address without a page, visited between two tests so that no state of the first remains. */
const NOWHERE = '/no/such/page'
const nowhere = (page: Page) => page.getByRole('heading', { level: 1, name: 'Page not found' })

/** Everything that Escape closes. */
const opened = (page: Page) =>
  page.locator(
    '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], section[aria-label="Learning keys"]'
  )

/**
 * Opens an address as if for the first time: nothing is open, selected or under the cursor, and nothing has been
 * announced. Uses the console's router, so that nothing is loaded. Permanent changes by commands, such as preferences,
 * remain.
 */
export async function visit(page: Page, path: string): Promise<void> {
  for (const tab of page.context().pages()) if (tab !== page) await tab.close()
  // No command has this key, so it only ends a started key sequence. Escape would go back.
  await page.keyboard.press('F9')
  // A changed form asks for confirmation.
  const discard = page.getByRole('button', { name: 'Discard', exact: true })
  await expect(async () => {
    // Escape closes one of them, and goes back only if none is open.
    if ((await discard.count()) > 0) await discard.press('Enter')
    else if ((await opened(page).count()) > 0) await page.keyboard.press('Escape')
    await expect(opened(page)).toHaveCount(0, { timeout: 200 })
  }).toPass({ intervals: [0] })
  await follow(page, NOWHERE)
  await expect(nowhere(page)).toBeVisible()
  await silence(page)
  if (path !== NOWHERE) await follow(page, path)
}

const follow = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

/** Clears the announcements so far. */
export const silence = (page: Page): Promise<void> =>
  page.getByRole('log').evaluateAll((logs) => {
    for (const log of logs) log.replaceChildren()
  })
