import { expect, type Page } from 'playwright/test'
import { choose, dialog, heard, type Place, title, url } from './place'

/** The cursor on the first run whose name in the list starts like this. */
const on = (words: RegExp) => (page: Page) =>
  page.getByRole('grid', { name: 'Job history' }).getByRole('row', { name: words }).first().focus()
/** A scraper of the sample that fails. */
const onScraper = on(/^Scraper, /)
/** A run of an agent of the sample. */
const onAgent = on(/^ReconcileAll, .*agent depot-leeds/)

export const jobs: Place = {
  name: 'job history',
  path: '/settings/jobs',
  ready: (page) => expect(page.locator('main [data-row]').first()).toBeVisible(),
  scenarios: {
    'go.jobs': { path: '/playbooks', sees: title('Job history') },
    'job.open': { at: [onScraper], sees: dialog('Details for job Scraper') },
    'job.filterName': { at: [onScraper], sees: url(/[?&]name=Scraper:1/) },
    'job.openResource': { at: [onScraper], sees: url(/\/catalog\/scrapers\/[0-9a-f-]{36}$/) },
    'job.openAgent': { at: [onAgent], sees: url(/\/settings\/agents\?id=[0-9a-f-]{36}$/) },
    'job.copyResource': { at: [onScraper], sees: heard(/^Copied [0-9a-f-]{36} to clipboard$/) },
    'jobs.duration': { answers: [choose('5m')], sees: url(/[?&]duration=5m:1/) },
    'jobs.view': { answers: [choose('By job')], sees: heard('Jobs: by job.') },
  },
}
