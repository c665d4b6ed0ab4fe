import type { Page } from 'playwright/test'
import { counter } from '../helpers/counter'
import { expect, test } from '../helpers/shared-page'
import { heard, shown } from '../helpers/announcements'
import { input } from './places/place'

// The triage queue of the sample by keyboard: decisions, undo, persistence, and changes by other users. Incidents of one
// rule are grouped, so an incident that another file resolved or created would change which rows are visible.

test.use({ sharedBy: 'triage queue' })

const list = (page: Page) => page.getByRole('treegrid', { name: 'Triage' })
const focused = (page: Page) => page.locator('[role="row"]:focus')
const row = (page: Page, name: RegExp) => list(page).getByRole('row', { name }).first()
const idOf = async (page: Page, name: RegExp) => (await row(page, name).getAttribute('data-row')) ?? ''
const byId = (page: Page, id: string) => list(page).locator(`[data-row="${id}"]`)
const ids = (page: Page) =>
  list(page)
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-row')))

async function open(page: Page) {
  await page.goto('/triage')
  await expect(list(page).locator('[data-row]').first()).toBeVisible()
}

test('triages a queue by keyboard with an advancing cursor, undoes with u, and keeps decisions after a reload', async ({
  page,
}) => {
  await open(page)
  const order = await ids(page)
  const { press, keys } = counter(page)

  // Take command of an incident, and undo it.
  const incident = await idOf(page, /without commander/)
  await byId(page, incident).focus()
  await press('t')
  await expect(heard(page, /^You are now commander of /)).toBeAttached()
  await expect(byId(page, incident)).not.toBeFocused()
  await expect(byId(page, incident)).toHaveAccessibleName(/You are now/)
  expect(keys()).toBe(1)
  await press('u')
  await expect(heard(page, /commander restored to none/)).toBeAttached()
  await expect(byId(page, incident)).toBeFocused()
  await expect(byId(page, incident)).not.toHaveAccessibleName(/You are now/)

  // Run a check again, and silence another one for two hours.
  const api = await idOf(page, /^sign-in page, unhealthy/)
  await byId(page, api).focus()
  await press('r')
  await expect(byId(page, api)).not.toBeFocused()
  await expect(heard(page, /^(?:Ran|Could not run) sign-in page/)).toBeAttached({ timeout: 30_000 })
  await expect(byId(page, api)).toHaveAccessibleName(/unhealthy, high severity, since .*, (?:Ran|Could)/)
  const form = await idOf(page, /^checkout form, unhealthy/)
  await byId(page, form).focus()
  await press('s')
  await expect(input(page)).toBeFocused()
  await press('2', 'Enter')
  await expect(heard(page, /^Silenced checkout form for 2h, until /)).toBeAttached()
  await expect(byId(page, form)).not.toBeFocused()
  await expect(focused(page)).toHaveCount(1)

  // A row about another resource also accepts the keys of that resource.
  const mail = await idOf(page, /^media, notification unsent/)
  await byId(page, mail).focus()
  await press('e')
  const dialog = page.getByRole('dialog', { name: 'Link to incident' })
  // A resource that is evidence of one incident can become evidence of another one.
  await expect(dialog.getByRole('radio', { name: /already linked/ })).not.toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'A new incident' })).toBeFocused()
  await press('Space')
  await press('Control+Enter')
  await expect(heard(page, /^Linked to incident successfully/)).toBeAttached()
  await expect(dialog).toBeHidden()
  await expect(byId(page, mail)).toHaveAccessibleName(/Linked/)
  await expect(byId(page, mail)).not.toBeFocused()
  await expect(focused(page)).toHaveCount(1)
  await press('u')
  await expect(heard(page, /^Removed the evidence/)).toBeAttached()
  await expect(byId(page, mail)).toBeFocused()

  // Dismiss a row with a reason.
  await press('Shift+X')
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('the address is old')
  await press('Enter')
  await expect(heard(page, 'Dismissed the notification about media: the address is old.')).toBeAttached()
  await expect(byId(page, mail)).not.toBeFocused()
  expect(await ids(page)).toEqual(order)

  await page.reload()
  await expect(byId(page, mail)).toContainText('Dismissed: the address is old')
  await expect(byId(page, form)).toContainText('Silenced checkout form for 2h, until ')
  await page.keyboard.press('j')
  await page.keyboard.press('u')
  await expect(heard(page, 'the notification about media is untriaged again.')).toBeAttached()
  await expect(byId(page, mail)).toBeFocused()
  await expect(byId(page, mail)).not.toContainText('Dismissed')

  // Enter opens the page of a row, and the Back button returns to the row.
  await byId(page, form).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'checkout form' })).toBeVisible()
  await page.goBack()
  await expect(byId(page, form)).toBeFocused()
  // Remove the silence, which would change other tests.
  await page.request.patch('/api/db/notification_silences?name=like.checkout-form-*', {
    data: { deleted_at: new Date().toISOString() },
  })
})

test('marks and announces changes by other users without moving rows, and reports new items', async ({ page }) => {
  await open(page)
  const order = await ids(page)
  const incident = await idOf(page, /^media is unhealthy, without commander/)
  await byId(page, incident).focus()
  const [me] = await (await page.request.get('/api/db/people?select=id,name&limit=1')).json()
  const path = `/api/db/incidents?id=eq.${incident}`
  await page.request.patch(path, { data: { commander_id: me.id } })
  const created = '5a000012-0000-4000-8000-0000000000fe'
  await page.request.post('/api/db/incidents', {
    data: {
      id: created,
      title: 'The till is stuck',
      description: '',
      type: 'availability',
      severity: 'Critical',
      status: 'open',
      created_by: me.id,
    },
  })
  try {
    const refresh = page.getByRole('button', { name: /^Refresh/ })
    await refresh.evaluate((button: HTMLElement) => button.click())
    await expect(heard(page, `media is unhealthy: Commander: ${me.name}.`)).toBeAttached()
    await expect(byId(page, incident)).toHaveAccessibleName(/, Commander: /)
    await expect(shown(page, /^\d+ new since /)).toBeVisible()
    expect(await ids(page)).toEqual(order)

    await byId(page, incident).focus()
    await page.keyboard.press('Shift+R')
    await expect(row(page, /^The till is stuck, without commander/)).toBeVisible()
    // It is listed for its failing check only.
    await expect(byId(page, incident)).toHaveAccessibleName(/, open incident, .*Commander: /)
  } finally {
    await page.request.patch(path, { data: { commander_id: null } })
    await page.request.delete(`/api/db/incidents?id=eq.${created}`)
  }
})
