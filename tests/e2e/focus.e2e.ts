import { expect, test, visit } from '../helpers/shared-page'

// Where focus is after going somewhere and coming back.

test('Back and forward return focus to what had it', async ({ shared: page }) => {
  await visit(page, '/no/such/page')
  const link = page.getByRole('main').getByRole('button', { name: /Health/ })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeFocused()
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const row = (await page.locator(':focus').getAttribute('data-row')) ?? ''
  expect(row).not.toBe('')

  await page.goBack()
  await expect(link).toBeFocused()
  await page.goForward()
  await expect(page.locator(`[data-row="${row}"]`)).toBeFocused()
})

test('a dialog over the palette over a detail: closing each leads back to what it was opened from', async ({
  shared: page,
}) => {
  await visit(page, '/health?hidePassing=no&groupBy=none')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const detail = page.getByRole('heading', { level: 2 }).first()
  await expect(detail).toBeFocused()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Command palette' })
  await expect(palette).toBeFocused()
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('dialog', { name: 'Keyboard settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(detail).toBeFocused()
})

test('after a reload the check in the address has focus, and its keys work', async ({ page }) => {
  await page.goto('/health?hidePassing=no&groupBy=none')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const detail = page.getByRole('heading', { level: 2 }).first()
  await expect(detail).toBeFocused()
  const name = await detail.innerText()
  await page.reload()
  await expect(detail).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('[role="row"]:focus')).toHaveAccessibleName(new RegExp(`^${name},`))
})
