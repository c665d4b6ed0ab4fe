import { expect, type Page } from 'playwright/test'
import { hasRows, heard, type Place } from './place'

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })

export const connections: Place = {
  name: 'connections',
  path: '/settings/connections',
  ready: hasRows,
  scenarios: {
    // The service of this connection runs with the sample.
    'connection.test': {
      at: [(page) => row(page, 'sessions').focus()],
      sees: heard(/^sessions (?:works|does not work)/),
    },
    'resource.create?type=connection': {
      at: [(page) => page.getByRole('row').nth(1).focus()],
      // There are many types, so the focus is in their search.
      sees: (page) => expect(page.getByRole('searchbox', { name: 'Search types' })).toBeFocused(),
    },
  },
}
