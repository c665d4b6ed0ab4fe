import { type Page } from 'playwright/test'
import { dialog, hasRows, type Place } from './place'

export const eventQueue: Place = {
  name: 'event queue',
  path: '/settings/event-queue-status',
  ready: hasRows,
  scenarios: {
    'queue.open': {
      // Which events wait depends on the engines.
      at: [(page: Page) => page.getByRole('row').nth(1).focus()],
      sees: dialog(/^Waiting events: /),
    },
  },
}
