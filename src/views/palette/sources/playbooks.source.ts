import { type PlaybookMatch, playbooks } from '@/api/playbooks/playbooks'
import { NO_TARGET } from '@/commands/playbooks/playbook.commands'
import { formatCall } from '@/commands/call'
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
  const call = formatCall({
    id: 'playbook.run',
    args: { ...(kinds.length === 0 && { target: NO_TARGET }), playbook: id },
  })
  return {
    id: call,
    source: 'playbooks',
    section: 'Playbooks',
    title,
    group: 'Playbook',
    effect: { is: 'call', call },
    hasPrompt: true,
    isStarting: true,
    ...(category === '' ? {} : { hint: category }),
    keywords: [name, category, description, 'playbook'].filter(Boolean).join(' '),
  }
}
