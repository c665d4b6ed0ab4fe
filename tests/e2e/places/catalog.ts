import { expect, type Page } from 'playwright/test'
import { first, hasRows, input, type Place, title } from './place'

const shows = (name: string) => (page: Page) => expect(page.getByRole('button', { name })).toBeVisible()
const firstRow = (page: Page) => page.getByRole('row').nth(1).focus()
const openFirst = [firstRow, 'Enter', shows('Show as JSON')] as const

/** The server is asked for what is typed: before, nothing is offered. */
const typed = (text: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(text)
}

export const catalog: Place = {
  name: 'catalog',
  path: '/catalog?query=checkout',
  ready: hasRows,
  scenarios: {
    'config.open': { answers: [typed('dockyard-1'), first], sees: title('dockyard-1') },
    'config.insights': { at: [firstRow], sees: (page) => expect(page).toHaveURL(/insights$/) },
    'config.format': { at: openFirst, sees: shows('Show as YAML') },
  },
}
