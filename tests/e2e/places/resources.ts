import { expect, type Page } from 'playwright/test'
import { dialog, hasRows, heard, type Place, undo } from './place'

/** Resources of the settings with the same create and edit commands. The others differ only in their fields. */
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })

const NAME = 'scenario-logs'
const path = '/api/db/logging_backends'

/** Acts on a resource created for this test. */
const onOne = [
  async (page: Page) => {
    await removed(page)
    // The resource of the previous scenario, with the same name, may still be shown.
    await page.keyboard.press('Shift+R')
    await expect(row(page, NAME)).toHaveCount(0)
    const answer = await page.request.post(path, { data: { name: NAME, spec: { file: {} } } })
    expect(answer.ok()).toBe(true)
    // As if another user had changed it, so that the page must reload.
    await page.keyboard.press('Shift+R')
    await row(page, NAME).focus()
  },
] as const
const removed = (page: Page) => page.request.delete(`${path}?name=eq.${NAME}`)

export const resources: Place = {
  name: 'log backends',
  path: '/settings/log-backends',
  ready: hasRows,
  scenarios: {
    'resource.create?type=logbackend': {
      at: [(page) => page.getByRole('row').nth(1).focus()],
      sees: dialog('Add log backend'),
    },
    'resource.edit': { at: onOne, sees: dialog(`Edit ${NAME}`), back: [removed] },
    'resource.delete': {
      at: onOne,
      answers: [(page) => page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')],
      sees: heard(`${NAME} deleted successfully`),
      back: [...undo, heard(`Restored ${NAME}.`), removed],
    },
  },
}
