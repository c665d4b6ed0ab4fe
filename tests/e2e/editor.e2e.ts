import { findAxeViolations } from '../helpers/axe'
import { expect, test } from '../helpers/console'
import { startGallery } from '../helpers/gallery'
import { shown } from '../helpers/announcements'

let gallery: Awaited<ReturnType<typeof startGallery>>
test.beforeAll(async () => {
  gallery = await startGallery()
})
test.afterAll(() => gallery.stop())

test('the editor is styled and works with a content security policy without inline styles', async ({ page }) => {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  const answer = await page.goto(`${gallery.url}/editor`)
  expect(answer?.headers()['content-security-policy']).toContain("style-src 'self';")

  const box = page.getByRole('textbox', { name: 'New spec' })
  await box.click()
  await page.keyboard.type('in')
  await expect(page.getByRole('option', { name: /^interval/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.type('terval: soon')
  await expect(shown(page, 'interval must be integer', { exact: false }).last()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused()
  expect(await findAxeViolations(page)).toEqual([])

  // The style sheets of CodeMirror and of the console are both applied, and neither is a style element.
  await expect(box).toHaveCSS('white-space', /break-spaces/)
  await expect(page.locator('.cm-editor').first()).toHaveCSS('display', 'flex')
  expect(await page.locator('style').count()).toBe(0)
  expect(problems).toEqual([])
})
