import { expect, type Page } from 'playwright/test'
import { dialog, type Place, url } from './place'

/** A permission of the sample for a notification rule to read a connection. */
const onRule = (page: Page) => page.getByRole('row', { name: /^failing gold checks \(notification\)/ }).focus()

export const permissions: Place = {
  name: 'permissions',
  path: '/settings/permissions',
  ready: (page) => expect(page.locator('main [data-row]').first()).toBeVisible(),
  scenarios: {
    'resource.create?type=permission': { at: [onRule], sees: dialog('Add Permission') },
    'permission.openSubject': { at: [onRule], sees: url(/\/notifications\/rules\?id=[0-9a-f-]{36}$/) },
    'permission.openResource': { at: [onRule], sees: url(/\/settings\/connections\/[0-9a-f-]{36}$/) },
  },
}
