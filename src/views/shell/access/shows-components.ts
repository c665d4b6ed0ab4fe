import { type Environment, mayLookAt } from '../../../commands/context'
import { isDisabled } from '../../../lib/flags'

/** Whether components are shown here: not before it is known who looks, and not on public pages, which have none. */
export const showsComponents = (here: Environment): boolean =>
  !here.isReadOnly && here.roles !== undefined && mayLookAt(here, 'topologies') && !isDisabled(here.flags, 'topology')
