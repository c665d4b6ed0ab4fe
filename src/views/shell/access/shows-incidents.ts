import type { CommandEnvironment } from '@/commands/context'
import { isAllowed } from '@/lib/access'
import { isDisabled } from '@/lib/flags'

/** Whether incidents are shown: not until the roles of the user are known, and never on public pages. */
export const showsIncidents = ({ isReadOnly, flags, ...user }: CommandEnvironment): boolean =>
  !isReadOnly && user.roles !== undefined && isAllowed(user, 'incident', 'read') && !isDisabled(flags, 'incidents')
