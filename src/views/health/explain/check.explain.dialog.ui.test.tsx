import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createCheck } from '@tests/helpers/checks'
import { type HealthRequest, healthResponse, openHealth, pressKeys } from '@tests/helpers/health-page'

const ORDERS = '01990000-0000-7000-8000-000000000001'

const told = {
  outcome: { kind: 'failed', durationMs: 8.2, error: 'response code 503, expected 200', details: {} },
  rules: [
    { member: 'responseCodes', holds: false, says: 'response code 503, expected 200' },
    { member: 'thresholdMillis', holds: true, says: 'took 8 ms' },
  ],
  steps: [{ asked: 'GET http://orders/ready', answered: '503\n\nno healthy upstream', durationMs: 7.4 }],
  dropped: 0,
}
const passed = { outcome: { kind: 'passed', durationMs: 5, message: 'code=503' }, rules: [], steps: [], dropped: 2 }

/** Opens the dialog by its key from the row. */
async function open(answer: (asked: HealthRequest) => Response | undefined) {
  const asked: HealthRequest[] = []
  openHealth('/health', [createCheck('orders', { id: ORDERS, status: 'unhealthy' })], (one) => {
    if (one.path.startsWith('/api/canary/explain')) asked.push(one)
    if (one.path === '/api/db/checks' && one.search.includes(`eq.${ORDERS}`))
      return healthResponse([
        { id: ORDERS, name: 'orders', type: 'http', spec: { url: 'http://orders/ready', responseCodes: [200] } },
      ])
    return answer(one)
  })
  await expect.element(page.getByRole('row', { name: /^orders/ })).toBeVisible()
  await pressKeys('n')
  await pressKeys('Shift+V')
  await expect.element(page.getByRole('dialog', { name: 'Explain orders' })).toBeVisible()
  return asked
}

const explains = ({ path }: HealthRequest) =>
  path.startsWith('/api/canary/explain') ? healthResponse(told) : undefined
const rules = page.getByRole('region', { name: 'Rules' })

test('one key runs a check once and shows the deciding rule, the request and the response', async () => {
  const asked = await open(explains)
  await expect.element(page.getByText('Failed in 8 ms: response code 503, expected 200.').first()).toBeVisible()
  const rule = rules.getByRole('listitem')
  await expect
    .element(rule.nth(0))
    .toHaveTextContent('responseCodesFailed: response code 503, expected 200deciding rule')
  await expect.element(rule.nth(1)).toHaveTextContent(/^thresholdMillistook 8 ms$/)
  await expect.element(page.getByRole('figure', { name: 'Request' })).toHaveTextContent('GET http://orders/ready')
  await expect
    .element(page.getByRole('figure', { name: /^Response \(7 ms\)/ }))
    .toHaveTextContent('no healthy upstream')
  expect(asked.map(({ path }) => path)).toEqual([`/api/canary/explain/check/${ORDERS}`])
  // The button has focus, so Enter runs again.
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked.length).toBe(2)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('runs an unsaved change, and rejects text that is not a check', async () => {
  const asked = await open((one) => (one.path === '/api/canary/explain' ? healthResponse(passed) : explains(one)))
  await page.getByRole('button', { name: 'Edit and run' }).click()
  const editor = page.getByRole('textbox', { name: 'Spec of orders, not saved' })
  await expect.element(editor).toHaveFocus()
  await userEvent.keyboard('{Control>}a{/Control}just words{Control>}{Enter}{/Control}')
  await expect.element(page.getByText(/^Not run\. Write the check as keys/)).toBeVisible()
  expect(asked).toHaveLength(1)
  await userEvent.keyboard('{Control>}a{/Control}url: http://orders/ready{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('With your changes: Passed in 5 ms: code=503.')).toBeVisible()
  await expect.element(page.getByText(/^Not run\./)).not.toBeInTheDocument()
  expect(asked.at(-1)?.path).toBe('/api/canary/explain')
  expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({
    type: 'http',
    spec: { url: 'http://orders/ready' },
    // The draft uses the canary of the saved check.
    check: ORDERS,
  })
})

test('shows an error with a retry', async () => {
  let isFailing = true
  await open((one) =>
    one.path.startsWith('/api/canary/explain') && isFailing
      ? healthResponse({ error: 'At most 4 checks are explained at once' }, 429)
      : explains(one)
  )
  await expect.element(page.getByText(/At most 4 checks/).first()).toBeVisible()
  isFailing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rules).toBeVisible()
})

test('does not run a deleted check, and shows that it was deleted', async () => {
  const asked: string[] = []
  openHealth(`/health?checkId=${ORDERS}`, [], ({ path }) => {
    if (path.startsWith('/api/canary/explain')) asked.push(path)
    if (path === '/api/db/checks')
      return healthResponse([{ id: ORDERS, name: 'orders', type: 'http', deleted_at: '2026-01-02T03:04:05Z' }])
    return undefined
  })
  await expect.element(page.getByText(/^This check was deleted/).first()).toBeVisible()
  await pressKeys('Shift+V')
  const dialog = page.getByRole('dialog', { name: 'Explain orders' })
  await expect.element(dialog.getByText(/no longer runs\.$/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /Run again/ })).not.toBeInTheDocument()
  expect(asked).toEqual([])
})
