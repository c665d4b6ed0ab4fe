import { findLoaded, loadModule } from '../lib/load-module'
import { createStore } from '../lib/store'
import { commandIdOf, formatCall, splitCall, toCall } from './call'
import { type CallSource, type Command, commandTitle } from './command'

let byId = indexById([])

/** The commands that have been loaded: the initial ones, those of the open page, and soon after all of them. */
export const knownCommands = createStore<readonly Command[]>([])

/** Registers the commands of a module, `src/commands/<feature>/<name>.commands.ts`, when the module is loaded. */
export function defineCommands<const C extends readonly Command[]>(commands: C): C {
  addCommands(commands)
  return commands
}

/** Registers commands. Those that are registered already are replaced and take the given order. */
export function addCommands(commands: readonly Command[]): void {
  const ids = new Set(commands.map(({ id }) => id))
  const all = [...commands, ...knownCommands.get().filter(({ id }) => !ids.has(id))]
  byId = indexById(all)
  knownCommands.set(all)
}

/** Loads the definitions that no initial page needs. After a failure, the next call tries again. */
export const loadEveryCommand = (): Promise<unknown> => loadModule(loadDefinitions)

const loadDefinitions = () => import('./every-command')

/** Whether all definitions are loaded, so that a command that is not found does not exist. */
export const areCommandsLoaded = (): boolean => findLoaded(loadDefinitions) !== undefined

export const findCommand = (id: string): Command | undefined => byId.get(id)

/**
 * Describes a call without context: `Set status to mitigated`. If the title does not contain the arguments,
 * they are appended: `Change theme: dark`. Targets are not appended. Empty for an unknown command.
 */
export function describeCall(call: CallSource): string {
  const command = findCommand(commandIdOf(call))
  if (!command) return ''
  const { args } = splitCall(formatCall(call, findCommand))
  const given = Object.entries(args).filter(([name]) => !command.slots?.[name]?.complete)
  if (typeof command.title === 'string' && given.length > 0)
    return `${command.title}: ${given.map(([, written]) => written).join(', ')}`
  return commandTitle(command, toCall(call, findCommand).args)
}

function indexById(commands: readonly Command[]): ReadonlyMap<string, Command> {
  return new Map(commands.map((command) => [command.id, command]))
}
