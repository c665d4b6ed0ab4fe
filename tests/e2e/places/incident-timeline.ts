import { expect, type Page } from 'playwright/test'
import { choose, dialog, hasRows, type Place, url } from './place'

const INCIDENT = '/incidents/5a000012-0000-4000-8000-000000000008'

/** The timeline of an incident in the sample. */
export const incidentTimeline: Place = {
  name: 'timeline of an incident',
  path: `${INCIDENT}?panel=timeline`,
  ready: hasRows,
  scenarios: {
    'incident.postmortem': { answers: [choose('printable')], sees: url(/\/report$/) },
    'handover.write': { answers: [choose('8 hours')], sees: dialog('Handover') },
  },
}

/** The same as a report. Headless browsers do not print, so the test checks that printing is requested. */
export const incidentReport: Place = {
  name: 'report of an incident',
  path: `${INCIDENT}/report`,
  ready: (page: Page) => expect(page.getByRole('article')).toBeVisible(),
  scenarios: {
    'report.print': {
      at: [
        (page) =>
          page.evaluate(() => {
            window.print = () => (document.documentElement.dataset['printed'] = 'yes')
          }),
      ],
      sees: (page) => expect(page.locator('html[data-printed]')).toBeAttached(),
      back: [(page) => page.evaluate(() => delete document.documentElement.dataset['printed'])],
    },
  },
}
