import type { Page } from 'playwright/test'
import { expect, test } from '../helpers/shared-page'
import { heard } from '../helpers/voice'

// Time ranges and dates, as a person meets them: by keyboard, in the address, and after a reload.

const range = (page: Page) => page.getByRole('button', { name: /^Time range:/ })

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

async function openHealth(page: Page, query = '') {
  await page.goto(`/health${query}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}

async function openPreferences(page: Page) {
  await page.getByRole('button', { name: 'Preferences', disabled: false }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Theme' })).toBeFocused()
  await press(page, 'a', 'Enter')
}

test('health looks back an hour, until a key says otherwise [TIME-18 FILTER-01 CMD-11]', async ({ page }) => {
  await openHealth(page)
  await expect(range(page)).toHaveAccessibleName('Time range: Last hour')
  await press(page, 't', 'd')
  await expect(range(page)).toHaveAccessibleName('Time range: Last day')
  await expect(page).toHaveURL(/\?timeRange=1d$/)
  await expect(heard(page, 'Time range: Last day.')).toBeAttached()
  await press(page, 't', 'z')
  await expect(page).toHaveURL(/\?timeRange=2d$/)
  await page.reload()
  await expect(range(page)).toHaveAccessibleName('Time range: Last 2 days')
  await press(page, 't', 'r')
  await expect(page).toHaveURL(/\/health$/)
})

test('the list in the bar is the short one, and a damaged link shows the default [TIME-17 TIME-18]', async ({
  page,
}) => {
  await openHealth(page, '?timeRange=4h')
  await expect(range(page)).toHaveAccessibleName('Time range: Last hour')
  await range(page).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('option')).toHaveText(
    (
      '15 minutes, hour, 2 hours, 3 hours, 6 hours, 12 hours, day, 2 days, 3 days, week, 2 weeks, 3 weeks, ' +
      'month, 2 months, 3 months, 6 months, year, 2 years, 3 years, 5 years'
    )
      .split(', ')
      .map((length) => `Last ${length}`)
  )
  await press(page, 'End', 'Enter')
  await expect(page).toHaveURL(/\?timeRange=5y$/)
  await expect(range(page)).toBeFocused()
})

test('asked for a range, free text is read; what the page cannot show is said', async ({ page }) => {
  await openHealth(page)
  await press(page, 't', 't')
  await expect(page.getByRole('combobox', { name: 'Time range' })).toBeFocused()
  await page.keyboard.type('24 hours')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\?timeRange=1d$/)
  await press(page, 't', 't')
  await expect(page.getByRole('combobox', { name: 'Time range' })).toBeFocused()
  await page.keyboard.type('now-7m')
  await press(page, 'Enter')
  await expect(heard(page, 'This page looks back by one of 15m')).toBeAttached()
  await expect(page).toHaveURL(/\?timeRange=1d$/)
})

test('dates are shown as preferred, in the zone that was chosen, also after a reload [PREF-14 FORMAT-13]', async ({
  page,
}) => {
  await openHealth(page)
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
