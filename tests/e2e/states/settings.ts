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

export const settingsStates: readonly State[] = [
  list('people', '/settings/users'),
  list('feature flags', '/settings/feature-flags'),
]
