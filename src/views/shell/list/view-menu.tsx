import { ChevronDown } from 'lucide-react'
import { Button } from '../../../ui/button'
import { useLoadedInIdleTime } from '../../../ui/use-loaded'
import type { Entry } from '../commands/menu-items'

const load = () => import('./view-menu-view')

/** One menu of how a list is shown: its groups, tabs, order, columns, layout. It comes when the page rests. */
export function ViewMenu({ sections }: { sections: readonly (readonly Entry[])[] }) {
  const view = useLoadedInIdleTime(load)
  if (view.is === 'ready') return <view.value.default sections={sections} trigger={trigger()} />
  return <span onPointerEnter={view.now}>{trigger(view.is === 'failed' ? 'It could not be loaded.' : 'Loading…')}</span>
}

const trigger = (refusal?: string) => (
  <Button hasPopup="menu" refusal={refusal}>
    View
    <ChevronDown size={13} strokeWidth={1.75} aria-hidden="true" />
  </Button>
)
