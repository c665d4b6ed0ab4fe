import { expect } from 'playwright/test'
import { shown } from '../../helpers/announcements'
import { goTo, type State } from './state'

/** A list page of the settings. */
const list = (name: string, path: string): State => ({
  name,
  async reach(page, { sample }) {
    await goTo(page, sample + path)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
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

const manifest = (kind: string, name: string) =>
  `{ apiVersion: canaries.flanksource.com/v1, kind: ${kind}, metadata: { name: ${name} } }`

export const settingsStates: readonly State[] = [
  list('job history', '/settings/jobs'),
  list('jobs with their counts', '/settings/jobs?view=jobs'),
  {
    name: 'the details of a job',
    async reach(page, { sample }) {
      await page.goto(`${sample}/settings/jobs`)
      await page
        .getByRole('row', { name: /^Scraper, failed/ })
        .first()
        .focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').getByRole('tab', { name: 'Errors' })).toBeVisible()
    },
  },
  list('permissions', '/settings/permissions'),
  {
    name: 'a permission that is edited',
    async reach(page, { sample }) {
      await page.goto(`${sample}/settings/permissions`)
      await page.getByRole('row', { name: /^failing gold checks \(notification\)/ }).focus()
      await page.keyboard.press('i')
      await expect(page.getByRole('dialog', { name: 'Edit Permission' }).getByRole('switch')).toBeVisible()
    },
  },
  {
    name: 'a right that is explained',
    async reach(page, { sample }) {
      const call = 'permission.explain?subject=viewer&action=read&object=connection'
      await goTo(page, `${sample}/settings/users?do=${encodeURIComponent(call)}`)
      await expect(shown(page, /^The role viewer may not read connections:/)).toBeVisible()
    },
  },
  {
    name: 'a right whose explanation failed',
    fails: true,
    async reach(page, { sample }) {
      await page.route('**/_explain', (route) => route.fulfill({ status: 500, json: { error: 'No database answers' } }))
      const call = 'permission.explain?subject=editor&action=read&object=logs'
      await goTo(page, `${sample}/settings/users?do=${encodeURIComponent(call)}`)
      await expect(shown(page, /No database answers/)).toBeVisible()
    },
    leave: (page) => page.unroute('**/_explain'),
  },
  {
    name: 'the effect of a denial',
    async reach(page, { sample }) {
      const values = { resource: 'global', object: 'catalog', subject: 'team', action: 'read', deny: true }
      const team = { team: { value: '5a000002-0000-4000-8000-000000000001', label: 'platform' } }
      const call = `resource.create?type=permission&values=${encodeURIComponent(JSON.stringify({ ...values, ...team }))}`
      await goTo(page, `${sample}/settings/permissions?do=${encodeURIComponent(call)}`)
      const effect = page.getByRole('region', { name: 'Effect' })
      await expect(effect.getByText(/people? loses? rights/)).toBeVisible()
    },
  },
  list('teams', '/settings/teams'),
  list('agents', '/settings/agents'),
  {
    name: 'an agent that is added',
    async reach(page, { sample }) {
      await page.goto(`${sample}/settings/agents`)
      await page.getByRole('row', { name: /^depot-leeds/ }).focus()
      await page.keyboard.press('+')
      await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeVisible()
    },
  },
  list('the event queue', '/settings/event-queue-status'),
  {
    name: 'the waiting events of a kind',
    async reach(page, { sample }) {
      await page.goto(`${sample}/settings/event-queue-status`)
      await page.getByRole('row', { name: /^notification\.send/ }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').getByRole('list', { name: 'Events' })).toBeVisible()
    },
  },
  {
    name: 'manifests that are imported',
    async reach(page, { sample }) {
      await page.goto(`${sample}/settings/canaries?do=resource.import`)
      await page
        .getByRole('textbox', { name: 'Manifests' })
        .fill([manifest('Canary', 'reader'), manifest('Service', 'web')].join('\n---\n'))
      await expect(shown(page, 'The import creates 1 resource and skips 1 document.')).toBeVisible()
    },
  },
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
