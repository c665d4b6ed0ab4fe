import type { accessCommands } from './settings/access.commands'
import type { agentCommands } from './settings/agents.commands'
import type { keyCommands } from './account/keys.commands'
import type { macroCommands } from './account/macros.commands'
import type { preferenceCommands } from './account/preferences.commands'
import type { sessionCommands } from './account/session.commands'
import type { tokenCommands } from './account/tokens.commands'
import type { catalogCommands } from './catalog/catalog.commands'
import type { relationshipCommands } from './catalog/relationships.commands'
import type { checkCommands } from './health/check.commands'
import type { incidentCommands } from './incidents/incidents.commands'
import type { notificationCommands } from './notifications/history.commands'
import type { silenceCommands } from './notifications/silences.commands'
import type { paletteCommands } from './palette/palette.commands'
import type { playbookCommands } from './playbooks/playbook.commands'
import type { runCommands } from './playbooks/runs.commands'
import type { flagCommands } from './settings/flags.commands'
import type { invitationCommands } from './settings/invitations.commands'
import type { jobCommands } from './settings/jobs.commands'
import type { peopleCommands } from './settings/people.commands'
import type { resourceCommands } from './settings/resources.commands'
import type { teamCommands } from './settings/teams.commands'
import type { navigationCommands } from './shell/navigation.commands'
import type { componentLinkCommands } from './topology/component-links.commands'
import type { componentCommands } from './topology/component.commands'
import type { viewCommands } from './views/views.commands'
import type { ArgsOf, Call, DefinedCommand } from './command'

/** The modules of the commands that code calls with arguments. They are imported as types, so a call loads no command. */
type Modules =
  | typeof accessCommands
  | typeof agentCommands
  | typeof catalogCommands
  | typeof checkCommands
  | typeof componentCommands
  | typeof componentLinkCommands
  | typeof flagCommands
  | typeof incidentCommands
  | typeof invitationCommands
  | typeof jobCommands
  | typeof keyCommands
  | typeof macroCommands
  | typeof navigationCommands
  | typeof notificationCommands
  | typeof paletteCommands
  | typeof peopleCommands
  | typeof playbookCommands
  | typeof preferenceCommands
  | typeof relationshipCommands
  | typeof resourceCommands
  | typeof runCommands
  | typeof sessionCommands
  | typeof silenceCommands
  | typeof teamCommands
  | typeof tokenCommands
  | typeof viewCommands

type Callable = Extract<Modules[number], DefinedCommand>
type ArgsById = { [C in Callable as string extends C['id'] ? never : C['id']]: ArgsOf<C> }

/**
 * A call from code, with the arguments that its command declares. The context supplies the others, or they are prompted
 * for.
 */
export const callTo = <I extends keyof ArgsById>(id: I, args: Partial<ArgsById[I]>): Call => ({ id, args })
