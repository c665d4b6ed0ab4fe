import { expect, type Page } from 'playwright/test'
import {
  type Act,
  choose,
  dialog,
  first,
  heard,
  input,
  onRow,
  type Place,
  question,
  type Scenario,
  title,
  undo,
} from './place'

const incident = (number: number) => `/incidents/5a000012-0000-4000-8000-00000000000${number}`
/**
 * Incidents without scripts that would change their status during the test: open, of high severity, with a possible
 * root.
 */
const CART = incident(7)
const MEDIA = incident(5)
const BUCKET = incident(2)
const CHECKOUT = incident(8)
const SEARCH = incident(6)

const typed = (text: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
const found = (text: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('dialog').getByRole('option', { name: text })).toBeVisible()
  await first(page)
}
const asked = question(/^(?:Delete hypothesis|Remove evidence)/)

/** Moves to the first row of the tree, and further down. */
const down = (rows: number): readonly Act[] => ['j', onRow(1), ...Array.from({ length: rows - 1 }, () => 'j')]

const all = (call: string, made: Readonly<Record<string, Scenario>>): Record<string, Scenario> =>
  Object.fromEntries(Object.entries(made).map(([value, scenario]) => [`${call}=${value}`, scenario]))

/** Undone before the next scenario changes the same row. */
const restored = [...undo, heard(/ restored\b| again\./)]

/** A change of an incident on its page. */
const changed = (path: string, said: RegExp): Scenario => ({ path, sees: heard(said), back: restored })
/** A change of a row of the incident's tree. */
const changedRow = (path: string, row: number, said: RegExp): Scenario => ({
  path,
  at: down(row),
  sees: heard(said),
  back: restored,
})

export const incidents: Place = {
  name: 'incidents',
  path: CART,
  ready: (page) => expect(page.locator('main [data-row]').first()).toBeVisible(),
  scenarios: {
    'go.incidents': { sees: title('Incidents') },
    'incident.open': { answers: [found('media is unhealthy')], sees: title('media is unhealthy') },
    'incident.create': { path: '/incidents', sees: dialog('Open an incident'), back: ['Escape'] },
    'incident.edit': { sees: dialog('Edit incident'), back: ['Escape'] },
    ...all('incident.status?status', {
      open: changed(BUCKET, /Media bucket is publicly readable: open/),
      investigating: changed(CART, /: investigating/),
      mitigated: changed(CART, /: mitigated/),
      resolved: changed(CART, /: resolved/),
      closed: changed(CART, /: closed/),
    }),
    ...all('incident.severity?severity', {
      low: changed(CART, /: severity low/),
      medium: changed(CART, /: severity medium/),
      high: changed(MEDIA, /: severity high/),
      critical: changed(CART, /: severity critical/),
      blocker: changed(CART, /: severity blocker/),
    }),
    'incident.type': { answers: [choose('cost')], sees: heard(/: type cost/), back: restored },
    'incident.take': { sees: heard(/You are now commander of Cart/), back: restored },
    'incident.commander': { answers: [found('Ines Okonkwo')], sees: heard(/is now commander of Cart/), back: restored },
    'incident.communicator': {
      answers: [found('Ines Okonkwo')],
      sees: heard(/is now communicator of Cart/),
      back: restored,
    },
    'responder.add': {
      answers: [found('Ines Okonkwo')],
      sees: heard(/Ines Okonkwo responds to/),
      back: [...undo, heard(/Ines Okonkwo no longer responds to /)],
    },
    'comment.add': { sees: dialog(/^Comment on/), back: ['Escape'] },
    'hypothesis.create': {
      answers: [typed('A full disk')],
      sees: heard(/Added the factor A full disk/),
      back: [...undo, heard('Removed the hypothesis A full disk.')],
    },
    'hypothesis.rename': {
      at: down(1),
      answers: [typed('Sessions are lost')],
      sees: heard(/Renamed the hypothesis to “Sessions are lost”/),
      back: restored,
    },
    ...all('hypothesis.status?status', {
      proven: changedRow(CART, 1, /: proven/),
      likely: changedRow(CART, 1, /: likely/),
      possible: changedRow(CHECKOUT, 1, /: possible/),
      unlikely: changedRow(CART, 1, /: unlikely/),
      improbable: changedRow(CART, 1, /: improbable/),
      disproven: changedRow(CART, 1, /: disproven/),
    }),
    'hypothesis.accept': changedRow(SEARCH, 1, /: likely/),
    // The root cannot be deleted.
    'hypothesis.delete': {
      path: CHECKOUT,
      at: [(page) => page.getByRole('row', { name: /^The memory limit was reduced/ }).focus()],
      sees: asked,
      back: ['Escape'],
    },
    ...all('evidence.weigh?weight', {
      supports: changedRow(CART, 2, /supports the hypothesis/),
      contradicts: changedRow(CART, 2, /contradicts the hypothesis/),
      neither: { path: CART, at: down(2), sees: heard(/already has this weight/) },
    }),
    'evidence.done': changedRow(CART, 2, /Done: |No longer done/),
    'evidence.definition': changedRow(CART, 2, /definition of done/),
    'evidence.remove': { at: down(2), sees: asked, back: ['Escape'] },
    'done.add': {
      answers: [typed('Tell the shop')],
      sees: heard(/definition of done: Tell the shop/),
      back: [...undo, heard(/Removed “Tell the shop” from the definition of done/)],
    },
  },
}
