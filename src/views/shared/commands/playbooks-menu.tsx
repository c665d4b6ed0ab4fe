import type { PlaybookKind } from '@/commands/playbooks/playbook.commands'
import type { Target } from '@/commands/command'
import { lazyComponent } from '@/ui/lazy-component'
import { CommandButton } from './command-button'

type Props = { for: Target<PlaybookKind> }

/**
 * A menu of the playbooks that apply to a resource, shown only if there are any. Only users who may run playbooks
 * request them. The code loads with the resource: idle work would delay the button by seconds.
 */
export const PlaybooksMenu = lazyComponent<Props>({
  load: () => import('./playbooks-menu-view'),
  failed: () => <CommandButton call="playbook.run" />,
})
