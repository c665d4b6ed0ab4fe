import { type ReactNode, useContext } from 'react'
import { Button } from '@/ui/button'
import { useAnnouncement } from '@/ui/hooks'
import { lazyComponent } from '@/ui/lazy-component'
import { showsNotifications } from '../access/shows-notifications'
import { useConsole } from '../console'
import { HostedAccountContext } from '../access/hosted-account'
import { icons } from '../icons'
import { useMedia } from '../stores'

/**
 * The end of the top bar: the bell and the menus for preferences, help and account. Public pages have neither the bell
 * nor an account menu. On small screens, a single menu has the content of all three.
 */
export function TopMenus() {
  const { account, environment } = useConsole()
  const hosted = useContext(HostedAccountContext)
  const isSmall = useMedia('(max-width: 640px)')
  return (
    <>
      <Menus account={hosted ? undefined : account} isSmall={isSmall} hasBell={showsNotifications(environment)} />
      {account && hosted && <hosted.Menu />}
    </>
  )
}

const Menus = lazyComponent({
  load: () => import('./top-menus-view'),
  when: 'idle',
  pending: ({ account, isSmall, hasBell }, loadNow) => (
    // Hovering loads the menus immediately, before the page is idle.
    <span onPointerEnter={loadNow} style={{ display: 'contents' }}>
      {hasBell && <Waiting label="Notifications" icon={icons.notifications} />}
      {isSmall ? (
        <Waiting label="More" icon={icons.more} />
      ) : (
        <>
          <Waiting label="Preferences" icon={icons.preferences} />
          <Waiting label="Help" icon={icons.help} />
          {account && <Waiting label="Your account" icon={icons.account} />}
        </>
      )}
    </span>
  ),
  failed: () => <Failed />,
})

function Failed() {
  useAnnouncement('The menus of the top bar could not be loaded. Use the command palette instead.')
  return null
}

const Waiting = ({ label, icon }: { label: string; icon: ReactNode }) => (
  <Button tone="bare" hasPopup="menu" label={label} refusal="Loading…">
    {icon}
  </Button>
)
