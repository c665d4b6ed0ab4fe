import { parseCall } from './call'
import { createStore } from '../lib/store'
import { type Command, titleOf } from './command'
import { checkCommands } from './areas/check'
import { detailCommands } from './areas/detail'
import { formCommands } from './areas/forms'
import { healthCommands } from './areas/health'
import { listCommands } from './areas/list'
import { navigationCommands } from './areas/navigation'
import { paneCommands } from './areas/panes'
import { shellCommands } from './areas/shell'

/** What a page may need before everything else is loaded. An area that belongs to one page, or to dialogs, is not here. */
const first: readonly Command[] = [
  ...healthCommands,
  ...checkCommands,
  ...detailCommands,
  ...navigationCommands,
  ...shellCommands,
  ...listCommands,
  ...paneCommands,
  ...formCommands,
]

let byId = indexOf(first)

/** The commands that are known: at first those above, soon every one. */
export const knownCommands = createStore<readonly Command[]>(first)

/** Makes commands known: those of a page, by the page, and every one, in their order, by `every-command.ts`. */
export function addCommands(commands: readonly Command[]): void {
  const ids = new Set(commands.map(({ id }) => id))
  const all = [...commands, ...knownCommands.get().filter(({ id }) => !ids.has(id))]
  byId = indexOf(all)
  knownCommands.set(all)
}

/** Loads the definitions that no first page needs; if that fails, the next call tries again. */
export const loadEveryCommand = (): Promise<unknown> => import('./every-command')

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

function indexOf(commands: readonly Command[]): ReadonlyMap<string, Command> {
  return new Map(commands.map((command) => [command.id, command]))
}
