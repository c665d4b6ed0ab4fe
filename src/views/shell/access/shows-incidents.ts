import type { Environment } from '../../../commands/context'
import { may } from '../../../lib/access'
import { isDisabled } from '../../../lib/flags'

/** Whether incidents are shown here: not before it is known who looks, and not where nobody is asked who they are. */
export const showsIncidents = ({ isReadOnly, flags, ...who }: Environment): boolean =>
  !isReadOnly && who.roles !== undefined && may(who, 'incident', 'read') && !isDisabled(flags, 'incidents')
