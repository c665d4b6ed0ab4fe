import { expect, test, visit } from '../helpers/shared-page'

// Focus after leaving a page and coming back.

test('restores focus after Back and Forward', async ({ shared: page }) => {
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

test('returns focus to the opener when a dialog, the palette and a detail are closed in turn', async ({
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

test('focuses the check in the address after a reload, and accepts its keys', async ({ page }) => {
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
