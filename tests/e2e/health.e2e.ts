import type { Page } from 'playwright/test'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { expect, test, visit } from '../helpers/shared-page'
import { addRunningCanary, removeCanary } from '../helpers/canaries'
import { startTarget } from '../helpers/target'
import { heard, shown } from '../helpers/announcements'

// The health page, by keyboard alone, against the real server and a target that really fails.

test.use({ flags: ['--empty'] })

let target: Awaited<ReturnType<typeof startTarget>>
test.beforeAll(async ({ running }) => {
  target = await startTarget()
  const url = `http://127.0.0.1:${target.port}/`
  const statuses = await addRunningCanary(running.url, {
    name: 'flaky shop',
    namespace: 'default',
    labels: { team: 'shop' },
    spec: {
      schedule: '@every 2s',
      http: [
        { name: 'homepage', url },
        { name: 'wrong page', url, responseContent: 'goodbye' },
      ],
    },
  })
  expect(statuses).toEqual(['healthy', 'unhealthy'])
})
test.afterAll(async ({ running }) => {
  await removeCanary(running.url, 'flaky shop')
  target.stop()
})

/** The tests use only the keyboard. Using the pointer is an error. */
async function open(page: Page, path: string, url = '') {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.addInitScript(() => {
    for (const type of ['pointerdown', 'mousedown']) {
      window.addEventListener(
        type,
        () => {
          throw new Error('the pointer was used')
        },
        { capture: true }
      )
    }
  })
  await page.goto(url + path)
  return problems
}

/** URL of one flat list that includes passing checks, problems first. */
const FLAT = '/health?hidePassing=no&groupBy=none&sortBy=health'
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const focused = (page: Page) => page.locator(':focus')

test('without canaries, an empty state explains what to do [HEALTH-18]', async ({ page }) => {
  const folder = temporaryFolder()
  const empty = await startConsole(['--data', folder.path, '--empty'])
  const problems = await open(page, '/health', empty.url)
  await expect(page).toHaveURL(/\/health$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  await expect(shown(page, 'No data available')).toBeVisible()
  await expect(page).toHaveTitle(/^Health/)
  expect(problems).toEqual([])
  await empty.stop()
  folder.remove()
})

test('a canary that was just created is run and listed, problems first [ROUTE-11]', async ({ shared: page }) => {
  await visit(page, FLAT)
  await expect(row(page, /^homepage, healthy/)).toBeVisible()
  await expect(row(page, /^wrong page, unhealthy/)).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toHaveAccessibleName(/wrong page/)
  await expect(shown(page, '1 unhealthy', { exact: true })).toBeVisible()
})

test('r runs the check under the cursor; the outcome is announced, shown and logged', async ({ shared: page }) => {
  await visit(page, FLAT)
  await expect(row(page, /homepage/)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('n')
  await expect(focused(page)).toHaveAccessibleName(/wrong page/)
  await page.keyboard.press('r')
  await expect(heard(page, /Ran wrong page: unhealthy/)).toBeAttached()
  await page.keyboard.press('Shift+M')
  await expect(page.getByRole('dialog', { name: 'Messages' }).getByText(/Ran wrong page: unhealthy/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(focused(page)).toHaveAccessibleName(/wrong page/)
})

test('Enter opens the detail with a link of its own; Escape, Forward and reload keep their place', async ({ page }) => {
  await open(page, FLAT)
  await expect(row(page, /homepage/)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/checkId=[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { level: 2, name: 'wrong page' })).toBeFocused()
  await expect(shown(page, /goodbye/).first()).toBeVisible()
  const link = page.url()

  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/checkId/)
  await expect(focused(page)).toHaveAccessibleName(/wrong page/)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 2, name: 'wrong page' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'wrong page' })).toBeVisible()
  expect(page.url()).toBe(link)
})

test('the palette finds a check from anywhere by a few letters', async ({ shared: page }) => {
  await visit(page, FLAT)
  await expect(row(page, /homepage/)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('home')
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/homepage/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'homepage' })).toBeVisible()
})

test('a command without its check prompts for it, previews its effect, and runs', async ({ shared: page }) => {
  await visit(page, FLAT)
  await expect(row(page, /homepage/)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('>run check')
  await page.keyboard.press('Enter')
  await page.keyboard.type('homep')
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/homepage/)
  await expect(page.getByRole('dialog')).toContainText('Runs homepage now, out of schedule.')
  await page.keyboard.press('Enter')
  await expect(heard(page, 'Ran homepage: healthy.')).toBeAttached()
})

test('a changed status appears without a reload and does not move focus [HEALTH-21]', async ({ page }) => {
  await open(page, FLAT)
  await expect(row(page, /^homepage, healthy/)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+G')
  await expect(focused(page)).toHaveAccessibleName(/^homepage, healthy/)
  target.answer(500)
  await expect(row(page, /^homepage, unhealthy/)).toBeVisible({ timeout: 25_000 })
  await expect(focused(page)).toHaveAccessibleName(/^homepage, unhealthy/)
  target.answer(200)
  await expect(row(page, /^homepage, healthy/)).toBeVisible({ timeout: 25_000 })
})

test('w pauses refreshing and resumes it', async ({ page }) => {
  await page.clock.install()
  await open(page, FLAT)
  await expect(row(page, /homepage/)).toBeVisible()
  await page.keyboard.press('w')
  await expect(heard(page, /pause/i)).toBeAttached()
  let requests = 0
  page.on('request', (request) => request.url().includes('/api/canary/api/summary') && requests++)
  // Longer than one interval.
  await page.clock.runFor(11_000)
  expect(requests).toBe(0)
  await page.keyboard.press('w')
  await expect(heard(page, 'Live updates resumed.')).toBeAttached()
  await page.clock.runFor(11_000)
  await expect.poll(() => requests).toBeGreaterThan(0)
})

test('? lists the keys that work here, found by name', async ({ shared: page }) => {
  await visit(page, FLAT)
  await expect(row(page, /homepage/)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await expect(help).toContainText('Run check now')
  await page.keyboard.press('Escape')
  await expect(focused(page)).toHaveAccessibleName(/wrong page/)
})

test('the theme is set before the console has loaded', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('console.theme', '"dark"'))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/health')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('when the server is down, the last data stays with a notice; an initial load shows the error', async ({
  page,
}) => {
  const folder = temporaryFolder()
  const short = await startConsole(['--data', folder.path])
  await page.goto(short.url + FLAT)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  // Parts that load after the rows are loaded.
  await page.waitForLoadState('networkidle')
  await short.stop('SIGKILL')
  await page.keyboard.press('Shift+R')
  await expect(shown(page, /Network Error\. Please try again\./).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  folder.remove()

  // A gateway without its backend: the page loads, but the signed-in user is unknown.
  const gateway = await startConsole(['--backend', short.url])
  await page.goto(`${gateway.url}/health`)
  await expect(shown(page, 'Could not find out who is signed in')).toBeVisible()
  await expect(shown(page, /does not respond/).first()).toBeVisible()
  await expect(shown(page, 'No data available')).toBeHidden()
  await expect(page.getByRole('button', { name: /Try again/ }).first()).toBeVisible()
  await gateway.stop()
})

test('an unknown URL shows a notice with links', async ({ shared: page }) => {
  await visit(page, '/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found/i)
})
