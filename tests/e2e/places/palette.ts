import { expect, type Page } from 'playwright/test'
import { BY_NAME } from './health-list'
import { choose, hasRows, heard, input, type Place, search } from './place'

const chosen = (page: Page) => expect(page.getByRole('option', { selected: true })).toHaveCount(1)

/** The keys of the palette itself, and its stored data. */
export const palette: Place = {
  name: 'palette',
  path: BY_NAME,
  ready: hasRows,
  scenarios: {
    'palette.open': { sees: (page) => expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused() },
    'palette.commands': { sees: (page) => expect(page.getByRole('combobox', { name: 'Kinds' })).toBeFocused() },
    'palette.next': { at: [search('')], sees: chosen },
    'palette.previous': { at: [search('')], sees: chosen },
    'palette.run': { at: [search('>refresh')], sees: heard('Refreshed.') },
    'palette.runKeep': {
      at: [search('>refresh')],
      async sees(page) {
        await heard('Refreshed.')(page)
        await expect(input(page)).toBeFocused()
      },
    },
    'palette.complete': {
      at: [search('>change theme')],
      sees: (page) => expect(page.getByRole('combobox', { name: 'Theme' })).toBeFocused(),
    },
    'palette.back': {
      at: [search('>')],
      sees: (page) => expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused(),
    },
    'palette.actions': {
      at: [search('>refresh')],
      sees: (page) => expect(page.getByRole('option', { name: 'Copy link' })).toBeVisible(),
    },
    'palette.copyLink': { at: [search('>refresh')], sees: heard('Copied the link.') },
    'palette.forget': { sees: heard('Cleared recent commands.') },
    'palette.unpin': {
      at: [search('>refresh'), 'ArrowRight', choose('pin'), heard('Pinned Refresh.'), 'Escape', 'Escape'],
      sees: heard('Unpinned all rows.'),
    },
  },
}
