import { ChevronDown } from 'lucide-react'
import { Button } from '@/ui/button'
import { lazyComponent } from '@/ui/lazy-component'
import type { MenuEntry } from '../commands/menu-items'

/** The menu for the view of a list: groups, tabs, order, columns, layout. Hovering loads it before the page is idle. */
export function ListViewMenu({ sections }: { sections: readonly (readonly MenuEntry[])[] }) {
  return <Menu sections={sections} trigger={trigger()} />
}

const Menu = lazyComponent({
  load: () => import('./view-menu-view'),
  when: 'idle',
  pending: (_props, loadNow) => <span onPointerEnter={loadNow}>{trigger('Loading…')}</span>,
  failed: (_props, retry) => <span onPointerEnter={retry}>{trigger('The menu could not be loaded.')}</span>,
})

const trigger = (refusal?: string) => (
  <Button hasPopup="menu" refusal={refusal}>
    View
    <ChevronDown size={13} strokeWidth={1.75} aria-hidden="true" />
  </Button>
)
