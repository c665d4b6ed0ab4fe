import type { Page } from 'playwright/test'
import { expect, test, visit } from '../helpers/shared-page'
import { heard, shown } from '../helpers/voice'

// What an on-call responder does first, with the pointer out of order: whatever needed it would fail here.

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a failing check is found, looked into, run again, handed on and left in seven keys [CMD-22]', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const type of ['mousedown', 'pointerdown', 'click'])
      // A press of a key on a button is a click without a pointer.
      window.addEventListener(
        type,
        (event) => (event as MouseEvent).detail > 0 && reportError(`${type} was used`),
        true
      )
  })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await page.goto('/health')
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  await press('n')
  const row = page.locator('[role="row"]:focus')
  await expect(row).toHaveAccessibleName(/unhealthy/)
  const name = ((await row.getAttribute('aria-label')) ?? '').split(',')[0] ?? ''
  await press('Enter')
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeFocused()
  await expect(shown(page, 'Last run failed', { exact: false }).first()).toBeVisible()
  await press('r')
  await expect(heard(page, new RegExp(`(Ran|Could not run) ${name}`))).toBeAttached({ timeout: 30_000 })
  await press('y')
  await press('y')
  await expect(heard(page, /Copied the link to /)).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('checkId=')
  await press('Escape')
  await expect(row).toHaveAccessibleName(new RegExp(`^${name},`))
  await press('n')
  await expect(row).not.toHaveAccessibleName(new RegExp(`^${name},`))
  expect(keys).toBe(7)
  expect(problems).toEqual([])
})

/** Presses keys, and counts them. */
function counter(page: Page) {
  let pressed = 0
  return {
    async press(...keys: string[]) {
      for (const key of keys) {
        pressed++
        await page.keyboard.press(key)
      }
    },
    pressed: () => pressed,
  }
}

test('the failing check of a name is found and opened in five keys', async ({ shared: page }) => {
  await visit(page, '/health')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const { press, pressed } = counter(page)
  await press('/', 'p', 'a', 'y', 'Enter')
  await expect(page.locator('h2:focus')).toHaveText(/pay/i)
  await expect(page).toHaveURL(/query=pay.*checkId=/)
  expect(pressed()).toBe(5)
})

test('three checks are ticked and run in six keys, and nothing is asked', async ({ shared: page }) => {
  await visit(page, '/health?hidePassing=no&groupBy=none')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const { press, pressed } = counter(page)
  await press('j', 'x', 'Shift+J', 'Shift+J', 'r')
  await expect(heard(page, /^(Ran|Could not run) .*3 checks/)).toBeAttached({ timeout: 30_000 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(pressed()).toBeLessThanOrEqual(6)
})
