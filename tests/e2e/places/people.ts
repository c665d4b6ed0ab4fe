import { expect, type Page } from 'playwright/test'
import { choose, dialog, hasRows, heard, type Place } from './place'

const NO_ACCOUNTS = /^Accounts are not available/
const GUEST = 'Zora Guest'

const guest = (page: Page) => page.getByRole('row', { name: new RegExp(`^${GUEST}`) })
/** On a person created for this test. Other people stay unchanged. */
const onGuest = [
  async (page: Page) => {
    await remove(page)
    // The person of the previous scenario, with the same name, may still be shown.
    await page.keyboard.press('Shift+R')
    await expect(guest(page)).toHaveCount(0)
    const data = { name: GUEST, email: 'zora@quillmoor.example' }
    expect((await page.request.post('/api/db/people', { data })).ok()).toBe(true)
    // The person was created outside the page, so the page must refresh.
    await page.keyboard.press('Shift+R')
    await guest(page).focus()
  },
] as const
/** On any person. */
const onPerson = [(page: Page) => page.getByRole('row').last().focus()] as const

async function remove(page: Page) {
  const found = await page.request.get(`/api/db/people?email=eq.zora@quillmoor.example&deleted_at=is.null`)
  for (const { id } of (await found.json()) as { id: string }[]) await page.request.delete(`/api/people/${id}`)
}

export const people: Place = {
  name: 'people',
  path: '/settings/users',
  ready: hasRows,
  scenarios: {
    'person.invite': { at: onPerson, sees: heard(NO_ACCOUNTS) },
    'person.inviteAgain': { at: onPerson, sees: heard(NO_ACCOUNTS) },
    'person.enable': { at: onPerson, sees: heard(NO_ACCOUNTS) },
    'person.disable': { at: onPerson, sees: heard(NO_ACCOUNTS) },
    'permission.explain': { at: onPerson, sees: heard(/^.+ may (?:not )?read the catalog: .+\.$/) },
    'person.edit': { at: onPerson, sees: dialog(/^Edit /) },
    'person.setRole': {
      at: onGuest,
      answers: [choose('viewer'), (page) => page.getByRole('button', { name: 'Change 1 person' }).press('Enter')],
      sees: heard(`${GUEST} now has the role viewer.`),
      back: [remove],
    },
    'person.delete': {
      at: onGuest,
      answers: [(page) => page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')],
      sees: heard(`Deleted ${GUEST}.`),
    },
  },
}
