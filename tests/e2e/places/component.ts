import { expect, type Page } from 'playwright/test'
import { dialog, first, input, type Place, title } from './place'

const typed = (text: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(text)
}

/** The component of the sample that cannot roll out, a child of the shop. */
export const component: Place = {
  name: 'component',
  path: '/topology/5a000011-0000-4000-8000-000000000015',
  ready: (page) => expect(page.getByRole('tab', { name: /^Children/ })).toBeVisible(),
  scenarios: {
    'component.open': { answers: [typed('orders-db'), first], sees: title('orders-db') },
    'component.parent': { sees: title('Shop') },
    'component.snapshot': { sees: dialog('Download snapshot'), back: ['Escape'] },
  },
}
