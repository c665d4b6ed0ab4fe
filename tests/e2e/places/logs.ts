import { expect, type Page } from 'playwright/test'
import { first, heard, input, type Place, title, url } from './place'

/** The service of the sample whose orders fail. */
const CHECKOUT = '/logs?topologyId=5a000011-0000-4000-8000-000000000015'

const firstRow = (page: Page) => page.getByRole('row').nth(1).focus()

/** The options come from a server search. */
const chooseCart = async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('cart')
  await expect(page.getByRole('dialog').getByRole('option').first()).toHaveAccessibleName(/^cart/)
  await first(page)
}

/** The logs of a component. */
export const logs: Place = {
  name: 'logs',
  path: CHECKOUT,
  ready: (page) => expect(page.getByRole('row', { name: /order QM-\d+/ }).first()).toBeVisible(),
  scenarios: {
    'go.logs': { sees: title('Logs') },
    'logs.component': { answers: [chooseCart], sees: url(/topologyId=.*14(&|$)/) },
    'logs.follow': { sees: heard('Following new lines.') },
    'logs.wrap': { sees: heard('Long lines wrap.') },
    'logs.download': { sees: heard(/^Saved [\d,]+ lines\.$/) },
    'logs.context': {
      path: `${CHECKOUT}&query=timeout`,
      at: [firstRow],
      sees: (page) => expect(page.getByRole('row', { name: /^surrounding, .* placed in/ }).first()).toBeVisible(),
    },
    'logs.copy': { at: [firstRow], sees: heard('Copied 1 line.') },
    'time.back': { sees: heard(/Time range: /) },
    'time.forward': { sees: heard(/Time range: /) },
    'time.absolute': { sees: heard(/Time range: /) },
  },
}
