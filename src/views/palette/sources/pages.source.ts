import { toCommandItem } from './commands.source'
import type { PaletteSource } from './source'

/** Commands that open a page or change a setting. */
const opensPage = /^(?:go\.|prefs\.|keys\.settings$)/

export default {
  id: 'pages',
  section: 'Pages and settings',
  name: 'pages and settings',
  characters: ['/'],
  words: ['page', 'pages', 'settings'],
  prompt: 'Search pages and settings',
  isOnlyMode: true,
  list: ({ commands, context }) =>
    commands
      .filter(({ id }) => opensPage.test(id))
      .flatMap((command) => toCommandItem(command, context) ?? [])
      .map((item) => ({ ...item, source: 'pages', section: 'Pages and settings' })),
} satisfies PaletteSource
