import type { Command } from './command'
import { addCommands } from './registry'

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('./*/*.commands.ts', { eager: true })

/** Commands that do not belong to a feature come last. */
const last = /^\.\/(?:account|palette|settings|shell)\//

/**
 * All commands: those of the features first, by module. The list is closed: resources are arguments, never commands of
 * their own.
 */
export const allCommands: readonly Command[] = Object.entries(modules)
  .toSorted(([a], [b]) => Number(last.test(a)) - Number(last.test(b)))
  .flatMap(([, module]) => Object.entries(module))
  .flatMap(([name, value]) => (name.endsWith('Commands') ? (value as readonly Command[]) : []))

addCommands(allCommands)
