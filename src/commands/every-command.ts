import type { Command } from './command'
import { addCommands } from './registry'

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('./*/*.commands.ts', { eager: true })

/**
 * All commands, by feature and module. The list is closed: resources are arguments, never commands of their own.
 */
export const allCommands: readonly Command[] = Object.values(modules).flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) => (name.endsWith('Commands') ? (value as readonly Command[]) : []))
)

addCommands(allCommands)
