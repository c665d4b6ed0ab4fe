import type { Page } from 'playwright/test'
import { findAxeViolations } from '../helpers/axe'
import { shown } from '../helpers/announcements'
import { canaryChecker, missionControlWithBasic, PASSWORD, startStandIn } from '../helpers/backends'
import { expect, test } from '../helpers/console'
import { startConsole } from '../helpers/console-process'

// The real gateway and the built console, in front of stand-ins for other backends.

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('signs in to a Mission Control with basic sign-in, and out again', async ({ page }) => {
  const backend = await startStandIn(missionControlWithBasic())
  const running = await startConsole(['--backend', backend.url, '--health-only'])
  expect(running.output()).toMatch(/Backend +Mission Control, users sign in with a password of the backend \(basic\)/)
  await page.goto(`${running.url}/health?hidePassing=no&groupBy=none`)
  await expect(page.getByRole('textbox', { name: /^User name/ })).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type('guess')
  await page.keyboard.press('Enter')
  await expect(shown(page, 'The user name or the password is wrong.')).toBeVisible()
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Health')).toBeVisible()
  await expect(page.getByRole('row', { name: /homepage/ })).toBeVisible()
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ name: 'authorization', httpOnly: true, sameSite: 'Strict', path: '/' })
  await page.reload()
  await expect(title(page, 'Health')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('>sign out')
  await page.getByRole('option', { name: /Sign out/ }).click()
  await expect(page.getByRole('textbox', { name: /^User name/ })).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
  await running.stop()
  await backend.stop()
})

test('shows the checks of canary-checker without sign-in, and runs none [SESSION-16]', async ({ page }) => {
  const handler = canaryChecker()
  const backend = await startStandIn(handler)
  const running = await startConsole(['--backend', backend.url, '--health-only'])
  expect(running.output()).toMatch(/Backend +canary-checker, no sign-in, because canary-checker has no accounts/)
  const failed: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`)
  })
  await page.goto(`${running.url}/health?hidePassing=no&groupBy=none`)
  await expect(page.getByRole('row', { name: /homepage/ })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treegrid', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run now' })).toHaveCount(0)
  expect(failed).toEqual([])
  await page.goto(`${running.url}/incidents`)
  await expect(title(page, 'Page not found')).toBeVisible()
  expect(handler.arrived.filter((line) => line.startsWith('POST') && !line.endsWith('/summary'))).toEqual([])
  await running.stop()
  await backend.stop()
})
