import { expect, type Page } from 'playwright/test'
import { first, heard, input, type Place, url } from './place'

/** The deployment that cannot roll out. Its document has 22 lines. */
const CHECKOUT = '/catalog/5a000020-0000-4000-8000-000000000105'

const text = (page: Page) => page.getByRole('textbox', { name: 'Config of checkout' })
const inText = (page: Page) => text(page).focus()
const onLabels = [inText, 'ArrowDown', 'ArrowDown', 'ArrowDown'] as const
const isSelected = (page: Page) => expect(page.locator('.cm-line.cm-chosenLine').first()).toBeVisible()

const range = (written: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(written)
  await first(page)
}

export const itemDocument: Place = {
  name: 'document of an item',
  path: CHECKOUT,
  ready: (page) => expect(text(page)).toBeVisible(),
  scenarios: {
    'lines.toggle': { at: [inText], sees: url(/lines=1$/) },
    'lines.extendDown': { at: [inText], sees: url(/lines=1-2$/) },
    'lines.extendUp': { path: `${CHECKOUT}?lines=4`, at: [isSelected, inText], sees: url(/lines=3-4$/) },
    'lines.select': { answers: [range('12-18')], sees: heard('Lines 12 to 18 selected.') },
    'lines.clear': { path: `${CHECKOUT}?lines=4`, at: [isSelected], sees: heard('No lines selected.') },
    'editor.search': {
      at: [inText],
      sees: (page) => expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused(),
    },
    'editor.fold': { at: onLabels, sees: heard(/^Folded lines/) },
    'editor.unfold': { at: [...onLabels, 'b', 'ArrowLeft', heard(/^Folded lines/)], sees: heard(/^Unfolded lines/) },
    'editor.foldAll': { at: [inText], sees: heard('Collapsed.') },
    'editor.unfoldAll': { at: [inText, 'Shift+B', 'ArrowLeft', heard('Collapsed.')], sees: heard('Expanded.') },
  },
}
