import { parseCall } from './call'
import { type Command, titleOf } from './command'
import { checkCommands } from './check'
import { copyCommands } from './copy'
import { editorCommands } from './editor'
import { evidenceCommands } from './evidence'
import { flagCommands } from './flags'
import { formCommands } from './forms'
import { healthCommands } from './health'
import { keyCommands } from './keys'
import { listCommands } from './list'
import { navigationCommands } from './navigation'
import { outboxCommands } from './outbox'
import { paletteCommands } from './palette'
import { paneCommands } from './panes'
import { peopleCommands } from './people'
import { playbookCommands } from './playbook'
import { prefsCommands } from './prefs'
import { sessionCommands } from './session'
import { shellCommands } from './shell'
import { timeCommands } from './time'

/**
 * Everything the console can do, in the order in which the palette offers it. The list is closed: things are arguments,
 * never commands.
 */
export const commands: readonly Command[] = [
  ...healthCommands,
  ...checkCommands,
  ...playbookCommands,
  ...evidenceCommands,
  ...peopleCommands,
  ...outboxCommands,
  ...flagCommands,
  ...copyCommands,
  ...navigationCommands,
  ...shellCommands,
  ...sessionCommands,
  ...paletteCommands,
  ...prefsCommands,
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
  const told = Object.entries(args).filter(([name]) => !command.slots?.[name]?.complete)
  if (typeof command.title === 'string' && told.length > 0)
    return `${command.title}: ${told.map(([, written]) => written).join(', ')}`
  const known = Object.entries(args).map(([name, written]) => [
    name,
    command.slots?.[name]?.schema.safeParse(written).data,
  ])
  return titleOf(command, Object.fromEntries(known))
}
