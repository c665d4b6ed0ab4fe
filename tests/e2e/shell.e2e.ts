import type { Page } from 'playwright/test'
import { heard } from '../helpers/announcements'
import { findAxeViolations } from '../helpers/axe'
import { expect, test, visit } from '../helpers/shared-page'
import { deferred } from '../../src/lib/deferred'
import { first, firstOption, input, search } from './places/place'

// The frame of every page, at the widths at which it differs.

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const width = async (page: Page) => (await sidebar(page).boundingBox())?.width ?? 0
const open = async (page: Page, path = '/health') => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The entries of the sidebar, in their order. */
const SCREENS = [
  ['Dashboard', '/topology'],
  ['Health', '/health'],
  ['Incidents', '/incidents'],
  ['Catalog', '/catalog'],
  ['Logs', '/logs'],
  ['Playbooks', '/playbooks'],
] as const

test('shows a sidebar entry for each area, in order and before the settings, and each opens its page [SHELL-01 SHELL-06]', async ({
  shared: page,
}) => {
  await visit(page, '/no/such/page')
  const order = await sidebar(page)
    .locator('li a, button[aria-expanded]')
    .evaluateAll((entries) => entries.map((one) => one.querySelector('span')?.textContent ?? ''))
  const names = SCREENS.map(([name]) => name as string)
  expect(order.filter((name) => name === 'Settings' || names.includes(name))).toEqual([...names, 'Settings'])
  expect(order.at(-1)).toBe('Settings')
  for (const [name, path] of SCREENS) {
    await sidebar(page).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

/** The areas without a sidebar entry of their own, and the generic lists of the settings. */
const LISTS = [
  ['Playbook runs', '/playbooks/runs'],
  ['Notifications', '/notifications'],
  ['Silences', '/notifications/silences'],
  ['People', '/settings/users'],
  ['Teams', '/settings/teams'],
  ['Incident rules', '/settings/incident_rules'],
  ['Topologies', '/settings/topologies'],
  ['Canaries', '/settings/canaries'],
] as const

test('every area has its page, and every settings table its list, next to the sidebar [ROUTE-53 ROUTE-67 ROUTE-73]', async ({
  shared: page,
}) => {
  for (const [name, path] of [...SCREENS, ...LISTS]) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await expect(sidebar(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('collapses the sidebar to icons, also after a reload [SHELL-11 SHELL-12]', async ({ page }) => {
  await open(page)
  expect(await width(page)).toBeGreaterThan(150)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(() => width(page)).toBeLessThan(60)
  await expect(sidebar(page).getByRole('link', { name: 'Health' })).toBeVisible()
  await page.reload()
  await expect.poll(() => width(page)).toBeLessThan(60)
  expect(await page.evaluate(() => localStorage.getItem('sidebarCollapsed'))).toBe('true')
  await page.getByRole('button', { name: 'Expand sidebar' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => width(page)).toBeGreaterThan(150)
  await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeFocused()
})

test('closes the sidebar on a click outside below 1024 px, and not at 1024 px [SHELL-13 SHELL-14]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1023, height: 700 })
  await open(page)
  await expect(sidebar(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show sidebar' }).click()
  await expect(sidebar(page)).toBeVisible()
  await page.mouse.click(900, 500)
  await expect(sidebar(page)).toHaveCount(0)
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(sidebar(page)).toBeVisible()
  await page.mouse.click(900, 500)
  expect(await width(page)).toBeGreaterThan(150)
})

test('shows the title, the controls of the page and a refresh button that spins during loading [SHELL-16 SHELL-17 SHELL-18 SHELL-19 SHELL-25]', async ({
  page,
}) => {
  await open(page)
  const bar = page.getByRole('banner', { name: 'Top bar' })
  await expect(bar.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  await expect(bar.getByText('Last hour')).toBeVisible()
  await expect(page).toHaveTitle('Health | Mission Control')
  const held = deferred<void>()
  await page.route('**/api/canary/api/summary', async (route) => {
    await held.promise
    await route.continue()
  })
  const refresh = bar.getByRole('button', { name: 'Refresh', exact: true })
  await refresh.click()
  await expect(refresh.locator('[data-spin]')).toHaveCount(1)
  held.resolve()
  await expect(refresh.locator('[data-spin]')).toHaveCount(0)
  await open(page, '/settings/users')
  await expect(page).toHaveTitle('People | Mission Control')
})

test('shows the version in the user menu [SHELL-30 CALL-79]', async ({ shared: page }) => {
  await visit(page, '/health')
  await page.getByRole('button', { name: 'Your account', disabled: false }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /^Version 1\.0\.871, backend \d/ })).toBeVisible()
})

test('saves the address of a list with a name, and opens, changes, shares and deletes the view, by keyboard alone', async ({
  page,
}) => {
  const section = sidebar(page).getByRole('list', { name: 'Saved views' })
  const typed = async (text: string) => {
    await expect(input(page)).toBeFocused()
    await page.keyboard.type(text)
  }
  /** Runs a command of the palette for the view. */
  const runFor = async (command: string, view: string) => {
    await search(`>${command}`)(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('option', { name: new RegExp(`^${view}`) })).toBeVisible()
    await typed(view)
    await first(page)
  }
  await open(page, '/health?groupBy=none')
  await expect(page.getByRole('row').nth(4)).toBeVisible()
  await expect(section).toHaveCount(0)

  // Save: `b +` in the list.
  await page.keyboard.press('j')
  await page.keyboard.press('b')
  await page.keyboard.press('+')
  await typed('Every check')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('option', { name: /^All users/ })).toBeVisible()
  await typed('me')
  await first(page)
  await expect(heard(page, 'Saved the view “Every check”.')).toBeAttached()
  const link = section.getByRole('link', { name: 'Every check', exact: true })
  await expect(link).toHaveAttribute('href', '/health?groupBy=none')
  expect(await findAxeViolations(page)).toEqual([])

  // Open: `g w`, the name in the palette, the link.
  await open(page, '/incidents')
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await typed('every')
  await first(page)
  await expect(page).toHaveURL(/\/health\?groupBy=none$/)
  await expect(link).toHaveAttribute('aria-current', 'true')
  await open(page, '/incidents')
  await search('every check')(page)
  await expect(firstOption(page)).toContainText('Private')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/health\?groupBy=none$/)
  await open(page, '/incidents')
  await link.press('Enter')
  await expect(page).toHaveURL(/\/health\?groupBy=none$/)

  // Change: the address, the name, who sees it.
  await open(page, '/catalog')
  await runFor('update saved view', 'Every check')
  await expect(heard(page, 'Updated the view “Every check”.')).toBeAttached()
  await expect(link).toHaveAttribute('href', '/catalog')
  await runFor('rename saved view', 'Every check')
  await typed('Whole catalog')
  await page.keyboard.press('Enter')
  await expect(heard(page, 'Renamed “Every check” to “Whole catalog”.')).toBeAttached()
  await runFor('change who sees', 'Whole catalog')
  await typed('all users')
  await first(page)
  await expect(heard(page, 'The view “Whole catalog” is now visible to all users.')).toBeAttached()
  await expect(section.getByRole('link', { name: 'Whole catalog (Shared)' })).toBeVisible()

  // Delete, undo, and delete again.
  await runFor('delete saved view', 'Whole catalog')
  await expect(heard(page, 'Deleted the view “Whole catalog”.')).toBeAttached()
  await expect(section).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(heard(page, 'Restored the view “Whole catalog”.')).toBeAttached()
  await expect(section.getByRole('link', { name: 'Whole catalog (Shared)' })).toBeVisible()
  await runFor('delete saved view', 'Whole catalog')
  await expect(section).toHaveCount(0)
})
