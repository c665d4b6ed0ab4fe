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
    'topology.worstIncident': { at: [shop], sees: url(/\/incidents\//) },
    'topology.failing': { at: [shop], sees: url(/status=unhealthy(?::1|%3A1)?,warning/) },
    'topology.newestFailure': { at: [shop], sees: url(/\/topology\/[0-9a-f]/) },
    'list.controls': { at: [shop], sees: (page) => expect(page.getByRole('link', { name: 'Shop' })).toBeFocused() },
  },
}
