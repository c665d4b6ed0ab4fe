import type { CommandEnvironment } from '@/commands/context'
import { isAllowed } from '@/shared/access/access'
import { isDisabled } from '@/shared/access/flags'

/** Whether incidents are shown: not until the roles of the user are known, and never on public pages. */
export const showsIncidents = ({ isReadOnly, flags, ...user }: CommandEnvironment): boolean =>
  !isReadOnly && user.roles !== undefined && isAllowed(user, 'incident', 'read') && !isDisabled(flags, 'incidents')
