import { expect, type Page } from 'playwright/test'
import { choose, dialog, hasRows, heard, type Place, undo } from './place'

const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`^${name.replaceAll('.', String.raw`\.`)}`) })

/** Stores a property like another user, and refreshes the page. */
const stored = (name: string) => async (page: Page) => {
  const answer = await page.request.post('/api/db/properties', { data: { name, value: 'true' } })
  expect(answer.ok()).toBe(true)
  await page.keyboard.press('Shift+R')
  await expect(row(page, name)).toBeVisible()
}
const removed = (name: string) => (page: Page) => page.request.delete(`/api/db/properties?name=eq.${name}`)

const LOGS = 'logs.disable'
const onLogs = [stored(LOGS), (page: Page) => row(page, LOGS).focus()] as const

export const flags: Place = {
  name: 'feature flags',
  path: '/settings/feature-flags',
  ready: hasRows,
  scenarios: {
    'property.add': {
      at: [(page) => page.getByRole('row').nth(1).focus()],
      sees: dialog('Add a property'),
    },
    'property.edit': { at: onLogs, sees: dialog(`Edit ${LOGS}`), back: [removed(LOGS)] },
    'property.delete': { at: onLogs, sees: heard(`${LOGS} deleted successfully`) },
    'feature.turnOff': {
      answers: [choose('settings.teams')],
      sees: heard('Turned settings.teams off.'),
      back: [...undo, heard('Turned settings.teams on again.'), removed('settings.teams.disable')],
    },
    'feature.turnOn': {
      at: [stored('agents.disable')],
      answers: [choose('agents')],
      sees: heard('Turned agents on.'),
      back: [removed('agents.disable')],
    },
  },
}
