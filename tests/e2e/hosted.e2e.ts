import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright/test'
import { transformWithOxc } from 'vite'
import { expect, test } from '../helpers/console'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { createClaims, HOST, ORGANISATION, PUBLISHABLE_KEY, signToken } from '../helpers/hosted-tokens'
import { shown } from '../helpers/announcements'

// The real server and the built console with the real headers. Only Clerk's host is simulated.

let running: ConsoleProcess
const data = temporaryFolder()
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
test.beforeAll(async () => {
  running = await startConsole(['--data', data.path, '--auth', 'hosted'], {
    CLERK_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    CLERK_ORGANIZATION_ID: ORGANISATION,
    CLERK_JWT_KEY: pem,
  })
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The fake of the component tests, served as the script of the host. */
async function scriptFor(state: object): Promise<string> {
  const file = new URL('../../dev/gallery/fake-clerk.ts', import.meta.url)
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file.pathname)
  const made = `fakeClerk(${JSON.stringify(state)}).clerk`
  return `{ ${code.replaceAll(/^export /gm, '')}; globalThis.Clerk = ${made}; globalThis.__internal_ClerkUICtor = class {} }`
}

const organisation = { id: ORGANISATION, name: 'Shop', publicMetadata: { backend_url: 'https://console.example' } }
const member = { user: { id: 'user_ada', organisations: [organisation] }, organisation: ORGANISATION }
const play = (page: Page, state: object) =>
  page.route(`https://${HOST}/**`, async (route: Route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: await scriptFor(state),
      headers: { 'access-control-allow-origin': '*' },
    })
  )

async function signedInAs(page: Page, claims: object) {
  const text = signToken(keys.privateKey, createClaims(new Date(), { azp: running.url, ...claims }))
  await page.context().addCookies([{ name: '__session', value: text, url: running.url }])
}

test('a member sees the console of their organisation, with a content security policy that allows the service', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
  })
  await play(page, member)
  await signedInAs(page, { name: 'Ada Lovelace' })
  await page.goto(`${running.url}/health`)
  await expect(title(page, 'Health')).toBeVisible()
  await expect(page.getByRole('banner', { name: 'Top bar' }).getByText('Clerk OrganizationSwitcher')).toBeVisible()
  await expect(page.getByRole('banner', { name: 'Top bar' }).getByText('Clerk UserButton')).toBeVisible()
  expect(refused).toEqual([])
})

test('the sign-out command opens the sign-in page, which returns after signing in', async ({ page }) => {
  await play(page, member)
  await signedInAs(page, {})
  await page.goto(`${running.url}/health?hidePassing=no`)
  await expect(title(page, 'Health')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Sign out')
  await page.getByRole('option', { name: /Sign out/ }).click()
  await expect(title(page, 'Sign In to your account')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?return_to=%2Fhealth%3FhidePassing%3Dno')
})

test('a token of another organisation is always refused', async ({ page }) => {
  await play(page, member)
  await signedInAs(page, { o: { id: 'org_other', rol: 'admin' } })
  await page.goto(`${running.url}/health`)
  await expect(shown(page, /^Bad Session\./).first()).toBeVisible()
})

test('a signed-out user is prompted to sign in, and returns', async ({ page }) => {
  await play(page, {})
  await page.goto(`${running.url}/health?hidePassing=no`)
  await expect(title(page, 'Sign In to your account')).toBeVisible()
  expect(new URL(page.url()).search).toBe('?return_to=%2Fhealth%3FhidePassing%3Dno')
})

test('reports a service whose script does not load, with a retry by keyboard', async ({ page }) => {
  await page.route(`https://${HOST}/**`, (route) => route.abort())
  await page.clock.install()
  await page.goto(running.url)
  // Clerk's loader retries for 15 seconds.
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(title(page, 'Could not reach the sign-in service')).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.clock.resume()
  await page.unroute(`https://${HOST}/**`)
  await play(page, member)
  await signedInAs(page, {})
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // The page reloads.
  await expect(title(page, 'Dashboard')).toBeVisible()
})

test('public pages need neither the service nor a session', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  await page.goto(`${running.url}/view/health`)
  await expect(title(page, 'Health')).toBeVisible()
  expect([...new Set(asked)]).toEqual([new URL(running.url).host])
})
