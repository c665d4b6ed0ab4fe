import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unreadNotifications } from '@/api/notifications/unread'
import type { PlaceData } from '@/commands/place'
import { ToggleField } from '@/ui/form/fields/toggle'
import { unreadSince } from '@/lib/notifications/unread'
import { useNow } from '@/ui/use-now'
import { CommandButton } from '../shared/commands/command-button'
import { usePlaces } from '../shared/commands/place'
import { useConsole } from '../shared/console'
import { usePreferences } from '../shared/stores'

/** The parts that both views of the page share. */
export type ViewProps = {
  place: Required<Pick<PlaceData, 'handlers' | 'choices'>>
  /** The control that switches between the views. */
  switches: ReactNode
}

/** Whether the list includes notifications that were silenced or skipped, which it leaves out at first. */
export function HeldSwitch({ isOn }: { isOn: boolean }) {
  const { perform } = useConsole()
  const places = usePlaces()
  return (
    <ToggleField
      kind="switch"
      label="Silenced and skipped"
      value={isOn}
      onChange={() => void perform({ call: 'notifications.held', origin: 'button' }, places)}
    />
  )
}

/** The time since when notifications are unread in this browser. ISO time. */
export function useUnreadSince(): string {
  const { notificationsReadAt: readAt } = usePreferences()
  return useNow((ms) => unreadSince(readAt, ms))
}

/** The actions of the page. */
export const PageActions = ({ isReady }: { isReady: boolean }) => (
  <>
    <MarkRead isReady={isReady} />
    <CommandButton call="notification.preferences" label="Preferences" />
  </>
)

/** Marks all notifications as read; shown while any are unread. The bell of the top bar has the same number. */
function MarkRead({ isReady }: { isReady: boolean }) {
  const { data: unread = 0 } = useQuery({ ...unreadNotifications(useUnreadSince()), enabled: isReady })
  return unread > 0 && <CommandButton call="notification.markRead" label="Mark all as read" />
}
