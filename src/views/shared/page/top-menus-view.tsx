import '@/commands/every-command'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { about } from '@/api/about'
import { consoleConfigQuery } from '@/api/config'
import { buildContext } from '@/commands/context'
import { formatVersions } from '@/commands/account/session.commands'
import { Button } from '@/ui/button'
import { Menu, type MenuSectionSpec } from '@/ui/menu'
import { type Console, useConsole } from '../console'
import { icons } from '../icons'
import { Bell } from './bell'
import { type MenuEntry, toMenuItems } from '../commands/menu-items'
import { helpEntries, accountEntries, settingsEntries, preferenceEntries, externalEntries } from './top-menu-entries'
import { usePlaces } from '../commands/place'
import { usePreferences } from '../stores'

type Account = NonNullable<Console['account']>
type Props = {
  /** Undefined on public pages, and if a hosted sign-in service has its own menu. */
  account: Account | undefined
  isSmall: boolean
  hasBell: boolean
}

export default function TopMenusView({ account, isSmall, hasBell }: Props) {
  const bell = hasBell && <Bell />
  if (isSmall)
    return (
      <>
        {bell}
        {account ? <MoreWithAccount {...account} /> : <More />}
      </>
    )
  return (
    <>
      {bell}
      <PreferencesMenu />
      <HelpMenu />
      {account && <AccountMenu {...account} />}
    </>
  )
}

function PreferencesMenu() {
  const items = useItems()
  const values = preferenceEntries(usePreferences())
  return (
    <TopMenu
      label="Preferences"
      icon={icons.preferences}
      sections={[{ items: items(values) }, { items: items(settingsEntries) }]}
    />
  )
}

function HelpMenu() {
  const items = useItems()
  return (
    <TopMenu
      label="Help"
      icon={icons.help}
      sections={[{ items: items(helpEntries) }, { items: items(externalEntries) }]}
    />
  )
}

const AccountMenu = (account: Account) => (
  <TopMenu label="Your account" icon={icons.account} sections={useAccountSections(account)} />
)

/** One menu with the content of all menus, without the preferences that the dialog also has. */
function More({ account = none }: { account?: readonly MenuSectionSpec[] }) {
  const items = useItems()
  const [theme] = preferenceEntries(usePreferences())
  const sections = [
    ...account,
    { title: 'Preferences', items: items([theme, ...settingsEntries]) },
    { title: 'Help', items: items([...helpEntries, ...externalEntries]) },
  ]
  return <TopMenu label="More" icon={icons.more} sections={sections} />
}

const none: readonly never[] = []

const MoreWithAccount = (account: Account) => <More account={useAccountSections(account)} />

function TopMenu({ label, icon, sections }: { label: string; icon: ReactNode; sections: readonly MenuSectionSpec[] }) {
  const { perform } = useConsole()
  const places = usePlaces()
  return (
    <Menu
      label={label}
      trigger={
        <Button tone="bare" hasPopup="menu" label={label}>
          {icon}
        </Button>
      }
      sections={sections}
      onAction={(call) => void perform({ call, origin: 'menu' }, places)}
    />
  )
}

/** @param name undefined while the user is loading */
function useAccountSections({ name }: Account): readonly MenuSectionSpec[] {
  const items = useItems()
  const version = useQuery(consoleConfigQuery()).data?.version
  const backend = useQuery(about()).data
  const versions = { id: 'copy.versions', label: formatVersions(version, backend), description: 'Copy the versions' }
  return [
    { title: name === undefined ? 'Hello' : `Hello, ${name}`, items: items(accountEntries) },
    { items: [versions] },
  ]
}

function useItems() {
  const { environment, keys } = useConsole()
  const context = buildContext(usePlaces(), environment)
  return (entries: readonly MenuEntry[]) => toMenuItems(entries, context, keys)
}
