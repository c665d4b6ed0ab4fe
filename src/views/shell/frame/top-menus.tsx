import { lazy, type ReactNode, useContext } from 'react'
import { Button } from '../../../ui/button'
import { say } from '../../../ui/voice'
import { useConsole } from '../console'
import { HostedAccountContext } from '../access/hosted-account'
import { icons } from '../icons'
import { LazyBoundary } from './lazy-boundary'
import { useMedia } from '../stores'

const View = lazy(() => import('./top-menus-view'))

/**
 * The menus at the end of the top bar: preferences, help and account. Public pages have no account menu. On small
 * screens one menu has the content of all.
 */
export function TopMenus() {
  const { account } = useConsole()
  const hosted = useContext(HostedAccountContext)
  const isSmall = useMedia('(max-width: 640px)')
  const own = hosted ? undefined : account
  return (
    <>
      <LazyBoundary
        fallback={
          isSmall ? (
            <Waiting label="More" icon={icons.more} />
          ) : (
            <>
              <Waiting label="Preferences" icon={icons.preferences} />
              <Waiting label="Help" icon={icons.help} />
              {own && <Waiting label="Your account" icon={icons.account} />}
            </>
          )
        }
        onFailed={() => say('The menus of the top bar could not be loaded. The palette has all that is in them.')}
      >
        <View account={own} isSmall={isSmall} />
      </LazyBoundary>
      {account && hosted && <hosted.Menu />}
    </>
  )
}

const Waiting = ({ label, icon }: { label: string; icon: ReactNode }) => (
  <Button tone="bare" hasPopup="menu" label={label} refusal="Loading…">
    {icon}
  </Button>
)
