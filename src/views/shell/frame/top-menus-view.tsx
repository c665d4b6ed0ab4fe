import '../../../commands/every-command'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { about } from '../../../api/about'
import { config } from '../../../api/config'
import { contextIn } from '../../../commands/context'
import { versionLine } from '../../../commands/areas/session'
import { Button } from '../../../ui/button'
import { Menu, type Section } from '../../../ui/menu'
import { type Console, useConsole } from '../console'
import { icons } from '../icons'
import { type Entry, itemsOf } from '../commands/menu-items'
import { help, mine, settings, valuesOf, web } from './top-menu-entries'
import { usePlaces } from '../commands/place'
import { usePreferences } from '../stores'

type Account = NonNullable<Console['account']>
type Props = {
  /** Undefined on public pages, and if a hosted sign-in service has its own menu. */
  account: Account | undefined
  isSmall: boolean
}

export default function TopMenusView({ account, isSmall }: Props) {
  if (isSmall) return account ? <MoreWithAccount {...account} /> : <More />
  return (
    <>
      <PreferencesMenu />
      <HelpMenu />
      {account && <AccountMenu {...account} />}
    </>
  )
}

function PreferencesMenu() {
  const items = useItems()
  const values = valuesOf(usePreferences())
  return (
    <TopMenu
      label="Preferences"
      icon={icons.preferences}
      sections={[{ items: items(values) }, { items: items(settings) }]}
    />
  )
}

function HelpMenu() {
  const items = useItems()
  return <TopMenu label="Help" icon={icons.help} sections={[{ items: items(help) }, { items: items(web) }]} />
}

const AccountMenu = (account: Account) => (
  <TopMenu label="Your account" icon={icons.account} sections={useAccountSections(account)} />
)

/** One menu with the content of all menus, without the preferences that the dialog also has. */
function More({ account = none }: { account?: readonly Section[] }) {
  const items = useItems()
  const [theme] = valuesOf(usePreferences())
  const sections = [
    ...account,
    { title: 'Preferences', items: items([theme, ...settings]) },
    { title: 'Help', items: items([...help, ...web]) },
  ]
  return <TopMenu label="More" icon={icons.more} sections={sections} />
}

const none: readonly never[] = []

const MoreWithAccount = (account: Account) => <More account={useAccountSections(account)} />

function TopMenu({ label, icon, sections }: { label: string; icon: ReactNode; sections: readonly Section[] }) {
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
function useAccountSections({ name }: Account): readonly Section[] {
  const items = useItems()
  const version = useQuery(config()).data?.version
  const backend = useQuery(about()).data
  const versions = { id: 'copy.versions', label: versionLine(version, backend), description: 'Copy the versions' }
  return [{ title: name === undefined ? 'Hello' : `Hello, ${name}`, items: items(mine) }, { items: [versions] }]
}

function useItems() {
  const { environment, keys } = useConsole()
  const context = contextIn(usePlaces(), environment)
  return (entries: readonly Entry[]) => itemsOf(entries, context, keys)
}
