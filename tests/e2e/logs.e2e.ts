import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAxeViolations } from '../helpers/axe'
import { expect, test } from '../helpers/console'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { heard } from '../helpers/announcements'
import { deferred } from '../../src/lib/deferred'

// Logs of the sample against the real server, by keyboard alone.

let running: ConsoleProcess
const data = temporaryFolder()
test.beforeAll(async () => {
  running = await startConsole(['--data', data.path])
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})

test('opens the logs of a component from the sidebar, adds lines as evidence, and follows new lines [ROUTE-24 LOGS-02 CALL-75]', async ({
  page,
}) => {
  // Leaving a page before it renders works as from any other page.
  const held = deferred<void>()
  await page.route(/\/assets\/health[^/]*\.js$/, (route) => held.promise.then(() => route.continue()))
  await page.goto(`${running.url}/health`)
  await page.getByRole('link', { name: 'Logs', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeFocused()
  held.resolve()

  await page.keyboard.press('b')
  await page.keyboard.press('a')
  const options = page.getByRole('dialog').getByRole('option')
  await expect(options.first()).toBeVisible()
  await page.keyboard.type('c')
  await expect(page.getByRole('option', { name: /^checkout/ })).toBeVisible()
  // This component has no log selector.
  await expect(page.getByRole('option', { name: /^clusters/ })).toHaveCount(0)
  await page.keyboard.type('heckout')
  await expect(options.first()).toHaveAccessibleName(/^checkout/)
  await page.keyboard.press('Enter')
  const lines = page.getByRole('row', { name: /order QM-\d+/ })
  await expect(lines.first()).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await page.keyboard.press('b')
  await page.keyboard.press('n')
  const written = `${new Date().toISOString()} ERROR the till is on fire\n`
  appendFileSync(join(data.path, 'sample/logs/checkout.log'), written)
  await expect(page.getByRole('row', { name: /the till is on fire/ })).toBeVisible()

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+j')
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog', { name: 'Link to incident' })).toBeVisible()
  // Until then the form is loading the incidents.
  await expect(page.getByRole('button', { name: /^Link to “/ })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(heard(page, /Linked to incident successfully/)).toBeAttached()
  const stored = await page.request.get(
    `${running.url}/api/db/evidences?type=eq.log&select=component_id,evidence&order=created_at.desc&limit=1`
  )
  const [evidence] = (await stored.json()) as { component_id: string; evidence: { message: string }[] }[]
  expect(evidence?.component_id).toBe('5a000011-0000-4000-8000-000000000015')
  expect(evidence?.evidence.length).toBe(2)
})

test('log backends are an entry of the settings that opens their list [ROUTE-47]', async ({ page }) => {
  await page.goto(`${running.url}/logs`)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Log Backends' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Log backends' })).toBeFocused()
  await expect(page).toHaveURL(/\/settings\/log-backends$/)
  await expect(page.getByRole('row', { name: /^sample-services, file/ })).toBeVisible()
})
