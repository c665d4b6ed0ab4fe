import { expect, type Page } from 'playwright/test'
import { dialog, hasRows, heard, type Place, undo } from './place'

const NAME = 'scenario-silence'
const path = '/api/db/notification_silences'
const row = (page: Page) => page.getByRole('row', { name: new RegExp(`^${NAME}`) })
const removed = (page: Page) => page.request.delete(`${path}?name=eq.${NAME}`)

/** Acts on a silence created for this test. */
const onOne = [
  async (page: Page) => {
    await removed(page)
    await page.keyboard.press('Shift+R')
    await expect(row(page)).toHaveCount(0)
    const answer = await page.request.post('/api/notification/silence', {
      data: { name: NAME, filter: 'check.name == "none"', until: 'now+3h' },
    })
    expect(answer.ok()).toBe(true)
    await page.keyboard.press('Shift+R')
    await row(page).focus()
  },
] as const

export const silences: Place = {
  name: 'silences',
  path: '/notifications/silences',
  ready: hasRows,
  scenarios: {
    'resource.create?type=silence': {
      at: [(page) => page.getByRole('row').nth(1).focus()],
      sees: dialog('Add silence'),
    },
    'silence.end': {
      at: onOne,
      sees: heard(`Ended ${NAME}. Notifications are sent again.`),
      back: [...undo, heard(`Restored ${NAME}.`), removed],
    },
    'silence.extend': {
      at: onOne,
      answers: ['Enter'],
      sees: heard(new RegExp(`^Extended ${NAME} until `)),
      back: [...undo, heard(`${NAME} ends as before.`), removed],
    },
  },
}
