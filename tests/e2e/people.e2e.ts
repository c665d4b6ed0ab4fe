import type { Page } from 'playwright/test'
import { findAxeViolations } from '../helpers/axe'
import { expect, test } from '../helpers/console'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { heard } from '../helpers/announcements'

// A person is invited, signs in by the link, and is granted and refused rights, against the real server, by keyboard alone.

let running: ConsoleProcess
const data = temporaryFolder()
test.beforeAll(async () => {
  running = await startConsole(['--data', data.path, '--empty', '--auth', 'self'])
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const row = (page: Page, name: RegExp) => page.getByRole('row', { name })
const linkOf = ({ output }: ConsoleProcess) => /(http\S+\/recovery\?flow=\S+)/.exec(output())?.[1] ?? ''

/** Opens a one-time link and chooses a password. */
async function comeIn(page: Page, link: string, password: string) {
  await page.goto(link)
  await expect(page.getByRole('textbox', { name: 'Recovery code' })).toHaveValue(/^\d{6}$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile-settings/)
  await expect(page.locator('input[type=password]').first()).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Dashboard')).toBeVisible()
}

/** Opens an invitation and creates the account. */
async function register(page: Page, link: string, password: string) {
  await page.goto(link)
  await expect(title(page, 'You were invited to create an account')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^E-mail/ })).toHaveValue('grace@example.org')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: /^First name/ }).fill('Grace')
  await page.getByRole('textbox', { name: /^Last name/ }).fill('Hopper')
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Dashboard')).toBeVisible()
  expect(new URL(page.url()).search).not.toContain('invite')
}

async function command(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(`>${text}`, { delay: 10 })
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
}

/** The button of an action that cannot be undone is one Tab away. */
async function confirm(page: Page, verb: string) {
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: verb, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
}

async function expectAccessible(page: Page) {
  expect(await findAxeViolations(page)).toEqual([])
}

test('invites a person up to the first sign-in, and keeps the last administrator [USERS-01 USERS-04 USERS-07 ROUTE-41]', async ({
  page,
  browser,
}) => {
  await comeIn(page, linkOf(running), 'nine quiet harbours')
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await expect(title(page, 'People')).toBeFocused()
  await expect(row(page, /^Admin, admin@local, admin, active$/)).toBeVisible()
  await expectAccessible(page)

  await command(page, 'invite a person')
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
  await page.keyboard.type('Grace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hopper')
  await page.keyboard.press('Tab')
  await page.keyboard.type('grace@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type('viewer')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  const handed = page.getByRole('dialog', { name: 'Invitation for Grace Hopper' })
  await expect(handed).toBeVisible()
  await expect(handed).toContainText('No mail was sent')
  await expect(heard(page, 'Invited Grace Hopper to create an account as viewer.')).toBeAttached()
  await expectAccessible(page)
  await handed.getByRole('button', { name: 'Copy Invitation link' }).press('Enter')
  await expect(heard(page, 'Copied Invitation link.')).toBeAttached()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')
  await expect(handed).toBeHidden()

  // The invitation is pending until she accepts it.
  await command(page, 'go to invitations')
  await expect(title(page, 'Invitations')).toBeFocused()
  await expect(row(page, /^grace@example\.org, viewer, invited by Admin$/)).toBeVisible()
  await expectAccessible(page)

  // The outbox has the same link, because there is no mail server.
  await command(page, 'go to the outbox')
  await expect(title(page, 'Outbox')).toBeFocused()
  await expect(row(page, /to grace@example\.org, waiting$/)).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(page, /to grace@example\.org, waiting$/)).toBeFocused()
  await expectAccessible(page)
  await command(page, 'copy the link in the message')
  await expect(heard(page, /Copied the link in /)).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'You are invited to Mission Control' })).toContainText(link)
  await page.keyboard.press('Escape')

  const elsewhere = await browser.newContext()
  const grace = await elsewhere.newPage()
  await register(grace, link, 'seven slow lanterns')
  await grace.goto(`${running.url}/settings/users`)
  // Only administrators may read e-mail addresses, and open the page.
  await expect(grace.getByRole('heading', { level: 2, name: /^Unauthorized - / })).toBeVisible()
  await expect(grace.getByText('Requires read access to people. Administrators have it.')).toBeVisible()
  await expect(row(grace, /./)).toHaveCount(0)
  await elsewhere.close()
  await page.bringToFront()

  await page.goto(`${running.url}/settings/users`)
  await expect(row(page, /^Grace Hopper, grace@example.org, viewer, active$/)).toBeVisible()
  await page.keyboard.press('j')
  await expect(row(page, /^Admin,/)).toBeFocused()
  await page.keyboard.press('Delete')
  await confirm(page, 'Delete')
  await expect(
    heard(page, 'The last administrator cannot be removed. Give another person that role first.')
  ).toBeAttached()
  await expect(row(page, /^Admin,/)).toBeFocused()

  await page.keyboard.press('j')
  await expect(row(page, /^Grace/)).toBeFocused()
  await command(page, 'change role')
  await page.keyboard.type('editor')
  await page.keyboard.press('Enter')
  await confirm(page, 'Change 1 person')
  await expect(row(page, /^Grace Hopper, grace@example.org, editor, active$/)).toBeVisible()
  await page.keyboard.press('z')
  await expect(row(page, /^Grace Hopper, grace@example.org, viewer, active$/)).toBeVisible()

  await row(page, /^Grace/).focus()
  await page.keyboard.press('Delete')
  await confirm(page, 'Delete')
  await expect(row(page, /^Grace/)).toHaveCount(0)
  await expect(row(page, /^Admin,/)).toBeFocused()
})
