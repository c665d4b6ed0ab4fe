import { lazy, useContext } from 'react'
import { Button } from '../../ui/button'
import { say } from '../../ui/voice'
import { useConsole } from './console'
import { HostedAccountContext } from './hosted-account'
import { icons } from './icons'
import { Late } from './late'

const View = lazy(() => import('./user-menu-view'))

/** Who is asking and what they can do about it; nothing on public pages, where nobody is asked who they are. */
export function UserMenu() {
  const { account } = useConsole()
  const hosted = useContext(HostedAccountContext)
  if (!account) return null
  if (hosted) return <hosted.Menu />
  return (
    <Late
      fallback={
        <Button tone="bare" hasPopup="menu" label="Your account" refusal="Loading…">
          {icons.account}
        </Button>
      }
      onFailed={() => say('The menu of your account could not be loaded. The palette has it too.')}
    >
      <View name={account.name} />
    </Late>
  )
}
