import { type ComponentProps, useState } from 'react'
import { buildContext } from '@/commands/context'
import { placesAround } from '@/commands/place'
import { capital } from '@/shared/format'
import { Menu } from '@/ui/menu'
import { type MenuEntry, toMenuItems } from '../commands/menu-items'
import { useConsole } from '../console'
import { usePreferences } from '../stores'

type Props = { sections: readonly (readonly MenuEntry[])[]; trigger: ComponentProps<typeof Menu>['trigger'] }

/** The places of the list: the menu has the commands of the list, although it is above the list. */
const placesOfList = () => placesAround(document.querySelector('main [data-scope="list"]'))

export default function ViewMenuView({ sections, trigger }: Props) {
  const { perform, environment, keys } = useConsole()
  const { density } = usePreferences()
  const [context, setContext] = useState(() => buildContext(placesOfList(), environment))
  // The list renders after its menu, so the context is read again before the menu opens.
  const refresh = () => setContext(buildContext(placesOfList(), environment))
  return (
    <span onFocus={refresh} onPointerEnter={refresh}>
      <Menu
        label="View"
        trigger={trigger}
        sections={[...sections, [{ call: 'prefs.density', label: 'Density', value: capital(density) }]]
          .map((entries) => ({ items: toMenuItems(entries, context, keys) }))
          .filter(({ items }) => items.length > 0)}
        onAction={(call) => void perform({ call, origin: 'menu' }, placesOfList())}
      />
    </span>
  )
}
