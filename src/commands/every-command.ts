import type { Page } from '../shared/routing/page'
import { findPage, pages, toPath } from '../shared/routing/registry'
import type { Command } from './command'
import { addCommands } from './registry'

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('./*/*.commands.ts', { eager: true })

/** The folder of the feature of a page, which has the same name in `src/views` and `src/commands`. */
function folderOf(page: Page | undefined): string | undefined {
  return page?.files[0].split('/')[2]
}

/** The folders, in the order of the palette: features as in the sidebar, then what every page has, then the others. */
const folders = [...new Set(pages.map(folderOf).filter((folder) => folder !== 'settings')), 'shell']

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

const inOrder = Object.entries(modules).toSorted(([a], [b]) => compareModules(a, b))

/** All commands, in the order of the palette. The list is closed: resources are arguments, never commands of their own. */
export const allCommands: readonly Command[] = inOrder.flatMap(([, module]) => listCommands(module))

/** All commands; those of the feature whose page is at the address come first. */
export function listCommandsAt(address: string): readonly Command[] {
  const folder = folderOf(findPage(toPath(address))?.page)
  const own = inOrder.flatMap(([file, module]) => (file.split('/')[1] === folder ? listCommands(module) : []))
  return [...new Set([...own, ...allCommands])]
}

addCommands(allCommands)
