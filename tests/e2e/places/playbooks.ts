import { expect, type Page } from 'playwright/test'
import { dialog, hasRows, heard, type Place, url } from './place'

const row = async (page: Page) => {
  await page.getByRole('row', { name: /^Count open orders,/ }).focus()
  await expect(page.locator('[role="row"]:focus')).toHaveAccessibleName(/^Count open orders,/)
}

export const playbooks: Place = {
  name: 'playbooks',
  path: '/playbooks',
  ready: hasRows,
  scenarios: {
    'playbook.history': { at: [row], sees: url(/\/playbooks\/runs\?playbook=5a000022-0000-4000-8000-000000000004$/) },
    'resource.copyManifest': { at: [row], sees: heard('Copied Count open orders as 1 manifest.') },
    'resource.import': { at: [row], sees: dialog('Import manifests') },
  },
}
