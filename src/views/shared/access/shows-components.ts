import { type CommandEnvironment, mayRead } from '@/commands/context'
import { isDisabled } from '@/shared/access/flags'

/** Whether components are shown: not until the roles of the user are known, and never on public pages. */
export const showsComponents = (here: CommandEnvironment): boolean =>
  !here.isReadOnly && here.roles !== undefined && mayRead(here, 'topologies') && !isDisabled(here.flags, 'topology')
