import type { Page } from 'playwright/test'
import { expect, test } from '../helpers/console'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { deferred } from '../../src/lib/deferred'
import { heard, shown } from '../helpers/announcements'

// The embedded accounts, from the link in the terminal to signing out, by keyboard alone.

let running: ConsoleProcess
const data = temporaryFolder()
test.beforeAll(async () => {
  running = await startConsole(['--data', data.path, '--auth', 'self'])
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})

const PASSWORD = 'nine quiet harbours'

/** The printed page that signs the administrator in. */
const linkOf = ({ output }: ConsoleProcess) => /(http\S+\/recovery\?flow=\S+)/.exec(output())?.[1] ?? ''

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function signIn(page: Page, password = PASSWORD) {
  await expect(title(page, 'Sign In to your account')).toBeVisible()
  await expect(page.getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type('admin@local')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

test.describe.configure({ mode: 'serial' })

test('the printed link signs the administrator in once, and prompts for a new password', async ({ page }) => {
  await page.goto(linkOf(running))
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile-settings/)
  // Only this page received the code, and it has removed it from its URL.
  expect(page.url()).not.toContain('code=')
  await expect(page.locator('input[type=password]').first()).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/topology/)
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  // The code no longer works in another browser.
  await page.context().clearCookies()
  await page.goto(linkOf(running))
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toHaveCount(0)
})

test('a wrong password is rejected without details; the correct one returns to the previous page [AUTH-02 AUTH-03]', async ({
  page,
}) => {
  await page.goto(`${running.url}/health?hidePassing=no&groupBy=none`)
  await expect(page).toHaveURL(/\/login\?/)
  await signIn(page, 'not the password')
  await expect(shown(page, /do not match|not right|wrong/i).first()).toBeVisible()
  await page.goto(`${running.url}/health?hidePassing=no&groupBy=none`)
  await signIn(page)
  await expect(page).toHaveURL(/\/health\?.*groupBy=none/)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
})

test('abuse 41 and 42: signing out in one tab signs the other out, and Back shows no earlier data', async ({
  page,
  context,
}) => {
  await page.goto(`${running.url}/health?hidePassing=no&groupBy=none`)
  await signIn(page)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${running.url}/health?hidePassing=no&groupBy=none`)
  await expect(other.getByRole('row').nth(3)).toBeVisible()

  await page.bringToFront()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Sign In to your account')).toBeVisible()

  await other.bringToFront()
  await expect(title(other, 'Sign In to your account')).toBeVisible()
  await expect(other.getByRole('row')).toHaveCount(0)

  await page.bringToFront()
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(0)
  const answer = await page.request.get(`${running.url}/api/auth/whoami`)
  expect(answer.status()).toBe(401)
})

test('a session ended elsewhere shows a notice, and signing in again returns', async ({ page, browser }) => {
  await page.goto(`${running.url}/health?hidePassing=no&groupBy=none`)
  await signIn(page)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const name = await page.locator('h2:focus').innerText()
  // Polling may detect the end before the key does, and the key would then be typed into the form.
  const press = deferred()
  await page.route(`${running.url}/**`, (route) => press.promise.then(() => route.continue()))
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(`${running.url}/health`)
  await signIn(other)
  await expect(other.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  await other.keyboard.press('Control+k')
  await expect(other.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await other.keyboard.type('end all other sessions')
  await other.keyboard.press('Enter')
  await other.getByRole('button', { name: 'End other sessions' }).press('Enter')
  await expect(heard(other, /Only this session remains\./)).toBeAttached()
  await elsewhere.close()

  await page.bringToFront()
  await page.keyboard.press('Shift+R')
  press.resolve()
  await expect(title(page, 'Sign In to your account')).toBeVisible()
  await expect(page.getByRole('main').getByText('Your session has ended.')).toBeVisible()
  await expect(heard(page, 'Your session has ended.')).toBeAttached()
  await expect(heard(page, 'Refreshed.')).toHaveCount(0)
  await signIn(page)
  await expect(page).toHaveURL(/\/health\?.*groupBy=none/)
  // The check in the URL has focus again, so its keys work.
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeFocused()
})

test('a public page does not require signing in', async ({ page }) => {
  await page.goto(`${running.url}/view/health?hidePassing=no&groupBy=none`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treegrid', { name: 'History' })).toBeVisible()
  await expect(page).toHaveURL(/\/view\/health/)
})

test('a security key is added by name in the settings, and is the second step of signing in', async ({
  page,
  context,
}) => {
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  })
  // Security keys are registered for a host name.
  const url = running.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${url}/profile-settings`)
  await signIn(page)
  const keys = page.getByRole('region', { name: 'Manage Hardware Tokens and Biometrics' })
  const remove = keys.getByRole('button', { name: /Remove “Blue key”/ })
  await keys.getByRole('textbox', { name: 'Name of the new key' }).focus()
  await page.keyboard.type('Blue key')
  await page.keyboard.press('Enter')
  await expect(remove).toBeVisible()
  await expect(keys.getByText('Saved.')).toBeVisible()

  // The same key again, with the button.
  await keys.getByRole('button', { name: 'Add a security key' }).press('Enter')
  await expect(keys.getByText('This security key is already registered.')).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Sign In to your account')).toBeVisible()
  await page.goto(`${url}/health?hidePassing=no&groupBy=none`)
  await signIn(page)
  await expect(title(page, 'Two-Factor Authentication')).toBeVisible()
  await page.getByRole('button', { name: 'Use a security key' }).press('Enter')
  await expect(page).toHaveURL(/\/health\?.*groupBy=none/)
  await expect(page.getByRole('row').nth(3)).toBeVisible()

  // Without the key, signing in fails with a reason.
  await page.context().clearCookies()
  await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  })
  await page.goto(`${url}/health`)
  await signIn(page)
  await page.getByRole('button', { name: 'Use a security key' }).press('Enter')
  await expect(shown(page, /was cancelled or timed out/).first()).toBeVisible()
})
