import { type ListedView, savedViews } from '@/api/account/saved-views'
import '@/commands/views/views.commands'
import { formatCall } from '@/commands/call'
import { callTo } from '@/commands/call-to'
import { findCommand } from '@/commands/registry'
import { describeVisibility } from '@/lib/saved-views'
import type { PaletteItem } from '../item'
import { indexQuery, type PaletteSource } from './source'

const words = ['view', 'views']

export default {
  id: 'saved views',
  section: 'Saved views',
  name: 'the saved views',
  characters: [],
  words,
  prompt: 'Search saved views',
  commandId: 'view.open',
  index: indexQuery(() => ({ ...savedViews.list(), select: ({ views }) => views }), toViewItem),
} satisfies PaletteSource

function toViewItem(view: ListedView): PaletteItem {
  const call = callTo('view.open', { view: view.id })
  const written = formatCall(call, findCommand)
  return {
    id: written,
    source: 'saved views',
    section: 'Saved views',
    title: view.name,
    group: 'View',
    effect: { is: 'call', call, written },
    hint: describeVisibility(view),
    kindWords: words,
    keywords: `${view.address} saved view`,
  }
}
