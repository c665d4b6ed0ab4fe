import type { Page } from 'playwright/test'
import { expect, test, visit } from '../helpers/shared-page'
import { heard } from '../helpers/announcements'

// Links to commands, copy, repeat and undo, by keyboard only.

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function open(page: Page, path = '/health') {
  await page.goto(path)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
}
async function showPage(page: Page, path = '/health') {
  await visit(page, path)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
}
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const theme = (page: Page) => page.locator('html')

test('a link that changes nothing runs at once, and only once', async ({ page }) => {
  await page.goto('/health?timeRange=1d&do=help.keys')
  await expect(page.getByRole('dialog')).toContainText('Run check now')
  await expect(page).toHaveURL(/\/health\?timeRange=1d$/)
  await page.reload()
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a link cannot change anything without confirmation', async ({ page }) => {
  await page.goto(`/health?do=${encodeURIComponent('prefs.theme?theme=dark')}`)
  const dialog = page.getByRole('alertdialog', { name: 'Change theme' })
  await expect(dialog).toContainText('Uses the dark theme.')
  await expect(theme(page)).not.toHaveAttribute('data-theme', 'dark')
  // The change can be undone, so one key confirms it.
  await expect(dialog.getByRole('button', { name: 'Change theme' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
})

test('reports a link with an unknown command and searches for similar ones', async ({ page }) => {
  await page.goto('/health?do=check.explode')
  await expect(heard(page, /There is no command check\.explode/)).toBeAttached()
  await expect(page.getByRole('combobox')).toHaveValue('check explode')
})

test('z undoes the newest change, and the message log undoes any change', async ({ shared: page }) => {
  await showPage(page)
  for (const name of ['dark', 'light']) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('change theme')
    await page.keyboard.press('Enter')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(theme(page)).toHaveAttribute('data-theme', name)
  }
  await page.keyboard.press('z')
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Shift+M')
  // A toast can still offer the same undo.
  const messages = page.getByRole('dialog', { name: 'Messages' })
  await messages.getByRole('button', { name: 'Undo: Theme: dark.' }).press('Enter')
  await expect(theme(page)).not.toHaveAttribute('data-theme', 'dark')
})

test('y copies the link, the id, the name and the spec of the row under the cursor', async ({ shared: page }) => {
  await showPage(page)
  await page.keyboard.press('y')
  await page.keyboard.press('y')
  await expect(heard(page, 'Copied the link to this view.')).toBeAttached()
  expect(await clipboard(page)).toBe(new URL('/health', page.url()).href)
  await page.keyboard.press('n')
  const name = ((await page.locator(':focus').getAttribute('aria-label')) ?? '').split(',')[0] ?? ''
  const copy = async (key: string, what: string) => {
    await page.keyboard.press('y')
    await page.keyboard.press(key)
    await expect(heard(page, what)).toBeAttached()
    return clipboard(page)
  }
  expect(await copy('n', `Copied the name of ${name}.`)).toBe(name)
  const id = await copy('i', `Copied the id of ${name}.`)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(await copy('y', `Copied the link to ${name}.`)).toContain(`/health?checkId=${id}`)
  expect(await copy('s', `Copied the spec of ${name}.`)).toContain('spec:\n')
})

test('. repeats the last change on the row under the cursor, and its link can be copied', async ({ page }) => {
  // A flat list, in which the next row is a check, too.
  await open(page, '/health?hidePassing=no&groupBy=none')
  await page.keyboard.press('.')
  await expect(heard(page, 'Nothing to repeat.')).toBeAttached()
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  await expect(heard(page, /\b(Ran|Could not run) /)).toBeAttached({ timeout: 30_000 })
  await page.keyboard.press('j')
  const next = ((await page.locator(':focus').getAttribute('aria-label')) ?? '').split(',')[0] ?? ''
  await page.keyboard.press('.')
  await expect(
    heard(page, new RegExp(`(Ran|Could not run) ${next.replaceAll(/[^\w ]/g, String.raw`\$&`)}`))
  ).toBeAttached({ timeout: 30_000 })
  await page.keyboard.press('y')
  await page.keyboard.press('c')
  await expect(heard(page, 'Copied the link to the last command.')).toBeAttached()
  expect(await clipboard(page)).toContain('/health?do=check.run%3Fchecks%3Dcheck%3A')
})

test('leaves a reloaded form by going back, so that Forward opens it again', async ({ page }) => {
  await open(page, '/health?hidePassing=no&groupBy=none')
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Link to incident' })
  await expect(form).toBeVisible()
  await page.reload()
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/health\?hidePassing=no&groupBy=none$/)
  await page.goForward()
  await expect(form).toBeVisible()
})

const slowPalette = (page: Page) =>
  page.route('**/assets/palette-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })

test('a character that narrows the search works before the palette is loaded', async ({ page }) => {
  await slowPalette(page)
  await open(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('/theme')
  await expect(page.getByRole('combobox', { name: 'Pages and settings' })).toHaveValue('theme')
})

test('keys typed before the palette is loaded reach only the palette', async ({ page }) => {
  await slowPalette(page)
  await open(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Control+k')
  // As keys of the page, these would run a check, refresh and open the messages.
  await page.keyboard.type('rw')
  await expect(page.getByRole('combobox')).toHaveValue('rw')
  await page.keyboard.type('M')
  await expect(page.getByRole('combobox')).toHaveValue('rwM')
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeHidden()
})

test('a typed command runs with its argument before the palette is loaded', async ({ page }) => {
  await slowPalette(page)
  await open(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('change themr')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('e')
  await page.keyboard.press('Enter')
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('keys after a command without a match are not typed into the palette', async ({ page }) => {
  await slowPalette(page)
  await open(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzzz qqqq')
  await page.keyboard.press('Enter')
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox')).toHaveValue('zzzz qqqq')
})

test('reports a palette that fails to load, and keys work again', async ({ page }) => {
  await page.route('**/assets/palette-*.js', (route) => route.abort())
  await open(page)
  await page.keyboard.press('Control+k')
  await expect(heard(page, /could not be loaded/)).toBeAttached()
  await page.keyboard.press('Shift+M')
  await expect(page.getByRole('dialog', { name: 'Messages' })).toBeVisible()
})
