import { pages } from '../shared/routing/registry'
import type { Command } from './command'
import { addCommands } from './registry'

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('./*/*.commands.ts', { eager: true })

/** The folders, in the order of the palette: features as in the sidebar, then what every page has, then the others. */
const folders = [
  ...new Set(pages.map(({ files: [file] }) => file.split('/')[2] ?? '').filter((folder) => folder !== 'settings')),
  'shell',
]

function positionOf(file: string): number {
  const at = folders.indexOf(file.split('/')[1] ?? '')
  return at === -1 ? folders.length : at
}

const nameOf = (file: string) => file.replace('.commands.ts', '')

/** Within a folder, `playbook` comes before `playbook-dry-run`. */
function compareModules(a: string, b: string): number {
  return positionOf(a) - positionOf(b) || (nameOf(a) < nameOf(b) ? -1 : 1)
}

/** The commands of a module: the exports `…Commands`. */
const listCommands = (module: Readonly<Record<string, unknown>>) =>
  Object.entries(module).flatMap(([name, value]) => (name.endsWith('Commands') ? (value as readonly Command[]) : []))

/** All commands, in the order of the palette. The list is closed: resources are arguments, never commands of their own. */
export const allCommands: readonly Command[] = Object.entries(modules)
  .toSorted(([a], [b]) => compareModules(a, b))
  .flatMap(([, module]) => listCommands(module))

addCommands(allCommands)
