import type { Page } from 'playwright/test'
import { expect, test, visit } from '../helpers/shared-page'
import { heard, shown } from '../helpers/announcements'
import { choose, input } from './places/place'

const INCIDENT = '/incidents/5a000012-0000-4000-8000-000000000008'
/** The server checks conditions every ten seconds, and the page refreshes every fifteen. */
const TICKED = { timeout: 60_000 }

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })
const openDone = async (page: Page) => {
  await visit(page, `${INCIDENT}?panel=done`)
  await expect(row(page, /checkout API/)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
}

test('adds a manual item, marks it as done by a key, and undoes both [INC-15]', async ({ shared: page }) => {
  await openDone(page)
  await page.keyboard.press('q')
  await page.keyboard.press('t')
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('Tell the shop')
  await page.keyboard.press('Enter')
  await expect(heard(page, 'Added to the definition of done: Tell the shop.')).toBeAttached()
  const item = row(page, /^To do, Tell the shop, When marked as done manually/)
  await item.focus()
  await page.keyboard.press('d')
  await expect(row(page, /^Done, Tell the shop/)).toBeVisible()
  await expect(heard(page, /Done: .*Tell the shop/)).toBeAttached()
  await expect(page.getByRole('meter', { name: 'Done' })).toHaveAttribute('aria-valuetext', '1 of 2 items')
  await page.keyboard.press('z')
  await expect(item).toBeVisible()
  await page.keyboard.press('z')
  await expect(item).toHaveCount(0)
})

test('adds a condition that marks its item as done, and announces it [INC-15]', async ({ shared: page }) => {
  await openDone(page)
  await page.keyboard.press('q')
  await page.keyboard.press('w')
  await choose('component')(page)
  await expect(page.getByRole('dialog').getByRole('option', { name: /component is healthy/ })).toBeVisible()
  await choose('healthy')(page)
  await expect(heard(page, /checkout is done when its component is healthy\./)).toBeAttached()
  const item = row(page, /^To do, checkout in the topology, Component, When its component is healthy/)
  await expect(item).toBeVisible()

  // A custom expression that is true immediately.
  await item.focus()
  await page.keyboard.press('q')
  await page.keyboard.press('w')
  const form = page.getByRole('dialog', { name: 'When is “checkout” done?' })
  await form.getByRole('radio', { name: 'When a custom expression returns true' }).check()
  await form.getByRole('textbox', { name: 'Expression' }).fill("component.name == 'checkout'")
  await page.keyboard.press('Control+Enter')
  await expect(form).toHaveCount(0)
  await expect(row(page, /^Done, checkout in the topology, Component/)).toBeVisible(TICKED)
  await expect(shown(page, /^Checked .*; runs every 10 s/)).toBeVisible()

  await page.keyboard.press('z')
  await expect(row(page, /^To do, checkout in the topology, Component, When its component is healthy/)).toBeVisible()
  await page.keyboard.press('z')
  await expect(row(page, /, checkout in the topology, Component/)).toHaveCount(0)
})

test('mitigates an incident, and announces the items that are still to do', async ({ shared: page }) => {
  await openDone(page)
  await page.keyboard.press('m')
  await page.keyboard.press('m')
  await expect(heard(page, /mitigated\. 1 item still to do\.$/)).toBeAttached()
  await page.keyboard.press('z')
  await expect(page.getByRole('region', { name: 'Status' }).getByText('Investigating')).toBeVisible()
})

test('removes the focused responder by a key, and undoes it [INC-17]', async ({ shared: page }) => {
  await openDone(page)
  const responders = page.getByRole('region', { name: 'Responders' })
  await expect(responders.getByRole('listitem')).toHaveCount(3)
  await expect(responders.getByRole('listitem').nth(2)).toContainText('payments')
  await expect(responders.getByText('PAY-3312')).toBeVisible()
  await responders.getByRole('button', { name: 'Remove Tomasz Wieczorek' }).focus()
  await page.keyboard.press('Delete')
  await expect(heard(page, 'Tomasz Wieczorek no longer responds to the incident.')).toBeAttached()
  await expect(responders.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('z')
  await expect(responders.getByRole('listitem')).toHaveCount(3)
})

test('links a related change to the incident of the page without prompting for one', async ({ shared: page }) => {
  await visit(page, `${INCIDENT}?panel=related`)
  const change = row(page, /Change, ScalingReplicaSet of checkout,/).first()
  await expect(change).toBeVisible()
  await expect(
    row(page, /Change, Image 4\.18\.2 → 4\.19\.0, memory 512Mi → 128Mi of checkout, already linked/)
  ).toBeVisible()
  const name = ((await change.getAttribute('aria-label')) ?? '').replace(/^\d+\., /, '').split(', ')[1] ?? ''
  await change.focus()
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Link to incident' })
  await expect(form.getByRole('button', { name: /^Link to “Checkout down/ })).toBeVisible()
  await form.getByRole('combobox', { name: 'Hypothesis' }).focus()
  await page.keyboard.type('The memory')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(heard(page, /Linked to incident successfully: Checkout down/)).toBeAttached()
  await expect(row(page, new RegExp(`Change, ${name}, already linked`)).first()).toBeVisible()
  await page.keyboard.press('z')
  await expect(heard(page, 'Removed the evidence.')).toBeAttached()
  await expect(row(page, new RegExp(`Change, ${name}, already linked`))).toHaveCount(0)
})
