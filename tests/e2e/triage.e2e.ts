import type { Page, Request } from 'playwright/test'
import { counter } from '../helpers/counter'
import { expect, test, visit } from '../helpers/shared-page'
import { heard, shown } from '../helpers/announcements'

// The first steps of an on-call responder by keyboard. Any use of the pointer fails the test.

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const withoutPointer = (page: Page) =>
  page.addInitScript(() => {
    for (const type of ['mousedown', 'pointerdown', 'click'])
      // Activating a button by key dispatches a click with a detail of 0.
      window.addEventListener(
        type,
        (event) => (event as MouseEvent).detail > 0 && reportError(`${type} was used`),
        true
      )
  })

test('finds, inspects, reruns, shares and leaves a failing check in seven keys [CMD-22]', async ({ page }) => {
  await withoutPointer(page)
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

  // The palette finds a check by a word for its state, failing checks first.
  for (const key of ['Control+k', ...'down']) await press(key)
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/, unhealthy$/)
  await press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  expect(keys).toBe(13)
  expect(problems).toEqual([])
})

test('handles an on-call night by keyboard: rerun, link, playbook, silence, repeat, mitigate and comment', async ({
  page,
}, { annotations }) => {
  await withoutPointer(page)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  const { press, keys } = counter(page)
  await page.goto('/health')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const startedAt = Date.now()

  const row = page.locator('[role="row"]:focus')
  const until = async (key: string, name: RegExp) => {
    for (let label = ''; !name.test(label); label = (await row.getAttribute('aria-label')) ?? '') {
      await press(key)
      await expect(row).not.toHaveAccessibleName(label)
    }
  }
  await until('n', /^checkout form, unhealthy/)
  await press('o')
  await expect(shown(page, 'Last run failed', { exact: false }).first()).toBeVisible()
  await press('r')
  await expect(heard(page, /(Ran|Could not run) checkout form/)).toBeAttached({ timeout: 30_000 })
  await press('e')
  await expect(page.getByRole('radio', { name: /^Checkout down.*same config item$/ })).toBeFocused()
  await press('Control+Enter')
  await expect(heard(page, /Linked to incident successfully: Checkout down/)).toBeAttached()
  await press('p')
  await expect(page.getByRole('combobox', { name: 'Playbook' })).toBeFocused()
  await press(...'close', 'Enter')
  await expect(shown(page, 'No parameters')).toBeVisible()
  await press('Control+Enter')
  await expect(heard(page, '“Close the till” for checkout form is awaiting approval.')).toBeAttached()
  // The run is shown; back to what it was started for.
  await expect(page.getByRole('heading', { level: 1, name: /Close the till/ })).toBeFocused()
  await press('-')
  await expect(row).toHaveAccessibleName(/^checkout form/)
  await press('s')
  await expect(page.getByRole('option', { name: /^2h/ })).toBeVisible()
  await press('2', 'Enter')
  await expect(heard(page, /^Silenced checkout form for 2h, until /)).toBeAttached()
  await press('n')
  await expect(row).not.toHaveAccessibleName(/^checkout form/)
  const next = ((await row.getAttribute('aria-label')) ?? '').split(',')[0] ?? ''
  await press('.')
  await expect(heard(page, `Silenced ${next} for 2h, until `)).toBeAttached()
  await press('g', 'i')
  await expect(page.getByRole('row', { name: /^Checkout down/ })).toBeVisible()
  await until('j', /^Checkout down/)
  await press('m', 'm')
  await expect(heard(page, /^Checkout down .*: mitigated\./)).toBeAttached()
  await press('c')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await press(...'till closed')
  await press('Control+Enter')
  await expect(heard(page, /^Commented on Checkout down/)).toBeAttached()
  annotations.push({ type: 'keys and seconds', description: `${keys()}, ${(Date.now() - startedAt) / 1000}` })
  // Eleven of these keys are text.
  expect(keys()).toBeLessThanOrEqual(45)

  const [check] = await (
    await page.request.get('/api/db/checks?name=eq.checkout%20form&select=id,evidences(id)')
  ).json()
  expect(check.evidences).toHaveLength(1)
  for (const message of [
    /Removed the comment/,
    /status restored to investigating/,
    new RegExp(next),
    /checkout form/,
    /Removed the evidence/,
  ]) {
    await page.keyboard.press('z')
    await expect(heard(page, message)).toBeAttached()
  }
  await page.request.delete(`/api/db/playbook_runs?check_id=eq.${check.id}&status=eq.pending_approval`)
  expect(problems).toEqual([])
})

test('finds a failing check by name and opens it in five keys', async ({ shared: page }) => {
  await visit(page, '/health')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const { press, keys } = counter(page)
  await press('/', 'p', 'a', 'y', 'Enter')
  await expect(page.locator('h2:focus')).toHaveText(/pay/i)
  await expect(page).toHaveURL(/query=pay.*checkId=/)
  expect(keys()).toBe(5)
})

test('selects and runs three checks in six keys without a confirmation', async ({ shared: page }) => {
  await visit(page, '/health?hidePassing=no&groupBy=none')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const { press, keys } = counter(page)
  // A user does not press five keys before the first has been rendered.
  await press('j')
  await expect(page.locator('[role="row"]:focus')).toBeVisible()
  await press('x', 'Shift+J', 'Shift+J', 'r')
  await expect(heard(page, /\b(Ran|Could not run) .*3 checks/)).toBeAttached({ timeout: 30_000 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(keys()).toBeLessThanOrEqual(6)

  // Two keys exclude the label value of the current row, four keys exclude another one by its first letter.
  const picker = page.getByRole('dialog', { name: 'Filter by Label' }).getByRole('combobox')
  const excluded = page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: /^Remove .*: not / })
  for (const [rest, count] of [
    [['Shift+Enter'], 2],
    [['-', 's', 'Enter'], 4],
  ] as const) {
    const filtering = counter(page)
    await filtering.press('f')
    await expect(picker).toBeFocused()
    await filtering.press(...rest)
    await expect(excluded).toHaveCount(1)
    await expect(page).toHaveURL(/labels=.*-1/)
    expect(filtering.keys()).toBe(count)
    await expect(page.locator('[role="row"]:focus')).toBeVisible()
    await page.keyboard.press('Shift+F')
    await expect(excluded).toHaveCount(0)
  }
})

/** Opens the detail of a sample check with focus in it. @returns a counter of the keys pressed from then on */
async function at(page: Page, name: string) {
  const [check] = await (await page.request.get(`/api/db/checks?name=eq.${encodeURIComponent(name)}&select=id`)).json()
  await visit(page, `/health?checkId=${check.id}&timeRange=1h`)
  await page.getByRole('heading', { level: 2, name, exact: true }).focus()
  return counter(page)
}

test('opens an incident from a failing check in two keys, and adds checks to an open one in two or three', async ({
  shared: page,
}) => {
  const isNew = page.getByRole('radio', { name: 'A new incident' })
  const title = 'label printers: response code 500, expected 2xx'
  const first = await at(page, 'label printers')
  await first.press('e')
  await expect(isNew).toBeFocused()
  await first.press('Control+Enter')
  await expect(heard(page, `Linked to incident successfully: ${title}`)).toBeAttached()
  expect(first.keys()).toBe(2)
  const created = await (await page.request.get('/api/db/incidents?order=created_at.desc&limit=1')).json()
  expect(created).toMatchObject([{ title, type: 'availability', severity: 'medium', status: 'open' }])
  // The detail of the check lists the incident.
  await expect(page.getByRole('list', { name: 'Open incidents' })).toContainText(`In the incident ${title}`)
  await page.keyboard.press('Escape')
  await expect(page.locator('[role="row"]:focus')).toHaveAccessibleName(new RegExp(`in the incident “${title}”`))

  const second = await at(page, 'weekly export of the catalogue')
  await second.press('e')
  await expect(isNew).toBeFocused()
  await second.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Link to “label printers: response code 500…”' })).toBeVisible()
  await second.press('Control+Enter')
  await expect(heard(page, `Linked to incident successfully: ${title}`)).toBeAttached()
  expect(second.keys()).toBe(3)

  // An incident about the same resource is preselected, so the same keys do not open a second one.
  const related = await at(page, 'checkout form')
  await related.press('e')
  await expect(page.getByRole('radio', { name: /^Checkout down.*same config item$/ })).toBeFocused()
  await related.press('Control+Enter')
  await expect(heard(page, /Linked to incident successfully: Checkout down/)).toBeAttached()
  expect(related.keys()).toBe(2)
  await page.keyboard.press('z')
  await expect(heard(page, 'Removed the evidence.')).toBeAttached()

  // Existing evidence is not written again, and a new incident is one key away.
  const again = await at(page, 'weekly export of the catalogue')
  await again.press('e')
  await expect(isNew).toBeFocused()
  await expect(
    shown(
      page,
      `weekly export of the catalogue is already evidence of “${title}”. Choose another incident or a new one.`
    )
  ).toBeVisible()
  await again.press('Control+Enter')
  await expect(isNew).toBeFocused()
  await expect(isNew).not.toBeChecked()
  await again.press('Space')
  await expect(page.getByRole('button', { name: 'Link to a new incident' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('z')
  const left = `/api/db/hypotheses?incident_id=eq.${created[0].id}&select=evidences(check_id)`
  await expect.poll(async () => (await (await page.request.get(left)).json())[0]?.evidences.length).toBe(1)
  await page.keyboard.press('z')
  await expect(heard(page, 'Removed the evidence and the incident.')).toBeAttached()
})

test('runs a playbook in five keys, and lists it first the next time', async ({ shared: page }) => {
  const choice = page.getByRole('combobox', { name: 'Playbook' })
  const { press, keys } = await at(page, 'checkout API')
  await press('p')
  await expect(choice).toBeFocused()
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toHaveAttribute(
    'title',
    'Choose a playbook first.'
  )
  // The first letter is not enough: a playbook that was used before may come first.
  await press('c', 'l', 'Enter')
  await expect(shown(page, 'No parameters')).toBeVisible()
  await press('Control+Enter')
  await expect(heard(page, '“Close the till” for checkout API is awaiting approval.')).toBeAttached()
  expect(keys()).toBe(5)

  const next = await at(page, 'checkout API')
  await next.press('p')
  await expect(choice).toBeFocused()
  await next.press('ArrowDown')
  await expect(page.getByRole('listbox', { name: 'Playbook' }).getByRole('option').first()).toHaveAccessibleName(
    /^Close the till.*used last$/
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const [check] = await (await page.request.get('/api/db/checks?name=eq.checkout%20API&select=id')).json()
  await page.request.delete(`/api/db/playbook_runs?check_id=eq.${check.id}&status=eq.pending_approval`)
})

test('runs a playbook with few parameters from the palette, with a step per parameter and a review', async ({
  shared: page,
}) => {
  const requests = new Map<string, number>()
  const count = (request: Request) => {
    const path = new URL(request.url()).pathname
    if (/\/api\/playbook\/(list|.*params)/.test(path)) requests.set(path, (requests.get(path) ?? 0) + 1)
  }
  page.on('request', count)
  const { press } = await at(page, 'checkout API')
  const input = page.getByRole('dialog').getByRole('combobox')
  const chip = (name: string) => page.getByRole('dialog').getByRole('button', { name })
  await press('Control+k')
  await page.keyboard.type('run playbook')
  await press('Enter')
  await expect(input).toHaveAccessibleName('Playbook')
  await page.keyboard.type('send a request')
  await press('Enter')
  await expect(input).toHaveAccessibleName('Reason')
  await expect(page.getByRole('dialog').getByRole('option')).toHaveAccessibleName('Type the reason')
  // Typing does not wait for a list of options.
  await page.keyboard.type('Too slow')
  await press('Enter')
  await expect(input).toHaveAccessibleName('Method')
  await expect(chip('Playbook: Send a request and store the response, change')).toBeVisible()
  await expect(chip('Parameters: reason Too slow, change')).toBeVisible()
  await press('Backspace')
  await expect(input).toHaveAccessibleName('Reason')
  await page.keyboard.type('Far too slow')
  await press('Enter')
  await expect(page.getByRole('dialog').getByRole('option').first()).toHaveAccessibleName('GET')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Run playbook' })
  await expect(dialog.getByRole('region', { name: 'Review before the run' })).toBeFocused()
  await expect(dialog.getByRole('region', { name: 'Review before the run' })).toContainText(
    'For the check checkout API'
  )
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Far too slow')
  // Enter does not submit: the user may have pressed it for the previous step.
  await press('Enter')
  await expect(dialog).toBeVisible()
  await press('Control+Enter')
  await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Send a request and store the response')
  page.off('request', count)
  // Each is requested once at most; the list of playbooks may be cached from the page.
  expect([...requests.keys()].some((path) => path.endsWith('/params'))).toBe(true)
  expect(Math.max(...requests.values())).toBe(1)
})
