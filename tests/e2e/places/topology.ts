import { expect, type Page } from 'playwright/test'
import { choose, hasRows, heard, type Place, title, url } from './place'

const shop = (page: Page) => page.getByRole('row', { name: /^Shop,/ }).focus()

/** The dashboard. */
export const topology: Place = {
  name: 'topology',
  path: '/topology',
  ready: hasRows,
  scenarios: {
    'go.topology': { path: '/health', sees: title('Dashboard') },
    'topology.layout': { at: [shop], answers: [choose('tree')], sees: url(/layout=tree/) },
    'topology.hidden': { at: [shop], sees: heard('Hidden components are excluded.') },
    'list.controls': { at: [shop], sees: (page) => expect(page.getByRole('link', { name: 'Shop' })).toBeFocused() },
  },
}
