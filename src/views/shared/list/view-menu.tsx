import { ChevronDown } from 'lucide-react'
import { lazyComponent } from '@/ui/lazy-component'
import { MenuButton } from '../commands/menu-button'
import type { MenuEntry } from '../commands/menu-items'

const View = lazyComponent({ load: () => import('./view-menu-view') })

/** The menu for the view of a list: groups, tabs, order, columns, layout. */
export const ListViewMenu = ({ sections }: { sections: readonly (readonly MenuEntry[])[] }) => (
  <MenuButton
    look={{
      children: (
        <>
          View
          <ChevronDown size={13} strokeWidth={1.75} aria-hidden="true" />
        </>
      ),
    }}
    menu={View}
    of={{ sections }}
  />
)
