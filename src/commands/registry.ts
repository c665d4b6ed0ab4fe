import { parseCall } from './call'
import { type Command, titleOf } from './command'
import { checkCommands } from './areas/check'
import { copyCommands } from './areas/copy'
import { detailCommands } from './areas/detail'
import { editorCommands } from './areas/editor'
import { evidenceCommands } from './areas/evidence'
import { flagCommands } from './areas/flags'
import { formCommands } from './areas/forms'
import { healthCommands } from './areas/health'
import { keyCommands } from './areas/keys'
import { listCommands } from './areas/list'
import { navigationCommands } from './areas/navigation'
import { outboxCommands } from './areas/outbox'
import { paletteCommands } from './areas/palette'
import { paneCommands } from './areas/panes'
import { peopleCommands } from './areas/people'
import { playbookCommands } from './areas/playbook'
import { preferenceCommands } from './areas/preferences'
import { resourceCommands } from './areas/resources'
import { sessionCommands } from './areas/session'
import { shellCommands } from './areas/shell'
import { timeCommands } from './areas/time'

/**
 * Everything the console can do, in the order in which the palette offers it. The list is closed: things are arguments,
 * never commands.
 */
export const commands: readonly Command[] = [
  ...healthCommands,
  ...checkCommands,
  ...detailCommands,
  ...playbookCommands,
  ...evidenceCommands,
  ...peopleCommands,
  ...outboxCommands,
  ...flagCommands,
  ...resourceCommands,
  ...copyCommands,
  ...navigationCommands,
  ...shellCommands,
  ...sessionCommands,
  ...paletteCommands,
  ...preferenceCommands,
  ...timeCommands,
  ...keyCommands(() => commands),
  ...listCommands,
  ...paneCommands,
  ...formCommands,
  ...editorCommands,
]

const byId = new Map(commands.map((command) => [command.id, command]))

export const findCommand = (id: string): Command | undefined => byId.get(id)

/**
 * What a written call does, as far as it says by itself: `Set status to mitigated`. A title that does not tell its
 * arguments gets them after it, `Change theme: dark`, unless they are things. Empty for one that leads nowhere.
 */
export function titleOfCall(call: string): string {
  const { id, args } = parseCall(call)
  const command = findCommand(id)
  if (!command) return ''
  const given = Object.entries(args).filter(([name]) => !command.slots?.[name]?.complete)
  if (typeof command.title === 'string' && given.length > 0)
    return `${command.title}: ${given.map(([, written]) => written).join(', ')}`
  const known = Object.entries(args).map(([name, written]) => [
    name,
    command.slots?.[name]?.schema.safeParse(written).data,
  ])
  return titleOf(command, Object.fromEntries(known))
}
