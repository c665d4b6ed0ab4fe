import type { Target } from '@/commands/command'
import { lazyComponent } from '@/ui/lazy-component'
import { icons } from '../icons'
import { MenuButton } from './menu-button'

const View = lazyComponent({ load: () => import('./command-menu-view') })

type Props = {
  for: Target
  /** Shows an icon instead of a label, which would repeat in every row of a list. */
  isIcon?: boolean
}

/**
 * A menu of all commands for one resource, by group, for users who do not use keys. Every row of a list has a menu, so
 * its items are computed when it opens.
 */
export const CommandMenu = ({ for: target, isIcon = false }: Props) => (
  <MenuButton
    look={
      isIcon
        ? { tone: 'bare', label: `Actions for ${target.label}`, children: icons.more }
        : { description: target.label, children: 'Actions' }
    }
    menu={View}
    of={{ for: target }}
  />
)
