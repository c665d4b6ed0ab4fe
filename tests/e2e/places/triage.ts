import { expect, type Page } from 'playwright/test'
import { heard, input, type Place, title, undo } from './place'

const typed = (text: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
/** The cursor on the first row with this name. */
const on = (words: RegExp) => (page: Page) =>
  page.getByRole('treegrid', { name: 'Triage' }).getByRole('row', { name: words }).first().focus()
const critical = on(/critical insight/)
const untriaged = heard(/ is untriaged again\./)

export const triage: Place = {
  name: 'triage queue',
  path: '/triage',
  ready: (page) => expect(page.locator('main [data-row]').first()).toBeVisible(),
  scenarios: {
    'go.triage': { path: '/incidents', sees: title('Triage') },
    'triage.skip': {
      at: [critical],
      answers: [typed('known')],
      sees: heard(/^Dismissed .*: known\./),
      back: [...undo, untriaged],
    },
    'triage.takeBack': { at: [critical, 'Shift+X', typed('known'), heard(/^Dismissed /)], sees: untriaged },
    'triage.renew': { sees: heard(/Queue reloaded: \d+ items/) },
    // The user is not an approver.
    'run.approve': { at: [on(/unapproved run/)], sees: heard(/You are not an approver/) },
  },
}
