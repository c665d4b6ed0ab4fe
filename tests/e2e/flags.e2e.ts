import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { findAxeViolations } from '../helpers/axe'
import { expect, test } from '../helpers/console'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { heard } from '../helpers/announcements'

// Feature flags against the real server, by keyboard alone.

let running: ConsoleProcess
const data = temporaryFolder()
test.beforeAll(async () => {
  const file = join(data.path, 'console.properties')
  writeFileSync(file, 'log.level=debug\n')
  running = await startConsole(['--data', join(data.path, 'db'), '--empty', '--properties', file])
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

test('lists properties with their source, and disables a feature as soon as its property is added [FLAG-01 FLAG-11 ROUTE-43 TOAST-04]', async ({
  page,
}) => {
  await page.goto(`${running.url}/settings/feature-flags`)
  await expect(row(page, /^log\.level is debug, file$/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Health/ })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await page.keyboard.press('j')
  await page.keyboard.press('i')
  const fromFile = page.getByRole('dialog', { name: 'Edit log.level' })
  await expect(fromFile).toContainText('Set in the server’s properties file')
  await page.keyboard.press('Escape')
  await expect(row(page, /^log\.level/)).toBeFocused()

  await page.keyboard.press('+')
  const dialog = page.getByRole('dialog', { name: 'Add a property' })
  await expect(dialog.getByRole('combobox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('health.disable')
  await page.keyboard.press('Tab')
  await dialog.getByRole('textbox', { name: 'Value' }).focus()
  await page.keyboard.type('true')
  await page.keyboard.press('Control+Enter')
  await expect(heard(page, 'Added health.disable.')).toBeAttached()
  await expect(row(page, /^health\.disable is true, turns health off, stored$/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Health/ })).toHaveCount(0)

  await row(page, /^health\.disable/).focus()
  await page.keyboard.press('Delete')
  await expect(page.locator('[data-toast]', { hasText: 'health.disable deleted successfully' })).toBeVisible()
  await expect(heard(page, 'health.disable deleted successfully')).toBeAttached()
  await expect(page.getByRole('link', { name: /^Health/ })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('link', { name: /^Health/ })).toHaveCount(0)
})
