import { expect, type Page } from 'playwright/test'
import { choose, hasRows, heard, onRow, type Place, url } from './place'

const firstRow = (page: Page) => page.getByRole('row').nth(1).focus()

/** The timeline before a failure: the deployment of the sample that cannot roll out. */
export const timeline: Place = {
  name: 'timeline',
  path: '/timeline?of=config:5a000020-0000-4000-8000-000000000105',
  ready: hasRows,
  scenarios: {
    'timeline.open': {
      path: '/catalog?query=checkout',
      at: [firstRow],
      sees: (page) => expect(page.getByRole('heading', { level: 1, name: /^What changed before/ })).toBeFocused(),
    },
    'timeline.span': { answers: [choose('7 days')], sees: url(/before=7d/) },
    'timeline.nextChange': { at: [firstRow], sees: onRow(2) },
    'timeline.previousChange': { at: [firstRow, 'ArrowDown'], sees: onRow(1) },
    'timeline.nextFailure': { sees: heard(/^(Failure .*|No later failure in this time range)\.$/) },
    'timeline.previousFailure': { sees: heard(/^(Failure .*|No earlier failure in this time range)\.$/) },
  },
}
