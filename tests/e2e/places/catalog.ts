import { expect, type Page } from 'playwright/test'
import { choose, first, hasRows, heard, input, type Place, search, title, undo, url } from './place'

const shows = (name: string) => (page: Page) => expect(page.getByRole('button', { name })).toBeVisible()
const firstRow = (page: Page) => page.getByRole('row').nth(1).focus()
const hasSwitches = (page: Page) => expect(page.getByRole('switch', { name: 'Upstream' })).toBeVisible()
const openFirst = [firstRow, 'Enter', shows('Show as JSON')] as const

/** The options come from a server search, so none is offered before typing. */
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
    'config.insights': { at: [firstRow], sees: url(/insights$/) },
    'config.changes': { at: [firstRow], sees: url(/changes$/) },
    'changes.relatives': {
      at: [firstRow, search('>show the changes of a config item'), 'Enter', hasSwitches],
      answers: [choose('upstream')],
      sees: url(/relatives=upstream/),
    },
    'changes.picture': {
      path: '/catalog/changes',
      sees: (page) => expect(page.getByRole('slider', { name: 'Changes by item' })).toHaveCount(0),
    },
    'type.pin': {
      path: '/catalog/summary',
      at: [hasRows, firstRow],
      sees: heard(/^Pinned /),
      back: undo,
    },
    'component.relate': {
      at: [firstRow],
      answers: [typed('payments'), first],
      sees: heard(/^Linked .+ to the component .+\.$/),
      back: undo,
    },
    'component.unrelate': {
      path: '/catalog?query=payments-quillmoor-example',
      at: [hasRows, firstRow],
      answers: [first],
      sees: heard(/^Unlinked payments-quillmoor-example from the component .+\.$/),
      back: undo,
    },
    'config.format': { at: openFirst, sees: shows('Show as YAML') },
  },
}
