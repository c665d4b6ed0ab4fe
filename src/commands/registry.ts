import { parseCall } from './call'
import { createStore } from '../lib/store'
import { type Command, commandTitle } from './command'
import { checkCommands } from './health/check'
import { detailCommands } from './shell/detail'
import { formCommands } from './shell/forms'
import { healthCommands } from './health/health'
import { listCommands } from './shell/list'
import { navigationCommands } from './shell/navigation'
import { paneCommands } from './shell/panes'
import { shellCommands } from './shell/shell'

/**
 * Commands that a page can need before the other definitions are loaded. Areas of a single page, and dialogs, are not
 * included.
 */
const initialCommands: readonly Command[] = [
  ...healthCommands,
  ...checkCommands,
  ...detailCommands,
  ...navigationCommands,
  ...shellCommands,
  ...listCommands,
  ...paneCommands,
  ...formCommands,
]

let byId = indexById(initialCommands)

/** The loaded commands: the ones above at first, all of them soon after. */
export const knownCommands = createStore<readonly Command[]>(initialCommands)

/** Registers commands: those of a page are added with the page, and all of them, in order, by `every-command.ts`. */
export function addCommands(commands: readonly Command[]): void {
  const ids = new Set(commands.map(({ id }) => id))
  const all = [...commands, ...knownCommands.get().filter(({ id }) => !ids.has(id))]
  byId = indexById(all)
  knownCommands.set(all)
}

/** Loads the definitions that no initial page needs. After a failure, the next call tries again. */
export const loadEveryCommand = (): Promise<unknown> => import('./every-command')

export const findCommand = (id: string): Command | undefined => byId.get(id)

/**
 * Describes a written call without context: `Set status to mitigated`. If the title does not contain the arguments,
 * they are appended: `Change theme: dark`. Targets are not appended. Empty for an unknown command.
 */
export function describeCall(call: string): string {
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
  return commandTitle(command, Object.fromEntries(known))
}

function indexById(commands: readonly Command[]): ReadonlyMap<string, Command> {
  return new Map(commands.map((command) => [command.id, command]))
}
