import type { Environment } from '../../../commands/context'
import { may } from '../../../lib/access'
import { isDisabled } from '../../../lib/flags'

/** Whether incidents are shown: not until the roles of the user are known, and never on public pages. */
export const showsIncidents = ({ isReadOnly, flags, ...user }: Environment): boolean =>
  !isReadOnly && user.roles !== undefined && may(user, 'incident', 'read') && !isDisabled(flags, 'incidents')
