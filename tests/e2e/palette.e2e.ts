import type { Page } from 'playwright/test'
import { addRunningCanary, removeCanary } from '../helpers/canaries'
import { startTarget } from '../helpers/target'
import { heard } from '../helpers/announcements'
import { expect, test } from '../helpers/shared-page'

// Tasks that users do with the palette alone, by keyboard, against the real server.
// src/views/palette/every-command.test.ts tests that it finds every command.

test.use({ flags: ['--empty'] })

let target: Awaited<ReturnType<typeof startTarget>>
test.beforeAll(async ({ running }) => {
  target = await startTarget()
  const url = `http://127.0.0.1:${target.port}/`
  const http = ['homepage', 'checkout', 'search'].map((name) => ({ name, url }))
  await addRunningCanary(running.url, { name: 'shop', namespace: 'default', spec: { schedule: '@every 1h', http } })
})
test.afterAll(async ({ running }) => {
  await removeCanary(running.url, 'shop')
  target.stop()
})

/** Opens a page on which any use of the pointer is an error. */
async function open(page: Page, path = '/health?hidePassing=no&groupBy=none') {
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
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The palette is prefetched when the page is idle. An Enter before it is loaded has no effect.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /palette-[^/]*\.js/.test(name))
  )
  return problems
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const input = (page: Page) => page.getByRole('combobox')
const first = (page: Page) => page.getByRole('option').first()
const focused = (page: Page) => page.locator(':focus')
const type = (page: Page, text: string) => page.keyboard.type(text)
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('Control+K opens and closes the palette on every page, and restores focus [CMD-01 CMD-03 CMD-19]', async ({
  page,
}) => {
  for (const path of ['/health', '/no/such/page']) {
    const problems = await open(page, path)
    await press(page, 'Control+k')
    await expect(input(page)).toBeFocused()
    await press(page, 'Control+k')
    await expect(palette(page)).toBeHidden()
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([])
  }
  await open(page)
  await expect(page.getByRole('row', { name: /checkout/ })).toBeVisible()
  await press(page, 'j', 'j')
  const row = await focused(page).getAttribute('aria-label')
  await press(page, 'Control+k', 'Escape')
  await expect(focused(page)).toHaveAttribute('aria-label', row ?? '')
})

test('finds a command, prompts for its argument, previews and runs it without the pointer [CMD-16 CMD-07]', async ({
  page,
}) => {
  const problems = await open(page)
  await press(page, 'Control+k')
  await type(page, '>run check')
  await press(page, 'Enter')
  await expect(input(page)).toHaveAccessibleName('Check')
  await expect(palette(page).getByRole('button', { name: 'Run check now, go back' })).toBeVisible()
  await type(page, 'homep')
  await expect(palette(page)).toContainText('Runs homepage now, out of schedule.')
  await press(page, 'Enter')
  await expect(heard(page, 'Ran homepage: healthy.')).toBeAttached()
  expect(problems).toEqual([])
})

test('finds and opens a check from any page with a few letters [CMD-06]', async ({ page }) => {
  await open(page, '/no/such/page')
  await press(page, 'Control+k')
  await type(page, '!chk')
  await expect(first(page)).toHaveAccessibleName(/^checkout, /)
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'checkout' })).toBeVisible()
})

test('goes to a list and to a resource by a colon and a kind, as in k9s', async ({ page }) => {
  const problems = await open(page)
  await press(page, ':')
  await expect(input(page)).toHaveAccessibleName('Kinds')
  await type(page, 'inc')
  await expect(first(page)).toHaveAccessibleName('Incidents')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/incidents/)
  await expect(page.getByRole('heading', { level: 1, name: /Incidents/ })).toBeVisible()
  await press(page, ':')
  await type(page, 'chk homep')
  await expect(palette(page).getByRole('button', { name: 'Checks, go back' })).toBeVisible()
  // The page below has options, too: the numbers of rows per page.
  await expect(palette(page).getByRole('option').first()).toHaveAccessibleName(/^homepage, /)
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'homepage' })).toBeVisible()
  expect(problems).toEqual([])
})

const isCatalogSearch = (url: URL) => url.pathname === '/api/db/configs'

test('finds incidents with the checks, and says which search failed', async ({ page }) => {
  const id = '5a000012-0000-4000-8000-0000000000fd'
  const title = 'Homepage loads without styles'
  const [me] = await (await page.request.get('/api/db/people?select=id&limit=1')).json()
  const created = await page.request.post('/api/db/incidents', {
    data: { id, title, description: '', type: 'availability', severity: 'High', status: 'open', created_by: me.id },
  })
  expect(created.status()).toBe(201)
  await page.route(isCatalogSearch, (route) => route.fulfill({ status: 500, json: { message: 'out of memory' } }))
  try {
    await open(page)
    await press(page, 'Control+k')
    await type(page, 'homepage')
    await expect(page.getByRole('option', { name: /^homepage, / }).first()).toBeVisible()
    await expect(page.getByRole('option', { name: title })).toHaveAccessibleDescription(/INC-\d+ · Open · High/)
    await expect(page.getByRole('option', { name: /^Could not search the catalog: out of memory/ })).toBeVisible()
    await type(page, ' styles')
    await expect(first(page)).toHaveAccessibleName(title)
    await press(page, 'Enter')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  } finally {
    await page.unroute(isCatalogSearch)
    await page.request.delete(`/api/db/incidents?id=eq.${id}`)
  }
})

test('runs a command on selected rows without a prompt', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('row', { name: /checkout/ })).toBeVisible()
  await press(page, 'j', 'x', 'j', 'x', 'Control+k')
  await type(page, 'run check now')
  await press(page, 'Enter')
  await expect(heard(page, 'Ran 2 checks.')).toBeAttached()
})

test('more than 25 targets need confirmation, with focus on Cancel and without effect of a held key', async ({
  page,
  running,
}) => {
  const url = `http://127.0.0.1:${target.port}/`
  const http = Array.from({ length: 26 }, (_, at) => ({ name: `worker-${at}`, url }))
  await addRunningCanary(running.url, { name: 'workers', namespace: 'default', spec: { schedule: '@every 1h', http } })
  try {
    await open(page, '/health?hidePassing=no&groupBy=none&query=worker-')
    await expect(page.getByRole('row').nth(26)).toBeVisible()
    await press(page, 'j', 'Control+a', 'Control+k')
    await type(page, 'run check now')
    // Pressing the same key without releasing it is a repetition.
    for (let n = 0; n < 4; n++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    const confirmation = page.getByRole('alertdialog', { name: 'Run check now' })
    await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(confirmation.getByRole('listitem')).toHaveCount(6)
    await expect(heard(page, /^Ran/)).toHaveCount(0)
    await press(page, 'Escape')
    // One step back, with the typed text.
    await expect(input(page)).toHaveValue('run check now')
    await press(page, 'Enter')
    await confirmation.getByRole('textbox').focus()
    await type(page, '26')
    await press(page, 'Tab', 'Tab')
    await expect(focused(page)).toHaveAccessibleName('Run 26 checks')
    await press(page, 'Enter')
    await expect(heard(page, 'Ran 26 checks.')).toBeAttached()
  } finally {
    await removeCanary(running.url, 'workers')
  }
})

test('changes a setting in steps and undoes the change', async ({ page }) => {
  await open(page)
  await press(page, 'Control+k')
  await type(page, '/theme')
  await press(page, 'Enter')
  await expect(input(page)).toHaveAccessibleName('Theme')
  await type(page, 'dark')
  await expect(palette(page)).toContainText('Uses the dark theme.')
  await press(page, 'Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(palette(page)).toBeHidden()
  await press(page, 'z')
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
})

test('theme, timezone, refresh interval and density take at most six keys each', async ({ page }) => {
  await open(page)
  /** Opens the palette, types, and presses Enter. @returns the number of keys */
  async function choose(text: string, row: RegExp): Promise<number> {
    const keys = ['Control+k', ...text, 'Enter']
    for (const key of keys.slice(0, -1)) await press(page, key)
    await expect(first(page)).toHaveAccessibleName(row)
    await press(page, 'Enter')
    await expect(palette(page)).toBeHidden()
    return keys.length
  }
  expect(await choose('dark', /^Change theme: Dark$/)).toBeLessThanOrEqual(6)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await choose('utc', /^Change timezone: UTC$/)).toBeLessThanOrEqual(6)
  await expect(heard(page, 'Timezone: UTC.')).toBeAttached()
  expect(await choose('30s', /^Change refresh interval: 30s$/)).toBeLessThanOrEqual(6)
  await expect(heard(page, 'Checks are refreshed every 30s.')).toBeAttached()
  expect(await choose('smal', /^Change density: Compact$/)).toBeLessThanOrEqual(6)
  await expect(page.locator('[data-density="compact"]')).toBeVisible()
  for (let undone = 0; undone < 4; undone++) await press(page, 'z')
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('[data-density="comfortable"]')).toBeVisible()

  // The command and its target in one query.
  expect(await choose('run checkout', /^Run check now: checkout/)).toBe(14)
  await expect(heard(page, /\b(Ran|Could not run) checkout/)).toBeAttached({ timeout: 30_000 })
})

test('Mod+Enter opens a check in a new tab, Right opens actions, and pinned rows come first', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  await press(page, 'Control+k')
  await type(page, 'checkout')
  await expect(first(page)).toHaveAccessibleName(/^checkout, /)
  const opened = context.waitForEvent('page')
  await press(page, 'Control+Enter')
  await expect.poll(async () => (await opened).url()).toMatch(/checkId=/)
  await expect(palette(page)).toBeVisible()
  await page.bringToFront()

  await press(page, 'Control+c')
  await expect(heard(page, 'Copied the link.')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/health\?checkId=[0-9a-f-]{36}/)

  await press(page, 'ArrowRight')
  await expect(input(page)).toHaveAccessibleName('Actions of checkout')
  await type(page, 'pin')
  await press(page, 'Enter')
  await expect(heard(page, 'Pinned checkout.')).toBeAttached()
  await press(page, 'Control+a', 'Backspace')
  await expect(first(page)).toHaveAccessibleName(/^checkout, /)
})

test('restores the typed text after the palette was closed by accident', async ({ page }) => {
  await open(page)
  await press(page, 'Control+k')
  await expect(input(page)).toBeFocused()
  await type(page, 'homep')
  await press(page, 'Escape')
  await expect(palette(page)).toBeHidden()
  await press(page, 'Control+k')
  await expect(input(page)).toHaveValue('homep')
  await expect(first(page)).toHaveAccessibleName(/^homepage, /)
})
