import { expect, test } from '../helpers/console'

// A health-only deployment, set at start.

test.use({ flags: ['--auth', 'none', '--health-only'] })

test('health works completely, and requests no other data [SESSION-16]', async ({ page, running }) => {
  const failed: string[] = []
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`)
  })
  await page.goto(`${running.url}/health?hidePassing=no&groupBy=none`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treegrid', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Relationships' })).toHaveCount(0)
  await page.getByRole('tab', { name: 'Spec' }).click()
  await expect(page.getByRole('textbox', { name: /^Spec of/ })).toBeVisible()
  const ran = page.waitForResponse(/\/api\/canary\/run\/check\//)
  await page.getByRole('button', { name: 'Run now' }).press('Enter')
  expect((await ran).status()).toBe(200)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await page.keyboard.type('run playbook')
  await expect(page.getByRole('option', { name: /Run playbook/ })).toHaveCount(0)
  expect(failed).toEqual([])
  // The page contains the purpose of the deployment.
  expect(asked).toContain('/api/canary/api/summary')
  expect(asked).not.toContain('/console-config.json')
})

test('other pages and other data are not available [SESSION-16]', async ({ page, request, running }) => {
  for (const path of ['/api/db/incidents', '/api/db/people', '/api/playbook/list', '/api/rbac/dump']) {
    expect((await request.get(running.url + path)).status()).toBe(404)
  }
  for (const path of ['/topology', '/incidents', '/settings/connections']) {
    await page.goto(running.url + path)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
})
