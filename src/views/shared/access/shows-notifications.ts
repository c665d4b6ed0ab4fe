import type { CommandEnvironment } from '@/commands/context'
import { isAllowed } from '@/shared/access/access'
import { isDisabled } from '@/shared/access/flags'

/** Whether notifications are shown: not until the roles of the user are known, and never on public pages. */
export const showsNotifications = ({ isReadOnly, flags, ...user }: CommandEnvironment): boolean =>
  !isReadOnly &&
  user.roles !== undefined &&
  isAllowed(user, 'notifications', 'read') &&
  !isDisabled(flags, 'settings.notifications')
