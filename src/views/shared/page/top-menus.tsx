import { type ReactNode, useContext, useEffect } from 'react'
import { Button } from '@/ui/button'
import { useIdleModule } from '@/ui/use-loaded'
import { announce } from '@/ui/voice'
import { useConsole } from '../console'
import { HostedAccountContext } from '../access/hosted-account'
import { icons } from '../icons'
import { useMedia } from '../stores'

const load = () => import('./top-menus-view')

/**
 * The menus at the end of the top bar: preferences, help and account. Public pages have no account menu. On small
 * screens, a single menu has the content of all three.
 */
export function TopMenus() {
  const { account } = useConsole()
  const hosted = useContext(HostedAccountContext)
  const isSmall = useMedia('(max-width: 640px)')
  const own = hosted ? undefined : account
  const view = useIdleModule(load)
  useEffect(() => {
    if (view.is === 'failed') announce('The menus of the top bar could not be loaded. Use the command palette instead.')
  }, [view.is])
  return (
    <>
      {view.is === 'ready' ? (
        <view.value.default account={own} isSmall={isSmall} />
      ) : view.is === 'failed' ? null : (
        // Hovering loads the menus immediately, before the page is idle.
        <span onPointerEnter={view.now} style={{ display: 'contents' }}>
          {isSmall ? (
            <Waiting label="More" icon={icons.more} />
          ) : (
            <>
              <Waiting label="Preferences" icon={icons.preferences} />
              <Waiting label="Help" icon={icons.help} />
              {own && <Waiting label="Your account" icon={icons.account} />}
            </>
          )}
        </span>
      )}
      {account && hosted && <hosted.Menu />}
    </>
  )
}

const Waiting = ({ label, icon }: { label: string; icon: ReactNode }) => (
  <Button tone="bare" hasPopup="menu" label={label} refusal="Loading…">
    {icon}
  </Button>
)
