import { expect, test } from '../helpers/console'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { shown } from '../helpers/announcements'

// The public health page of a password-protected console. It needs its own console, because the password is in the
// environment.

let running: ConsoleProcess
const data = temporaryFolder()
test.beforeAll(async () => {
  test.setTimeout(60_000)
  running = await startConsole(['--data', data.path], { CONSOLE_PASSWORD: 'correct horse' })
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})

const CHECKOUT = '5a000008-0000-4000-8000-000000000008'

test('opens without signing in, with a check and its runs, and requests only public data [ROUTE-04 ROUTE-05 ROUTE-06]', async ({
  page,
}) => {
  const answers: string[] = []
  page.on('response', (answer) => answers.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`))
  await page.goto(`${running.url}/view/health?hidePassing=no&groupBy=none`)
  await expect(page.getByRole('row', { name: /^checkout API/ })).toBeVisible()
  await page.goto(`${running.url}/view/health?checkId=${CHECKOUT}`)
  await expect(page.getByRole('heading', { level: 2, name: 'checkout API' })).toBeVisible()
  await expect(page.getByRole('treegrid', { name: 'History' }).locator('[data-row]').first()).toBeVisible()
  await expect(page.getByRole('figure', { name: /^Health overview: .* runs failed/ })).toBeVisible()
  await expect(page.getByRole('tab', { name: /^(?:Spec|Relationships)/ })).toHaveCount(0)
  expect(answers.filter((answer) => !/^(?:200|206|304) GET /.test(answer))).toEqual([])

  // A link without access shows the same notice whether or not the check exists.
  await page.goto(`${running.url}/view/health?checkId=5a000008-0000-4000-8000-00000000ffff`)
  await expect(shown(page, 'Check not found')).toBeVisible()
})

const status = async (path: string, init?: RequestInit) => (await fetch(`${running.url}${path}`, init)).status

test('everything else requires the password', async () => {
  for (const path of ['/', '/health', '/api/auth/whoami', '/api/db/checks', `/api/db/checks?id=eq.${CHECKOUT}`])
    expect([path, await status(path)]).toEqual([path, 401])
  expect(await status('/api/canary/api/summary', { method: 'POST' })).toBe(401)
  expect(await status(`/api/canary/run/check/${CHECKOUT}`, { method: 'POST' })).toBe(401)
  const headers = { authorization: `Basic ${Buffer.from('any:correct horse').toString('base64')}` }
  expect(await status('/health', { headers })).toBe(200)
  expect(await status('/api/db/checks', { headers })).toBe(200)
})
