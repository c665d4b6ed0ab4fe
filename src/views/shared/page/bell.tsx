import { useQuery } from '@tanstack/react-query'
import { MOST_UNREAD, unreadNotifications } from '@/api/notifications/unread'
import { unreadSince } from '@/lib/notifications/unread'
import { useNow } from '@/ui/use-now'
import { CommandButton } from '../commands/command-button'
import { icons } from '../icons'
import { useLiveUpdates, usePreferences } from '../stores'
import css from './bell.module.css'

/** Milliseconds between requests for the number of unread notifications. */
const POLL_MS = 60_000

/** Opens the notifications, and shows how many are unread. */
export default function Bell() {
  const { notificationsReadAt: readAt } = usePreferences()
  const isLive = useLiveUpdates()
  const since = useNow((now) => unreadSince(readAt, now))
  // Not requested while the tab is hidden, which is the default of the library.
  const { data: unread = 0 } = useQuery({
    ...unreadNotifications(since),
    refetchInterval: isLive && POLL_MS,
    staleTime: POLL_MS,
  })
  const count = unread < MOST_UNREAD ? String(unread) : `${MOST_UNREAD - 1}+`
  return (
    <span className={css.bell}>
      <CommandButton
        call="go.notifications"
        tone="bare"
        icon={icons.notifications}
        label={unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}
      />
      {unread > 0 && (
        <span className={css.count} aria-hidden="true">
          {count}
        </span>
      )}
    </span>
  )
}
