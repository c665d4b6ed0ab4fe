import { expect } from 'playwright/test'
import { type Place, title, url } from './place'

export const notFound: Place = {
  name: 'address without a page',
  path: '/no/such/page',
  ready: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  scenarios: {
    'go.health': { sees: title('Health') },
    'nav.last': { at: ['g', 'h', url(/health$/)], sees: url(/no\/such/) },
  },
}
