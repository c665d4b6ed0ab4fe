import type { Page } from 'playwright/test'
import { heard } from '../helpers/announcements'
import { counter } from '../helpers/counter'
import { expect, test, visit } from '../helpers/shared-page'

const row = (page: Page) => page.locator('[role="row"]:focus')
const durationStep = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Duration' })

/** Moves to the first row of the list of a page. */
async function toFirstRow(page: Page, path: string) {
  await visit(page, path)
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(page)).toBeVisible()
}

// The definitions of commands load when the page is idle. Keys pressed before that still go to the page.
test.beforeEach(async ({ shared: page }) => {
  await toFirstRow(page, '/health?groupBy=none')
  await page.keyboard.press('s')
  await expect(durationStep(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(durationStep(page)).toBeHidden()
})

for (const [what, path] of [
  ['check', '/health?groupBy=none'],
  ['config item', '/catalog?type=Kubernetes::Pod'],
  ['notification', '/notifications?groupBy=none'],
] as const)
  test(`silences the ${what} at the cursor with two keys, and for two hours with three [CMD-09]`, async ({
    shared: page,
  }) => {
    await toFirstRow(page, path)
    const { press, keys } = counter(page)
    await press('s', 'Enter')
    await expect(heard(page, /^Silenced .+ for 1h, until /)).toBeAttached()
    expect(keys()).toBe(2)
    await page.keyboard.press('z')
    await expect(heard(page, /are sent again/)).toBeAttached()

    await toFirstRow(page, path)
    await press('s', '2', 'Enter')
    await expect(heard(page, /^Silenced .+ for 2h, until /)).toBeAttached()
    expect(keys()).toBe(5)
    await page.keyboard.press('z')
    await expect(heard(page, /are sent again/).nth(0)).toBeAttached()
  })

test('silences the component of a page with two keys', async ({ shared: page }) => {
  const [component] = (await (
    await page.request.get('/api/db/components?parent_id=is.null&select=id,name&order=name&limit=1')
  ).json()) as { id: string; name: string }[]
  await visit(page, `/topology/${component?.id ?? ''}`)
  await expect(page.getByRole('heading', { name: component?.name ?? '' }).first()).toBeVisible()
  const { press, keys } = counter(page)
  await press('s', 'Enter')
  await expect(heard(page, /^Silenced .+ for 1h, until /)).toBeAttached()
  expect(keys()).toBe(2)
  await page.keyboard.press('z')
  await expect(heard(page, /are sent again/)).toBeAttached()
})

test('takes the reason after the duration, or adds it afterwards', async ({ shared: page }) => {
  await toFirstRow(page, '/health?groupBy=none')
  await page.keyboard.press('s')
  await expect(durationStep(page)).toBeFocused()
  await page.keyboard.type('90m deploying cart')
  await expect(page.getByRole('option', { name: 'Use “90m”, reason “deploying cart”' })).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText(/Silences notifications about .+ for 1h 30m: deploying cart\./)
  await page.keyboard.press('Enter')
  await expect(heard(page, /^Silenced .+ for 1h 30m, until /)).toBeAttached()
  const path = '/api/db/notification_silences?deleted_at=is.null&order=created_at.desc&limit=1&select=description'
  expect(await (await page.request.get(path)).json()).toEqual([{ description: 'deploying cart' }])
  await page.keyboard.press('z')
  await expect(heard(page, /are sent again/)).toBeAttached()

  await toFirstRow(page, '/health?groupBy=none')
  await page.keyboard.press('s')
  await expect(durationStep(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Add a reason/ }).press('Enter')
  const form = page.getByRole('dialog', { name: /^Edit / })
  await form.getByRole('textbox', { name: 'Reason' }).fill('replacing a disk')
  await page.keyboard.press('Control+Enter')
  await expect(form).toBeHidden()
  expect(await (await page.request.get(path)).json()).toEqual([{ description: 'replacing a disk' }])
  for (let undone = 0; undone < 2; undone++) await page.keyboard.press('z')
  await expect(heard(page, /are sent again/)).toBeAttached()
})
