import { type PlaybookMatch, playbooks } from '@/api/playbooks/playbooks'
import '@/commands/playbooks/playbook.commands'
import { callTo } from '@/commands/call-to'
import { formatCall } from '@/commands/call'
import { findCommand } from '@/commands/registry'
import { kindWordsFor } from '@/lib/palette/kind-words'
import { resourcePages } from '@/shared/routing/registry'
import type { PaletteItem } from '../item'
import { indexQuery, type PaletteSource } from './source'

const words = kindWordsFor('playbook')

export default {
  id: 'playbooks',
  section: 'Playbooks',
  name: 'the playbooks',
  characters: [],
  words: [...words, 'runbook'],
  prompt: 'Search playbooks',
  feature: 'playbooks',
  area: 'playbooks',
  page: resourcePages.playbook.list,
  commandId: 'playbook.run',
  index: indexQuery(playbooks.named, itemOf),
} satisfies PaletteSource

function itemOf({ id, title, name, category, description, kinds }: PlaybookMatch): PaletteItem {
  // A playbook without selectors does not accept the row under the cursor as its target.
  const call = callTo('playbook.run', { ...(kinds.length === 0 && { target: [] }), playbook: id })
  const written = formatCall(call, findCommand)
  return {
    id: written,
    source: 'playbooks',
    section: 'Playbooks',
    title,
    group: 'Playbook',
    icon: 'play',
    effect: { is: 'call', call, written },
    hasPrompt: true,
    isStarting: true,
    ...(category === '' ? {} : { hint: category }),
    kindWords: words,
    keywords: [name, category, description, 'playbook'].filter(Boolean).join(' '),
  }
}
