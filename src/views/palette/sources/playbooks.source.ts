import { type PlaybookMatch, playbooks } from '@/api/playbooks/playbooks'
import '@/commands/playbooks/playbook.commands'
import { callTo } from '@/commands/call-to'
import { formatCall } from '@/commands/call'
import { findCommand } from '@/commands/registry'
import type { PaletteItem } from '../item'
import { indexQuery, type PaletteSource } from './source'

export default {
  id: 'playbooks',
  section: 'Playbooks',
  name: 'the playbooks',
  characters: [],
  words: ['playbook', 'playbooks', 'runbook'],
  prompt: 'Search playbooks',
  feature: 'playbooks',
  area: 'playbooks',
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
    effect: { is: 'call', call, written },
    hasPrompt: true,
    isStarting: true,
    ...(category === '' ? {} : { hint: category }),
    keywords: [name, category, description, 'playbook'].filter(Boolean).join(' '),
  }
}
