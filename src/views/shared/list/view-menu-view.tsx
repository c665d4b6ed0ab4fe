import { buildContext } from '@/commands/context'
import { placesAround } from '@/commands/place'
import { capital } from '@/shared/format'
import { MenuList } from '@/ui/menu'
import type { OpenMenu } from '@/ui/menu-button'
import { type MenuEntry, toMenuItems } from '../commands/menu-items'
import { useConsole } from '../console'
import { usePreferences } from '../stores'

type Props = { sections: readonly (readonly MenuEntry[])[]; open: OpenMenu }

/** The places of the list: the menu has the commands of the list, although it is above the list. */
const placesOfList = () => placesAround(document.querySelector('main [data-scope="list"]'))

export default function ViewMenuView({ sections, open }: Props) {
  const { perform, environment, keys } = useConsole()
  const { density } = usePreferences()
  const context = buildContext(placesOfList(), environment)
  return (
    <MenuList
      open={open}
      label="View"
      sections={[...sections, [{ call: 'prefs.density', label: 'Density', value: capital(density) }]]
        .map((entries) => ({ items: toMenuItems(entries, context, keys) }))
        .filter(({ items }) => items.length > 0)}
      onAction={(call) => void perform({ call, origin: 'menu' }, placesOfList())}
    />
  )
}
