import '@/commands/every-command'
import { useQuery } from '@tanstack/react-query'
import { about } from '@/api/about'
import { consoleConfigQuery } from '@/api/config'
import { buildContext } from '@/commands/context'
import { formatVersions } from '@/commands/account/session.commands'
import { MenuList, type MenuSectionSpec } from '@/ui/menu'
import type { OpenMenu } from '@/ui/menu-button'
import { type Console, useConsole } from '../console'
import { type MenuEntry, toMenuItems } from '../commands/menu-items'
import { helpEntries, accountEntries, settingsEntries, preferenceEntries, externalEntries } from './top-menu-entries'
import { usePlaces } from '../commands/place'
import { usePreferences } from '../stores'
import type { TopMenuName } from './top-menus'

type Account = NonNullable<Console['account']>
type Props = {
  name: TopMenuName
  label: string
  /** Undefined on public pages, and if a hosted sign-in service has its own menu. */
  account: Account | undefined
  open: OpenMenu
}

/** The content of an open menu of the top bar. */
export default function TopMenusView({ name, label, account, open }: Props) {
  const { perform } = useConsole()
  const places = usePlaces()
  // Other menus need no versions.
  const sections = useSections(name === 'account' || name === 'more' ? account : undefined)
  return (
    <MenuList
      label={label}
      open={open}
      sections={sections[name]}
      onAction={(call) => void perform({ call, origin: 'menu' }, places)}
    />
  )
}

function useSections(user: Account | undefined): Readonly<Record<TopMenuName, readonly MenuSectionSpec[]>> {
  const items = useItems()
  const values = preferenceEntries(usePreferences())
  const account = useAccountSections(user)
  const [theme] = values
  return {
    preferences: [{ items: items(values) }, { items: items(settingsEntries) }],
    help: [{ items: items(helpEntries) }, { items: items(externalEntries) }],
    account,
    // Without the preferences that the dialog also has.
    more: [
      ...account,
      { title: 'Preferences', items: items([theme, ...settingsEntries]) },
      { title: 'Help', items: items([...helpEntries, ...externalEntries]) },
    ],
  }
}

function useAccountSections(user: Account | undefined): readonly MenuSectionSpec[] {
  const items = useItems()
  const isShown = user !== undefined
  const version = useQuery({ ...consoleConfigQuery(), enabled: isShown }).data?.version
  const backend = useQuery({ ...about(), enabled: isShown }).data
  if (!user) return []
  const versions = { id: 'copy.versions', label: formatVersions(version, backend), description: 'Copy the versions' }
  return [
    // The name is undefined while the user is loading.
    { title: user.name === undefined ? 'Hello' : `Hello, ${user.name}`, items: items(accountEntries) },
    { items: [versions] },
  ]
}

function useItems() {
  const { environment, keys } = useConsole()
  const context = buildContext(usePlaces(), environment)
  return (entries: readonly MenuEntry[]) => toMenuItems(entries, context, keys)
}
