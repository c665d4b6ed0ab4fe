import { useContext } from 'react'
import { lazyComponent } from '@/ui/lazy-component'
import { showsNotifications } from '../access/shows-notifications'
import { CommandButton } from '../commands/command-button'
import { MenuButton } from '../commands/menu-button'
import { HostedAccountContext } from '../access/hosted-account'
import { useConsole } from '../console'
import { icons } from '../icons'
import { useMedia } from '../stores'

const Bell = lazyComponent({
  load: () => import('./bell'),
  when: 'idle',
  pending: () => <CommandButton call="go.notifications" tone="bare" icon={icons.notifications} label="Notifications" />,
})

const View = lazyComponent({ load: () => import('./top-menus-view') })

const looks = {
  more: { label: 'More', children: icons.more },
  preferences: { label: 'Preferences', children: icons.preferences },
  help: { label: 'Help', children: icons.help },
  account: { label: 'Your account', children: icons.account },
} as const

/** A menu of the top bar. */
export type TopMenuName = keyof typeof looks

/**
 * The end of the top bar: the bell and the menus for preferences, help and account. Public pages have neither the bell
 * nor an account menu. On small screens, a single menu has the content of all three.
 */
export function TopMenus() {
  const { account, environment } = useConsole()
  const hosted = useContext(HostedAccountContext)
  const isSmall = useMedia('(max-width: 640px)')
  const own = hosted ? undefined : account
  const names: readonly TopMenuName[] = isSmall
    ? ['more']
    : own
      ? ['preferences', 'help', 'account']
      : ['preferences', 'help']
  return (
    <>
      {showsNotifications(environment) && <Bell />}
      {names.map((name) => (
        <MenuButton
          key={name}
          look={{ tone: 'bare', ...looks[name] }}
          menu={View}
          of={{ name, label: looks[name].label, account: own }}
        />
      ))}
      {account && hosted && <hosted.Menu />}
    </>
  )
}
