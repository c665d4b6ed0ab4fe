import { ChevronDown } from 'lucide-react'
import { Button } from '@/ui/button'
import { useIdleModule } from '@/ui/use-loaded'
import type { MenuEntry } from '../commands/menu-items'

const load = () => import('./view-menu-view')

/** The menu for the view of a list: groups, tabs, order, columns, layout. Its code loads when the page is idle. */
export function ListViewMenu({ sections }: { sections: readonly (readonly MenuEntry[])[] }) {
  const view = useIdleModule(load)
  if (view.is === 'ready') return <view.value.default sections={sections} trigger={trigger()} />
  return (
    <span onPointerEnter={view.now}>
      {trigger(view.is === 'failed' ? 'The menu could not be loaded.' : 'Loading…')}
    </span>
  )
}

const trigger = (refusal?: string) => (
  <Button hasPopup="menu" refusal={refusal}>
    View
    <ChevronDown size={13} strokeWidth={1.75} aria-hidden="true" />
  </Button>
)
