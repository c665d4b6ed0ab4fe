import { expect } from 'playwright/test'
import { type Place, title, url } from './place'

export const notFound: Place = {
  name: 'address without a page',
  path: '/no/such/page',
  ready: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  scenarios: {
    'go.health': { sees: title('Health') },
    // An address without a page ends the way back. Focus returns to where an earlier test left it on this page.
    'nav.last': { at: ['g', 'h', title('Health'), 'g', 'i', title('Incidents')], sees: url(/\/health$/) },
  },
}
