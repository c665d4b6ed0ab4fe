import type { Page } from 'playwright/test'
import { counter } from '../helpers/counter'
import { expect, test, visit } from '../helpers/shared-page'
import { heard, shown } from '../helpers/announcements'

// Keys and their settings, by keyboard alone, against the real console with its sample organisation.

/** Every action must work without the pointer: using it fails the test. */
async function open(page: Page, path = '/health') {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.addInitScript(() => {
    for (const type of ['pointerdown', 'mousedown'])
      window.addEventListener(
        type,
        () => {
          throw new Error('the pointer was used')
        },
        { capture: true }
      )
  })
  await page.goto(path)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  return problems
}

async function see(page: Page) {
  await visit(page, '/health')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}

const focused = (page: Page) => page.locator(':focus')
const settings = (page: Page) => page.getByRole('dialog', { name: 'Keyboard settings' })

/** Presses keys one after another. */
async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

test('changes a key in at most twelve key presses, with immediate effect and after a reload', async ({ page }) => {
  const problems = await open(page)
  await press(page, 'j')
  const counted = counter(page)
  await counted.press('Control+,')
  await expect(focused(page)).toHaveRole('searchbox')
  await counted.press(...'refresh')
  await expect(settings(page).getByRole('row').nth(1)).toContainText('Refresh')
  await counted.press('Enter')
  await expect(focused(page)).toHaveText('Recording…')
  await counted.press('F9', 'Enter')
  expect(counted.keys()).toBeLessThanOrEqual(12)
  await expect(heard(page, 'Changed the keys of “Refresh”.')).toBeAttached()
  await expect(focused(page)).toHaveAccessibleName(/^Change Refresh/)
  await press(page, 'Escape')
  await expect(settings(page)).toBeHidden()
  await press(page, 'F9')
  await expect(heard(page, 'Refreshed.')).toBeAttached()

  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await press(page, 'F9')
  await expect(heard(page, 'Refreshed.')).toBeAttached()
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('console.keys') ?? '{}'))
  expect(kept).toEqual({ v: 1, set: { 'page.refresh at app': ['Shift+r', 'F9'] }, single: 'on', forget: 0 })
  expect(problems).toEqual([])
})

test('shows and announces the next keys of a sequence, offers them as a menu, and announces a mistake', async ({
  shared: page,
}) => {
  await see(page)
  await press(page, 'j', 'g')
  await expect(shown(page, 'Go to Health', { exact: true })).toBeVisible()
  await expect(heard(page, /: \d+ choices\. Tab to list\./)).toBeAttached()
  await press(page, 'Tab')
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await press(page, 'Escape')
  await expect(menu).toBeHidden()
  await expect(focused(page)).toHaveRole('row')

  await press(page, 'g', 'ArrowDown')
  await expect(menu).toBeVisible()
  await press(page, 'Home', 'Enter')
  await expect(menu).toBeHidden()

  await press(page, 'g', 'y')
  await expect(heard(page, /^G then Y is not a shortcut\.$/)).toBeAttached()
})

test('never covers the row under the cursor with the hint strip, at any width', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  await open(page)
  await press(page, 'j', 'Shift+G')
  for (const width of [1280, 320])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 480 })
      await expect(focused(page)).toHaveRole('row')
      await press(page, 'y')
      await expect(shown(page, 'Copy link', { exact: true })).toBeVisible()
      // Hit-testing finds an element that covers the row instead of the row.
      await expect
        .poll(() =>
          page.evaluate(() => {
            const row = document.activeElement
            const { left, top, height, width: wide } = row?.getBoundingClientRect() ?? new DOMRect()
            const at = document.elementFromPoint(left + wide / 2, top + height / 2)
            return row?.contains(at) ?? false
          })
        )
        .toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await press(page, 'Escape')
      await expect(shown(page, 'Copy link', { exact: true })).toBeHidden()
    })
})

test('announces the meaning of each key in learning mode and runs nothing, until Escape', async ({ shared: page }) => {
  await see(page)
  await press(page, 'j', '?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Learn keys' }).focus()
  await press(page, 'Enter')
  const strip = page.getByRole('region', { name: 'Learning keys' })
  await expect(strip).toBeVisible()
  await expect(sheet).toBeHidden()
  await press(page, 'Shift+R')
  await expect(strip).toContainText('Refresh.')
  await expect(heard(page, 'Shift+R: Refresh.')).toBeAttached()
  await press(page, 'Control+k')
  await expect(strip).toContainText('Open command palette.')
  await expect(page.getByRole('combobox')).toBeHidden()
  await press(page, 'Escape')
  await expect(strip).toBeHidden()
  await expect(heard(page, 'Refreshed.')).toHaveCount(0)
})

test('starts the cheat sheet with the keys of this page, and finds a pressed key', async ({ shared: page }) => {
  await see(page)
  await press(page, 'j', '?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByRole('table').first()).toHaveAccessibleName('On a check')
  await expect(sheet).toContainText('focus mode (NVDA: Insert+Space; JAWS: Insert+Z; Orca: Insert+A)')
  // Two columns if there is room. A group is in one column, and the keys of a column are aligned.
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const [width, columns] of [
    [1024, 2],
    [390, 1],
    [320, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const lefts = (inTable: string) =>
      sheet
        .locator(`table ${inTable}`)
        .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().left)))])
    await expect.poll(() => lefts('caption')).toHaveLength(columns)
    expect(await lefts('td:nth-of-type(1)')).toHaveLength(columns)
    expect(await lefts('tbody th')).toHaveLength(columns)
  }
  await page.setViewportSize(size)
  await press(page, 'Tab', 'Enter', 'w')
  await expect(sheet.getByRole('row', { name: /Pause or resume live updates/ })).toBeVisible()
  await expect(sheet.getByRole('row', { name: /Next row/ })).toBeHidden()
  await press(page, 'Escape')
  await expect(sheet).toBeVisible()
  await press(page, 'Escape')
  await expect(sheet).toBeHidden()
})

test('requires a leader before plain letters, or disables them', async ({ page }) => {
  await open(page)
  await page.evaluate(() => localStorage.setItem('console.keys', '{"v":1,"set":{},"single":"leader"}'))
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await press(page, 'j')
  await expect(page.locator('body')).toBeFocused()
  await press(page, 'Control+j', 'j')
  await expect(focused(page)).toHaveRole('row')

  await page.evaluate(() => localStorage.setItem('console.keys', '{"v":1,"set":{},"single":"off"}'))
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await press(page, 'j', 'Shift+M')
  await expect(page.getByRole('dialog')).toBeHidden()
  await press(page, 'Control+k')
  await expect(page.getByRole('combobox')).toBeVisible()
})

test('offers skip links to the content, the palette and the keyboard settings', async ({ page }) => {
  await open(page)
  await press(page, 'Tab')
  await expect(focused(page)).toHaveText('Main content')
  await press(page, 'Tab')
  await expect(page.getByRole('navigation', { name: 'Skip links' }).locator(':focus')).toBeVisible()
  await expect(focused(page)).toHaveText('List')
  await press(page, 'Enter')
  await expect(focused(page)).toHaveRole('row')
  await page.getByRole('button', { name: 'List', exact: true }).focus()
  const keys = page.getByRole('button', { name: 'Keyboard settings' })
  for (let at = 0; at < 4 && !(await keys.evaluate((one) => one === document.activeElement)); at++)
    await press(page, 'Tab')
  await expect(keys).toBeFocused()
  await press(page, 'Enter')
  await expect(settings(page)).toBeVisible()
  await press(page, 'Escape')
  await expect(keys).toBeFocused()
})

test('adds the key to the outcome after three runs without it', async ({ page }) => {
  await open(page)
  for (let at = 0; at < 3; at++) {
    await press(page, 'Control+k')
    await page.keyboard.type('pause or resume')
    await expect(page.getByRole('option', { name: /Pause or resume/ }).first()).toBeVisible()
    await press(page, 'Enter')
    await expect(page.getByRole('combobox')).toBeHidden()
  }
  await expect(heard(page, 'Next time: W.')).toBeAttached()
})
