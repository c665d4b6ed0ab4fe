import type { PlaybookKind } from '@/commands/playbooks/playbook.commands'
import type { Target } from '@/commands/command'
import { lazyComponent } from '@/ui/lazy-component'
import { CommandButton } from './command-button'

type Props = { for: Target<PlaybookKind> }

/**
 * A menu of the playbooks that apply to a resource, shown only if there are any. Only users who may run playbooks
 * request them. The code loads when the page is idle.
 */
export const PlaybooksMenu = lazyComponent<Props>({
  load: () => import('./playbooks-menu-view'),
  when: 'idle',
  failed: () => <CommandButton call="playbook.run" />,
})
