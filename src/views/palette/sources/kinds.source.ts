import type { Command } from '@/commands/command'
import { kindWordsFor } from '@/lib/palette/kind-words'
import { capital } from '@/shared/format'
import { pages } from '@/shared/routing/registry'
import type { Page } from '@/shared/routing/page'
import type { PaletteItem } from '../item'
import { toCommandItem } from './commands.source'
import type { OpeningContext, PaletteSource } from './source'
import { formatKindWords } from './types.source'

/**
 * The kinds with a list, as in k9s: a colon and a kind open the list, and a name after the kind finds one of them. The
 * kinds follow from the sources, the pages and the types of config items.
 */
export default {
  id: 'kinds',
  section: 'Kinds',
  name: 'the kinds',
  characters: [':'],
  words: ['kind', 'kinds'],
  prompt: 'Type a kind, then a name: pod checkout',
  isOnlyMode: true,
  alsoIn: ['keys'],
  list(here) {
    const sources = new Map(here.modes.flatMap((source) => (source.page ? [[source.page.path, source] as const] : [])))
    const taken = new Set([...sources.values()].flatMap(({ words }) => words))
    return pages.flatMap((page) => {
      const source = sources.get(page.path)
      if (!page.go) return []
      const title = capital(page.go.title.replace(/^(?:Go to|Open)(?: the| your)? /, ''))
      return kindItem(page, source?.section ?? title, source?.words ?? pageWords(page, title, taken), here)
    })
  },
} satisfies PaletteSource

/**
 * The words for a page without a source: its title, its label in the sidebar, and the end of its command, such as `runs`
 * of `go.runs`. @param taken the words of the sources, which come first
 */
function pageWords({ nav, go }: Page, title: string, taken: ReadonlySet<string>): readonly string[] {
  const name = go?.id.replace('go.', '') ?? ''
  const words = [title, nav?.label ?? title].flatMap((noun) => kindWordsFor(noun.replace(/s$/, '')))
  return [...new Set(name === name.toLowerCase() ? [...words, name] : words)].filter((word) => !taken.has(word))
}

function kindItem(
  { go, nav, parent }: Page,
  title: string,
  words: readonly string[],
  { find, context }: OpeningContext
): PaletteItem[] {
  const command: Command | undefined = go && find(go.id)
  const item = command && toCommandItem(command, context)
  if (!item) return []
  const icon = nav?.icon ?? pages.find(({ path }) => path === parent)?.nav?.icon
  return [
    {
      ...item,
      id: `kind ${item.id}`,
      source: 'kinds',
      section: 'Kinds',
      title,
      hint: formatKindWords(words),
      aliases: words,
      ...(icon && { icon }),
    },
  ]
}
