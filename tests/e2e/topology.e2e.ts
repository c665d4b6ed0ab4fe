import { expect, test } from '../helpers/console'
import { heard } from '../helpers/announcements'

test('home is the dashboard, the first entry of the sidebar; g t opens it from anywhere [ROUTE-01]', async ({
  page,
  running,
}) => {
  await page.goto(running.url)
  await expect(page).toHaveURL(/\/topology$/)
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(entries.nth(0)).toHaveAttribute('aria-label', 'Mission Control, home')
  await expect(entries.nth(1)).toHaveText(/^Dashboard/)
  await expect(entries.nth(1)).toHaveAttribute('href', '/topology')
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
})

test('keys open an unhealthy component from the dashboard and return', async ({ page, running }) => {
  await page.goto(`${running.url}/topology`)
  await expect(page.getByRole('row', { name: /^Shop,/ })).toBeVisible()
  await page.keyboard.press('n')
  const focused = page.locator('[role="row"]:focus')
  await expect(focused).toHaveAttribute('aria-label', /, unhealthy,/)
  await page.getByRole('row', { name: /^Shop,/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused()
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/topology$/)
  // The list has three layouts.
  await page.getByRole('row', { name: /^Shop,/ }).focus()
  for (const announcement of ['Shown as a tree.', 'Shown as a graph.', 'Shown as cards.']) {
    await page.keyboard.press('b')
    await page.keyboard.press('l')
    await expect(heard(page, announcement)).toBeAttached()
    await page.keyboard.press('j')
  }
})
