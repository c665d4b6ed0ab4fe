import type { Page } from 'playwright/test'
import { expect, test, visit } from '../helpers/shared-page'
import { heard, shown } from '../helpers/announcements'

// Playbook runs by keyboard.

const run = (number: string) => `/playbooks/runs/5a000023-0000-4000-8000-0000000000${number}`
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const row = (page: Page) => page.locator('[role="row"]:focus')
const readStatus = async (page: Page, id: string) =>
  (
    (await (await page.request.get(`/api/db/playbook_runs?id=eq.${id}&select=status`)).json()) as { status: string }[]
  )[0]?.status

test('opens the runs by key, filters failed ones, and opens one with its failed step [ROUTE-14 ROUTE-16]', async ({
  shared: page,
}) => {
  await visit(page, '/incidents')
  await expect(title(page, 'Incidents')).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(title(page, 'Playbook runs')).toBeFocused()
  await page.getByRole('button', { name: /^\d+ failed$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/status=failed:1,timed_out:1/)
  await expect(heard(page, 'Runs: Failed or timed out.')).toBeAttached()
  await expect(page.getByRole('row', { name: /, completed/ })).toHaveCount(0)
  await page.getByRole('row', { name: /^Restart deployment, for checkout, failed/ }).focus()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Restart deployment for checkout')).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`${run('01')}$`))
  await expect(page.getByRole('heading', { level: 2, name: 'wait for rollout' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Error of wait for rollout' })).toContainText(
    'error: timed out waiting for the condition'
  )
  // Another step has its own URL.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(row(page)).toBeVisible()
  await page.getByRole('row', { name: /^restart, completed/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'restart' })).toBeFocused()
  await expect(page.getByRole('grid', { name: 'stdout of restart' })).toContainText(
    'deployment.apps/checkout restarted'
  )
  await expect(page).toHaveURL(/step=5a000024-0000-4000-8000-000000000001/)
})

test('opens the playbooks by key, grouped by category, and the page and runs of one [ROUTE-13 ROUTE-17 PLAY-01]', async ({
  shared: page,
}) => {
  await visit(page, '/incidents')
  await expect(title(page, 'Incidents')).toBeFocused()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(title(page, 'Playbooks')).toBeFocused()
  await expect(page.getByRole('row', { name: /^Diagnostics, \d+/ })).toHaveAttribute('aria-expanded', 'true')
  const orders = page.getByRole('row', { name: /^Count open orders, .*Databases, for components, 1 parameter/ })
  await orders.focus()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Count open orders')).toBeFocused()
  await expect(page).toHaveURL(/\/playbooks\/5a000022-0000-4000-8000-000000000004$/)
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Count open orders')
  await page.keyboard.press('3')
  await expect(page.getByRole('list', { name: 'Runs' }).getByRole('link').first()).toBeVisible()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/playbooks\/runs\?playbook=5a000022-0000-4000-8000-000000000004$/)
  await expect(page.getByRole('row', { name: /^Count open orders/ }).first()).toBeVisible()
})

test('lists the runs of one playbook by URL [ROUTE-15]', async ({ shared: page }) => {
  await visit(page, '/playbooks/runs?playbook=5a000022-0000-4000-8000-000000000004')
  await expect(page.getByRole('row', { name: /^Count open orders/ }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /^Restart deployment/ })).toHaveCount(0)
})

test('cancels a run after a confirmation, and not by Enter alone [PLAY-08 CALL-91]', async ({ shared: page }) => {
  const response = await page.request.post('/api/playbook/run', {
    data: {
      id: '5a000022-0000-4000-8000-000000000002',
      config_id: '5a000020-0000-4000-8000-000000000103',
      params: { version: '1.2.3', urgent: 'false' },
    },
  })
  const { run_id: id } = (await response.json()) as { run_id: string }
  await visit(page, `/playbooks/runs/${id}`)
  await expect(page.getByRole('list', { name: 'Approvers' })).toBeVisible()
  await expect(title(page, 'Roll back to the previous version for search')).toBeFocused()
  await page.keyboard.press('Shift+C')
  const dialog = page.getByRole('alertdialog', { name: /^Cancel/ })
  await expect(dialog.getByRole('button', { name: 'Go back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await readStatus(page, id)).toBe('pending_approval')
  await page.keyboard.press('Shift+C')
  await dialog.getByRole('button', { name: 'Cancel the run' }).press('Enter')
  await expect(heard(page, /^Cancelled Roll back to the previous version for search/)).toBeAttached()
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Cancelled')
  expect(await readStatus(page, id)).toBe('cancelled')
  await expect(page.getByRole('button', { name: /^Cancel/ })).toHaveCount(0)
})

test('lets an approver approve a run, and shows its progress [PLAY-07 CALL-90]', async ({ shared: page }) => {
  const [source] = (await (
    await page.request.get('/api/db/playbooks?id=eq.5a000022-0000-4000-8000-000000000003&select=spec')
  ).json()) as { spec: object }[]
  const me = (await (await page.request.get('/api/auth/whoami')).json()) as { payload: { user: { email: string } } }
  const named = 'Ask once it is approved'
  // A webhook requests the run: the request of a listed approver would be an approval.
  const webhook = { path: 'ask-approved', authentication: { basic: { username: 'ci', password: 'a long text' } } }
  const approval = { approvers: { people: [me.payload.user.email] } }
  const spec = { ...source?.spec, title: named, approval, on: { webhook } }
  const created = await page.request.post('/api/db/playbooks', {
    headers: { Prefer: 'return=representation' },
    data: { name: 'ask-approved', namespace: 'default', title: named, icon: '', source: 'UI', category: '', spec },
  })
  const [{ id: playbook } = { id: '' }] = (await created.json()) as { id: string }[]
  const started = await page.request.post('/api/playbook/webhook/ask-approved', {
    headers: { Authorization: `Basic ${btoa('ci:a long text')}` },
  })
  const { run_id: id } = (await started.json()) as { run_id: string }
  await visit(page, `/playbooks/runs/${id}`)
  await expect(title(page, named)).toBeFocused()
  const status = page.getByRole('region', { name: 'Status' })
  await expect(status).toContainText('Pending approval')
  await expect(page.getByRole('list', { name: 'Approvers' })).toContainText('Admin')
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: /^Approve/ }).or(page.getByRole('alertdialog', { name: /^Approve/ }))
  await expect(dialog).toBeVisible()
  // An approval cannot be undone, so Enter alone does not approve.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await readStatus(page, id)).toBe('pending_approval')
  await page.keyboard.press('a')
  await dialog.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(heard(page, /^Approved Ask once it is approved/)).toBeAttached()
  await expect(status).toContainText('Completed')
  expect(await readStatus(page, id)).toBe('completed')
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await page.request.patch(`/api/db/playbooks?id=eq.${playbook}`, { data: { deleted_at: new Date().toISOString() } })
})

test('offers no approval to a user who is not an approver, and gives the reason', async ({ shared: page }) => {
  await visit(page, run('02'))
  await expect(title(page, 'Roll back to the previous version for checkout')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await page.keyboard.press('a')
  await expect(
    shown(page, /^You are not an approver.*Approvers: hanneke@quillmoor\.example, the team platform\./).first()
  ).toBeVisible()
  expect(await readStatus(page, run('02').slice(-36))).toBe('pending_approval')
})

test('reruns a run with its parameters, shows its progress, and returns by the Back button [PLAY-18]', async ({
  shared: page,
}) => {
  await visit(page, run('01'))
  await expect(title(page, 'Restart deployment for checkout')).toBeFocused()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Run playbook' })
  await expect(dialog).toContainText('For the config item checkout')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Crash loop after 4.19.0')
  await dialog.getByRole('textbox', { name: 'Reason' }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(new RegExp(run('01')))
  await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}$/)
  // The sample does not allow programs: the run fails, which is announced once.
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Failed')
  await expect(shown(page, /^“Restart deployment” for checkout failed: /).first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${run('01')}$`))
  await expect(dialog).toHaveCount(0)
})

test('opens the prefilled dialog of a playbook from a backend URL, and prompts for the resource first [PLAY-17]', async ({
  shared: page,
}) => {
  await visit(page, '/playbooks/runs?playbook=5a000022-0000-4000-8000-000000000001&run=true&params.reason=It+is+slow')
  const dialog = page.getByRole('dialog', { name: 'Run playbook' })
  await expect(dialog).toContainText('Please select a resource to see the parameters.')
  await expect(page).not.toHaveURL(/run=true|params\./)
  const resource = dialog.getByRole('combobox', { name: 'Resource' })
  await expect(resource).toBeFocused()
  // The search lists only resources that match the selectors of the playbook.
  await page.keyboard.type('checkout')
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.first()).toContainText(/^checkout/)
  for (const option of await options.all()) await expect(option).toContainText('Kubernetes::Deployment')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('For the config item checkout')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('It is slow')
  await expect(dialog.getByRole('region', { name: 'Planned actions' }).getByRole('listitem')).toHaveText([
    'restart Script',
    'wait for rollout Script',
    'notify the team Notification',
    'ask for help Notification, only if an earlier action failed',
  ])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/playbooks\/runs\?playbook=5a000022-0000-4000-8000-000000000001$/)
})
