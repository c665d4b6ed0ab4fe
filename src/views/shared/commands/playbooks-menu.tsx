import type { PlaybookKind } from '@/commands/playbooks/playbook.commands'
import type { Target } from '@/commands/command'
import { useIdleModule } from '@/ui/use-loaded'
import { CommandButton } from './command-button'

const load = () => import('./playbooks-menu-view')

/**
 * A menu of the playbooks that apply to a resource, shown only if there are any. Only users who may run playbooks
 * request them. The code loads when the page is idle.
 */
export function PlaybooksMenu(props: { for: Target<PlaybookKind> }) {
  const loaded = useIdleModule(load)
  if (loaded.is === 'ready') return <loaded.value.default {...props} />
  return loaded.is === 'failed' && <CommandButton call="playbook.run" />
}
