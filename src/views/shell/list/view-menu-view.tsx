import { type ComponentProps, useState } from 'react'
import { contextIn } from '../../../commands/context'
import { placesAround } from '../../../commands/place'
import { capital } from '../../../lib/format'
import { Menu } from '../../../ui/menu'
import { type Entry, itemsOf } from '../commands/menu-items'
import { useConsole } from '../console'
import { usePreferences } from '../stores'

type Props = { sections: readonly (readonly Entry[])[]; trigger: ComponentProps<typeof Menu>['trigger'] }

/** The commands are those of the list, although the menu stands above it. */
const placesOfList = () => placesAround(document.querySelector('main [data-scope="list"]'))

export default function ViewMenuView({ sections, trigger }: Props) {
  const { perform, environment, keys } = useConsole()
  const { density } = usePreferences()
  const [context, setContext] = useState(() => contextIn(placesOfList(), environment))
  // The list is drawn after its menu; before the menu opens, what the list offers now is read.
  const renew = () => setContext(contextIn(placesOfList(), environment))
  return (
    <span onFocus={renew} onPointerEnter={renew}>
      <Menu
        label="View"
        trigger={trigger}
        sections={[...sections, [{ call: 'prefs.density', label: 'Density', value: capital(density) }]]
          .map((entries) => ({ items: itemsOf(entries, context, keys) }))
          .filter(({ items }) => items.length > 0)}
        onAction={(call) => void perform({ call, origin: 'menu' }, placesOfList())}
      />
    </span>
  )
}
