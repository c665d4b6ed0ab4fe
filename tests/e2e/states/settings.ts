import { expect } from 'playwright/test'
import { goTo, type State } from './state'

/** A list page of the settings. */
const list = (name: string, path: string): State => ({
  name,
  async reach(page, { sample }) {
    await goTo(page, sample + path)
    await expect(page.getByRole('row').nth(2)).toBeVisible()
  },
})

/** The form of a row, opened by its key. The page is loaded, as for the dialogs of `shell.ts`. */
const form = (name: string, path: string, row: string): State => ({
  name,
  async reach(page, { sample }) {
    await page.goto(sample + path)
    await page.getByRole('row', { name: new RegExp(`^${row}`) }).focus()
    await page.keyboard.press('i')
    await expect(
      page
        .getByRole('dialog', { name: `Edit ${row}` })
        .getByRole('textbox')
        .last()
    ).toBeVisible()
  },
})

/** A document with fields of its own. */
const document = (name: string, path: string, field: string): State => ({
  name,
  async reach(page, { sample }) {
    await goTo(page, sample + path)
    await expect(page.getByRole('textbox', { name: field, exact: true }).first()).toBeVisible()
  },
})

const adding = (option = '') =>
  `/settings/integrations?do=${encodeURIComponent(`integration.add${option && `?option=${option}`}`)}`
const QUILLMOOR = '5a000010-0000-4000-8000-000000000001'
const SERVICES = '5a000017-0000-4000-8000-000000000001'
const OPEN_ORDERS = '5a000022-0000-4000-8000-000000000004'
const SHOP_LOGS = '5a000030-0000-4000-8000-000000000001'

export const settingsStates: readonly State[] = [
  list('people', '/settings/users'),
  list('feature flags', '/settings/feature-flags'),
  list('log backends', '/settings/log-backends'),
  list('topologies', '/settings/topologies'),
  list('incident rules', '/settings/incident_rules'),
  list('integrations', '/settings/integrations'),
  document('a topology', `/settings/topologies/${QUILLMOOR}`, 'Name'),
  document('an incident rule', `/settings/incident_rules/${SERVICES}`, 'Name'),
  list('playbooks', '/playbooks'),
  document('a playbook', `/playbooks/${OPEN_ORDERS}`, 'Title'),
  document('an incident rule that is added', '/settings/incident_rules/new?type=label', 'Label selector'),
  {
    name: 'the incidents of an incident rule',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/settings/incident_rules/${SERVICES}?tab=incidents`)
      await expect(page.getByRole('link', { name: 'media is unhealthy' })).toBeVisible()
    },
  },
  document('a log backend among the integrations', `/settings/integrations/logging_backends/${SHOP_LOGS}`, 'Name'),
  {
    name: 'the integrations to add',
    async reach(page, { sample }) {
      await goTo(page, sample + adding())
      await expect(page.getByRole('button', { name: 'Custom Topology' })).toBeVisible()
    },
  },
  document('a topology that is added', adding('topology'), 'Component name'),
  {
    name: 'the installation of a chart',
    async reach(page, { sample }) {
      await goTo(page, sample + adding('aws'))
      await expect(page.getByRole('dialog').getByText(/^The values are not validated: /)).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Chart values' })).toBeVisible()
    },
  },
  form('a resource that is edited', '/settings/log-backends', 'shop-logs'),
]
