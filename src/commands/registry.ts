import type { Command } from './command'
import { healthCommands } from './health'
import { listCommands } from './list'
import { shellCommands } from './shell'

/**
 * Everything the console can do, in the order in which the palette offers it. The list is closed: things are arguments,
 * never commands.
 */
export const commands: readonly Command[] = [...healthCommands, ...shellCommands, ...listCommands]

const byId = new Map(commands.map((command) => [command.id, command]))

export const findCommand = (id: string): Command | undefined => byId.get(id)
