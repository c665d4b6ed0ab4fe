import { expect } from 'playwright/test'
import type { State } from './state'

/** A page of the settings that is a list. */
const list = (name: string, path: string): State => ({
  name,
  async reach(page, { sample }) {
    await page.goto(sample + path)
    await expect(page.getByRole('row').nth(2)).toBeVisible()
  },
})

/** The form of a row, opened by its key. */
const form = (name: string, path: string, row: string): State => ({
  name,
  async reach(page, { sample }) {
    await page.goto(sample + path)
    await page.getByRole('row', { name: new RegExp(`^${row}`) }).focus()
    await page.keyboard.press('i')
    await expect(
      page
        .getByRole('dialog', { name: `Edit ${row}` })
        .getByRole('textbox')
        .last()
    ).toBeVisible()
  },
})

export const settingsStates: readonly State[] = [
  list('people', '/settings/users'),
  list('feature flags', '/settings/feature-flags'),
  list('log backends', '/settings/log-backends'),
  form('a resource that is edited', '/settings/log-backends', 'shop-logs'),
]
