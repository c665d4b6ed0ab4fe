// Divides the modules that several pages need into few files.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './tree.mjs'

/** @typedef {(id: string) => { importedIds: readonly string[] } | null} GetModuleInfo */

const source = join(root, 'src')

/** The modules of pages and of the descriptions of resources. Each keeps a file of its own, which the server looks up. */
const pageModules = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:\.page|resource-page|item-page|[\\/]details)\.tsx?$/.test(file))
  .map((file) => join(source, file))

/** Small files compress badly, so modules that this many pages need are one file. */
const MANY = 16
/** The same for modules of the first page of most sessions. A browser sends six requests at a time. */
const MANY_WITH_HEALTH = 3
const healthPage = join(source, 'views', 'health', 'health.page.tsx')

/** Status words are a file of their own: pages of many features need them, and other pages of these features do not. */
const statusWords = /[\\/]status-words?\.(?:ts|tsx|module\.css)$/

/** The same for the playbooks of a resource, which tabs of other features list without the pages of runs. */
const playbooks = /[\\/]api[\\/]playbooks[\\/]playbooks\.ts$/

/**
 * The page of a feature and the list of its resources are different pages: `playbooks`, `playbooks.list`.
 * @param {string} id
 */
function featureOf(id) {
  const [, folder, feature = ''] = /src[\\/](views|resources)[\\/]([a-z-]+)[\\/]/.exec(id) ?? []
  return folder === 'resources' ? `${feature}.list` : feature
}

/**
 * The modules that a module imports statically, itself included.
 * @param {string} start
 * @param {GetModuleInfo} getModuleInfo
 */
function closureOf(start, getModuleInfo) {
  const reached = new Set([start])
  // Iterating over a set includes elements added meanwhile.
  for (const id of reached) for (const next of getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

/**
 * The pages that need each module, without the modules that every page needs.
 * @param {GetModuleInfo} getModuleInfo
 */
function findPages(getModuleInfo) {
  const initial = closureOf(join(source, 'main.tsx'), getModuleInfo)
  /** @type {Map<string, string[]>} */
  const pages = new Map()
  for (const page of pageModules)
    for (const id of closureOf(page, getModuleInfo))
      if (id !== page && !initial.has(id)) pages.set(id, [...(pages.get(id) ?? []), page])
  return pages
}

/**
 * Names the file of a module: `common`, or the features whose pages need it. Null leaves the choice to the bundler.
 * @returns {(id: string, getModuleInfo: GetModuleInfo) => string | null}
 */
export function createChunkNames() {
  /** @type {Map<string, string[]> | undefined} */
  let pages
  return (id, getModuleInfo) => {
    if (pageModules.includes(id)) return null
    if (statusWords.test(id)) return 'status-words'
    if (playbooks.test(id)) return 'playbooks-of'
    pages ??= findPages(getModuleInfo)
    const needing = pages.get(id)
    if (!needing) return null
    const [only] = needing
    if (needing.length === 1 && only) return `${basename(only).replace(/\..*/, '')}-${featureOf(only)}`
    if (needing.length >= (needing.includes(healthPage) ? MANY_WITH_HEALTH : MANY)) return 'common'
    return [...new Set(needing.map(featureOf))].toSorted().join('-')
  }
}
