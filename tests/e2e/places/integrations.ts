import { expect, type Page } from 'playwright/test'
import { dialog, hasRows, heard, type Place, title } from './place'

const row = (name: string) => async (page: Page) => {
  await page.getByRole('row', { name: new RegExp(`^${name},`) }).focus()
  await expect(page.locator('[role="row"]:focus')).toHaveAccessibleName(new RegExp(`^${name},`))
}

/** The integration that was created in the console. Its spec does not change when it runs. */
export const topologies: Place = {
  name: 'topologies',
  path: '/settings/topologies',
  ready: hasRows,
  scenarios: {
    'topology.run': { at: [row('quillmoor')], sees: heard(/^Ran quillmoor: \d+ unchanged\.$/) },
    'resource.open': { at: [row('quillmoor')], sees: title('quillmoor') },
  },
}

export const integrations: Place = {
  name: 'integrations',
  path: '/settings/integrations',
  ready: hasRows,
  scenarios: {
    'integration.open': { at: [row('quillmoor')], sees: title('quillmoor') },
    'integration.add': { sees: dialog('Add Integration') },
  },
}
