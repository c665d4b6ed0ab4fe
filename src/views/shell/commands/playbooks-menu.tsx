import type { PlaybookKind } from '../../../commands/areas/playbook'
import type { Target } from '../../../commands/command'
import { useLoadedInIdleTime } from '../../../ui/use-loaded'
import { CommandButton } from './command-button'

const load = () => import('./playbooks-menu-view')

/**
 * A menu of the playbooks that apply to a thing. Only where there are any, for whoever may run them: nobody else asks for
 * them. Its code comes when the page rests.
 */
export function PlaybooksMenu(props: { for: Target<PlaybookKind> }) {
  const loaded = useLoadedInIdleTime(load)
  if (loaded.is === 'ready') return <loaded.value.default {...props} />
  return loaded.is === 'failed' && <CommandButton call="playbook.run" />
}
