import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { findAxeViolations } from '../helpers/axe'
import { expect, test } from '../helpers/console'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { shown } from '../helpers/announcements'

// A user without access, against the real server: stored permissions and feature flags.

let running: ConsoleProcess
const data = temporaryFolder()
const propertiesFile = join(data.path, 'console.properties')

test.beforeAll(async () => {
  writeFileSync(propertiesFile, '# what this deployment does without\nlogs.disable=true\n')
  running = await startConsole(['--data', join(data.path, 'db'), '--empty', '--properties', propertiesFile])
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})
test.afterEach(async () => {
  await write('DELETE', 'permissions?name=neq.x')
  await write('DELETE', 'properties?name=eq.health.disable')
})

async function write(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${running.url}/api/db/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBeLessThan(300)
}
const deny = () => write('POST', 'permissions', { subject: 'everyone', object: 'canaries', action: '*', deny: true })

const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const unauthorized = 'Unauthorized - You do not have permission to access this page'

async function expectAccessible(page: Page) {
  expect(await findAxeViolations(page)).toEqual([])
}

test('hides a page and its links from a role without access, shows the reason, and opens it once allowed [ROLE-02 ROLE-20 ROUTE-71 SHELL-09]', async ({
  page,
}) => {
  await deny()
  await page.goto(`${running.url}/health`)
  await expect(heading(page, unauthorized)).toBeVisible()
  await expect(
    shown(page, 'A permission denies you read access to canaries. Administrators can remove it.')
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /^Health/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('go to health')
  await expect(page.getByRole('option', { name: 'Go to Health' })).toContainText(
    'A permission denies you read access to canaries. Administrators can remove it.'
  )
  await expect(page.getByRole('option', { name: 'Go to check' })).toContainText(
    'A permission denies you read access to canaries. Administrators can remove it.'
  )
  await expect(shown(page, 'Could not load')).toHaveCount(0)
  await write('DELETE', 'permissions?name=neq.x')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Health/ })).toBeVisible()
})

test('shows the message of the server when it refuses a request', async ({ page }) => {
  const before = await (await fetch(`${running.url}/api/auth/whoami`)).text()
  // The console still has the permissions of its first response.
  await page.route('**/api/auth/whoami', (route) => route.fulfill({ contentType: 'application/json', body: before }))
  await deny()
  await page.goto(`${running.url}/health`)
  await expect(shown(page, 'unauthorized: read on canaries').first()).toBeVisible()
  await expect(heading(page, unauthorized)).toHaveCount(0)
})

test('applies revoked permissions without a reload', async ({ page }) => {
  await page.goto(`${running.url}/health`)
  await expect(page.getByRole('link', { name: /^Health/ })).toBeVisible()
  await deny()
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(heading(page, unauthorized)).toBeVisible()
})

test('removes the page, entry and commands of a disabled feature [FLAG-02 SHELL-08]', async ({ page }) => {
  await write('POST', 'properties', { name: 'health.disable', value: 'true' })
  await page.goto(`${running.url}/health`)
  await expect(heading(page, 'Health is turned off')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Health/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme')
  await expect(page.getByRole('option', { name: /theme/i }).first()).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('run check now')
  await expect(page.getByRole('option', { name: /Run check now/ })).toHaveCount(0)
  await expect(page.getByRole('option', { name: /Go to Health/ })).toHaveCount(0)
})

test('waits for the feature flags, and retries after a failure [ROUTE-68]', async ({ page }) => {
  let isBroken = true
  await page.route('**/api/properties', async (route) =>
    isBroken ? route.fulfill({ status: 503, json: { error: 'The database is starting.' } }) : route.continue()
  )
  await page.goto(`${running.url}/health`)
  await expect(heading(page, 'Could not load features')).toBeVisible()
  await expect(shown(page, 'The database is starting.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toHaveCount(0)
  await expectAccessible(page)
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
})

async function merged(): Promise<{ name: string }[]> {
  return (await fetch(`${running.url}/api/properties`)).json()
}

test('prefers properties of the file to stored ones', async () => {
  await write('POST', 'properties', { name: 'logs.disable', value: 'false' })
  const expected = { name: 'logs.disable', value: 'true', source: 'local', type: '', description: '' }
  expect((await merged()).find(({ name }) => name === 'logs.disable')).toEqual(expected)
  await write('DELETE', 'properties?name=eq.logs.disable')
})
