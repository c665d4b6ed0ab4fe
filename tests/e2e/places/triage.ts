import { expect, type Page } from 'playwright/test'
import { heard, input, type Place, title, undo } from './place'

const typed = (text: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
/** The cursor on a row of some kind. */
const on = (words: RegExp) => (page: Page) =>
  page.getByRole('grid', { name: 'Triage' }).getByRole('row', { name: words }).first().focus()
const critical = on(/critical insight/)
const undecided = heard(/ is undecided again\./)

export const triage: Place = {
  name: 'triage queue',
  path: '/triage',
  ready: (page) => expect(page.locator('main [data-row]').first()).toBeVisible(),
  scenarios: {
    'go.triage': { path: '/incidents', sees: title('Triage') },
    'triage.skip': {
      at: [critical],
      answers: [typed('known')],
      sees: heard(/^Skipped .*: known\./),
      back: [...undo, undecided],
    },
    'triage.takeBack': { at: [critical, 'Shift+X', typed('known'), heard(/^Skipped /)], sees: undecided },
    'triage.renew': { sees: heard(/Queue reloaded: \d+ items/) },
    // Who looks on is none of its approvers.
    'run.approve': { at: [on(/unapproved run/)], sees: heard(/Neither you nor any of your teams is an approver/) },
  },
}
