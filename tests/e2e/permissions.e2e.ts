import type { Page } from 'playwright/test'
import { heard } from '../helpers/announcements'
import { expect, test, visit } from '../helpers/shared-page'

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Chooses the first option of the search field with focus. */
async function find(page: Page, text: string) {
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: new RegExp(`^${text}`) }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('adds, changes, deletes and restores a permission with the keyboard [PERM-12 PERM-29 PERM-34 PERM-35]', async ({
  shared: page,
}) => {
  await visit(page, '/settings/permissions')
  await expect(row(page, /^guest \(role\): deny read on catalog/)).toBeVisible()
  await page.keyboard.press('+')
  await expect(dialog(page, 'Add Permission')).toBeVisible()
  await page.getByRole('combobox', { name: /^Catalog item/ }).focus()
  await find(page, 'checkout')
  await page.getByRole('combobox', { name: /^Team/ }).focus()
  await find(page, 'payments')
  await page.getByRole('combobox', { name: /^Action/ }).focus()
  for (const key of ['Enter', 'u', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('textbox', { name: 'Description' }).focus()
  await page.keyboard.type('scenario of the owners')
  await page.keyboard.press('Control+Enter')
  await expect(heard(page, 'Permission added')).toBeAttached()

  const added = row(page, /^payments \(team\): update on checkout \(.+\), scenario of the owners/)
  await added.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Edit Permission')).toBeVisible()
  await page.getByRole('combobox', { name: /^Resource/ }).focus()
  for (const key of ['Enter', 'g', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('combobox', { name: /^Area/ }).focus()
  for (const key of ['Enter', 'l', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('switch', { name: /^Deny/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(heard(page, 'Permission updated')).toBeAttached()
  const changed = row(page, /^payments \(team\): deny update on logs \(global\), scenario of the owners/)
  await expect(changed).toBeVisible()
  await expect(added).toHaveCount(0)

  await changed.focus()
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete Permission' })
  await expect(question).toContainText('Are you sure you want to delete the permission?')
  await page.keyboard.press('Enter')
  await expect(heard(page, 'Permission deleted')).toBeAttached()
  await expect(changed).toHaveCount(0)
  // The restored row is that of before, so the earlier changes can be undone, too.
  for (const text of [/^Restored payments \(team\): deny update/, /^Restored /, /^Removed permission/]) {
    await page.keyboard.press('z')
    await expect(heard(page, text).first()).toBeAttached()
  }
  const path = '/api/db/permissions?description=eq.scenario of the owners'
  expect(await (await page.request.get(path)).json()).toEqual([])
})

test('keeps filters, search and order in the address', async ({ shared: page }) => {
  await visit(page, '/settings/permissions?deny=true:1')
  await expect(row(page, /^guest \(role\): deny read/)).toBeVisible()
  await expect(row(page, /^payments/)).toHaveCount(0)
  await visit(page, '/settings/permissions?query=gold&subject=notification:1&resource=connection:1&sortBy=resource')
  await expect(row(page, /^failing gold checks \(notification\)/)).toBeVisible()
  await expect(page.locator('main [data-row]')).toHaveCount(1)
})
