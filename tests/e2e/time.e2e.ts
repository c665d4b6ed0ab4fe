import type { Page } from 'playwright/test'
import { expect, test } from '../helpers/shared-page'
import { heard } from '../helpers/announcements'

// Time ranges and dates: by keyboard, in the URL, and after a reload.

const range = (page: Page) => page.getByRole('button', { name: /^Time range:/ })

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

const CHECK = 'checkId=5a000008-0000-4000-8000-000000000001&detail=beside'

/** The list of checks with an open detail next to it. */
async function openCheck(page: Page, query = '') {
  await page.goto(`/health?${CHECK}${query}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}

async function openPreferences(page: Page) {
  await page.getByRole('button', { name: 'Preferences', disabled: false }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Theme' })).toBeFocused()
  await press(page, 'a', 'Enter')
}

test('the detail of a check shows the last hour until a key changes it [TIME-18 FILTER-01 CMD-11]', async ({
  page,
}) => {
  await openCheck(page)
  await expect(range(page)).toHaveAccessibleName('Time range: Last hour')
  await press(page, 't', 'd')
  await expect(range(page)).toHaveAccessibleName('Time range: Last day')
  await expect(page).toHaveURL(/&timeRange=1d$/)
  await expect(heard(page, 'Time range: Last day.')).toBeAttached()
  await press(page, 't', 'z')
  await expect(page).toHaveURL(/&timeRange=2d$/)
  await page.reload()
  await expect(range(page)).toHaveAccessibleName('Time range: Last 2 days')
  await press(page, 't', 'r')
  await expect(page).not.toHaveURL(/timeRange/)
})

test('a damaged link shows the default, and another range is chosen by keyboard [TIME-18]', async ({ page }) => {
  await openCheck(page, '&timeRange=4h')
  await expect(range(page)).toHaveAccessibleName('Time range: Last hour')
  await range(page).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('option', { name: 'Last hour' })).toBeFocused()
  await press(page, 'End', 'Enter')
  await expect(page).toHaveURL(/&timeRange=5y$/)
  await expect(range(page)).toHaveAccessibleName('Time range: Last 5 years')
  await expect(range(page)).toBeFocused()
})

test('the time range prompt accepts free text, and rejects ranges that the page cannot show', async ({ page }) => {
  await openCheck(page)
  // Inside the detail, its own ranges apply.
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused()
  await press(page, 't', 't')
  await expect(page.getByRole('combobox', { name: 'Time range' })).toBeFocused()
  await page.keyboard.type('24 hours')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/&timeRange=1d$/)
  await press(page, 't', 't')
  await expect(page.getByRole('combobox', { name: 'Time range' })).toBeFocused()
  await page.keyboard.type('now-7m')
  await press(page, 'Enter')
  await expect(heard(page, 'This page supports only these ranges: 1h')).toBeAttached()
  await expect(page).toHaveURL(/&timeRange=1d$/)
})

test('dates use the preferred format and time zone, also after a reload [PREF-14 FORMAT-13]', async ({ page }) => {
  await openCheck(page)
  await openPreferences(page)
  const dialog = page.getByRole('dialog', { name: 'Preferences' })
  await dialog.getByRole('combobox', { name: 'Date format' }).focus()
  await press(page, 'Enter', 'End', 'Enter')
  await expect(heard(page, 'Date format: full.')).toBeAttached()
  await dialog.getByRole('combobox', { name: 'Timezone' }).fill('Kolkata')
  await expect(page.getByRole('option', { name: /Kolkata/ })).toBeVisible()
  await press(page, 'Enter')
  await expect(heard(page, 'Timezone: Asia/Kolkata.')).toBeAttached()
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await press(page, 'w', 'Shift+M')
  const said = page.getByRole('dialog', { name: 'Messages' }).getByRole('time')
  await expect(said.first()).toHaveText(/^\w+day, \d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d GMT\+5:30$/)
  await press(page, 'Escape')
  await openPreferences(page)
  await expect(dialog.getByRole('combobox', { name: 'Date format' })).toHaveText('Full')
  await expect(dialog.getByRole('combobox', { name: 'Timezone' })).toHaveValue('Asia/Kolkata')
})
