import { expect, type Page } from 'playwright/test'
import { goTo, type Consoles, type State } from './state'
import { shown } from '../../helpers/announcements'

/** Loads the page: where other states were shown before, axe does not recognise that an open dialog is modal. */
async function health(page: Page, { sample }: Consoles) {
  await page.goto(`${sample}/health`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
}

async function palette(page: Page, consoles: Consoles, typed: string) {
  await health(page, consoles)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(typed)
}

/** A dialog that one key opens. */
const byKey = (name: string, key: string): State => ({
  name,
  async reach(page, consoles) {
    await health(page, consoles)
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
  },
})

export const shellStates: readonly State[] = [
  {
    name: 'the palette',
    async reach(page, consoles) {
      await palette(page, consoles, '')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'the palette with results',
    async reach(page, consoles) {
      await palette(page, consoles, 'pay')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'the palette with nothing',
    async reach(page, consoles) {
      await palette(page, consoles, 'zzzzqqq')
      await expect(shown(page, /No options found/)).toBeVisible()
    },
  },
  byKey('shortcuts', '?'),
  byKey('messages', 'Shift+M'),
  byKey('keyboard settings', 'Control+,'),
  {
    name: 'an address that leads nowhere',
    async reach(page, { sample }) {
      await goTo(page, `${sample}/nowhere`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: 'nothing known of what is on',
    fails: true,
    async reach(page, { withoutBackend }) {
      await page.goto(`${withoutBackend}/view/health`)
      await expect(page.getByRole('heading', { name: 'Could not start' })).toBeVisible()
    },
  },
  {
    name: 'nobody knows who is signed in',
    fails: true,
    async reach(page, { withoutBackend }) {
      await page.goto(`${withoutBackend}/health`)
      await expect(shown(page, 'Could not find out who is signed in')).toBeVisible()
    },
  },
]
