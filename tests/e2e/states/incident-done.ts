import { expect, type Page } from 'playwright/test'
import { shown } from '../../helpers/announcements'
import { goTo, type Consoles, type State } from './state'

/** An incident of the sample with a part that its script cannot judge. */
const SEARCH = '5a000012-0000-4000-8000-000000000006'
/** One with responders, a ticket, and much that happened around it. */
const CHECKOUT = '5a000012-0000-4000-8000-000000000008'
/** One of which nothing has to be done. */
const VOLUMES = '5a000012-0000-4000-8000-000000000003'

const panel =
  (incident: string, name: string, there: (page: Page) => Promise<unknown>) =>
  async (page: Page, { sample }: Consoles) => {
    await goTo(page, `${sample}/incidents/${incident}?panel=${name}`)
    await there(page)
  }
const hasRow = (page: Page) => expect(page.locator('main [data-row]').first()).toBeVisible()

export const incidentDoneStates: readonly State[] = [
  {
    name: 'a definition of done with a script that failed',
    reach: panel(SEARCH, 'done', (page) => expect(page.getByRole('list', { name: 'Failed conditions' })).toBeVisible()),
  },
  {
    name: 'no definition of done',
    reach: panel(VOLUMES, 'done', (page) => expect(shown(page, 'No items yet')).toBeVisible()),
  },
  {
    name: 'the form of a script',
    async reach(page, consoles) {
      await panel(SEARCH, 'done', hasRow)(page, consoles)
      await page.locator('main [data-row]').first().focus()
      await page.keyboard.press('q')
      await page.keyboard.press('w')
      await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Expression' })).toBeVisible()
    },
  },
  { name: 'what is similar and related to an incident', reach: panel(CHECKOUT, 'related', hasRow) },
]
