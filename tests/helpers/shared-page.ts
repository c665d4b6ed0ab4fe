import type { Page } from 'playwright/test'
import { test as base, expect } from './console'

export { expect }

/**
 * Browser tests of the running console; addresses are below its own. With `shared` they have one page between them,
 * loaded once for each worker: each begins by `visit`ing where it happens, and puts back what `visit` does not. After a
 * failure the runner begins a new worker, and with it a new page. With `page`, each loads what it needs.
 */
export const test = base.extend<object, { shared: Page }>({
  baseURL: ({ running }, use) => use(running.url),

  shared: [
    async ({ browser, running, pageLoads: _counts }, use) => {
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

/** An address without a page: between two places it is where nothing of the one before is left. */
const NOWHERE = '/no/such/page'
const nowhere = (page: Page) => page.getByRole('heading', { level: 1, name: 'Page not found' })

/** Everything that Escape closes. */
const opened = (page: Page) =>
  page.locator(
    '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [role="region"][aria-label="Learning keys"]'
  )

/**
 * Brings the page to an address as if it had just been opened there: nothing is open, ticked or under the cursor, and
 * nothing has been said. The console's own router leads there, so that nothing is loaded. What a command changed for
 * good, such as a preference, stays.
 */
export async function visit(page: Page, path: string): Promise<void> {
  for (const tab of page.context().pages()) if (tab !== page) await tab.close()
  // A started sequence of keys ends, too.
  await page.keyboard.press('Escape')
  // A form that was written in asks.
  const discard = page.getByRole('button', { name: 'Discard', exact: true })
  await expect(async () => {
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

/** Forgets what was said so far: whatever is heard from now on is new. */
export const silence = (page: Page): Promise<void> =>
  page.getByRole('log').evaluateAll((logs) => {
    for (const log of logs) log.replaceChildren()
  })
