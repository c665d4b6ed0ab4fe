import { basename, dirname, join } from 'node:path'
import { allowedFolder, listFiles } from '../platform/outside/folders'
import { readGlob } from '../platform/outside/glob'
import { openLogFile, type OpenLogFile } from './read-lines'
import { LogBackendError } from './spec'

const MOST_FILES = 50
const MOST_ENTRIES = 20_000
const MOST_SIBLINGS = 50

export type FoundLogFile = { path: string; name: string; modifiedMs: number }

/** Returns the files that match any of the paths. @throws {LogBackendError} when there are too many. */
export async function findLogFiles(paths: readonly string[], signal: AbortSignal): Promise<FoundLogFile[]> {
  const files = new Map<string, FoundLogFile>()
  for (const path of paths)
    for await (const file of listMatchingFiles(path, signal)) {
      files.set(file.path, file)
      if (files.size > MOST_FILES) throw new LogBackendError(`more than ${MOST_FILES} files match`)
    }
  return [...files.values()]
}

/** The files that match a path. @throws when the folder may not be read */
async function* listMatchingFiles(path: string, signal: AbortSignal): AsyncGenerator<FoundLogFile> {
  const glob = readGlob(path)
  const folder = glob?.folder ?? dirname(path)
  const depth = glob?.depth ?? 1
  for await (const file of listFiles(folder, { depth, mostEntries: MOST_ENTRIES, signal })) {
    if (!(glob ? glob.pattern.isAll(file.path) : file.path === basename(path))) continue
    // Compressed files have no readable lines.
    if (/\.(?:gz|bz2|xz|zst|zip)$/i.test(file.path)) continue
    yield { path: join(folder, file.path), name: file.path, modifiedMs: file.modifiedMs }
  }
}

const stem = (path: string) => basename(path).replace(/\.[^.]*$/, '')

/** Returns files in the same folders with a similar name, which may be renamed files. The latest first. */
export async function findSiblingFiles(files: readonly FoundLogFile[], signal: AbortSignal): Promise<FoundLogFile[]> {
  const known = new Set(files.map(({ path }) => path))
  const stems = new Set(files.map(({ path }) => stem(path)))
  const found: FoundLogFile[] = []
  for (const folder of new Set(files.map(({ path }) => dirname(path))))
    for await (const file of listFiles(folder, { depth: 1, mostEntries: MOST_ENTRIES, signal })) {
      const path = join(folder, file.path)
      if (!known.has(path) && [...stems].some((one) => file.path.startsWith(one)))
        found.push({ path, name: file.path, modifiedMs: file.modifiedMs })
    }
  return found.toSorted((a, b) => b.modifiedMs - a.modifiedMs).slice(0, MOST_SIBLINGS)
}

/**
 * Opens a file that was found. The path is checked again, because the file may have become a link since then.
 * @returns undefined when the file no longer exists.
 */
export const openFoundFile = async ({ path }: FoundLogFile): Promise<OpenLogFile | undefined> =>
  openLogFile(await allowedFolder(path)).catch(undefinedIfMissing)

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
