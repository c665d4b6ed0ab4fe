import { type Dirent } from 'node:fs'
import { lstat, opendir, realpath, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'

/**
 * The folders of this machine that checks and connections may read; undefined: all of them. The author of a check must
 * not learn what only the operator of the console can read.
 */
export type FolderPolicy = { allow?: readonly string[] }

let policy: FolderPolicy = {}

/** The policy of this process, set once at the start. */
export const setFolderPolicy = (next: FolderPolicy): void => void (policy = next)

/** Interfaces of the system: open files, memory, devices. They never contain stored files. */
const systemFolders = ['/proc', '/sys', '/dev']
/** The magic numbers of procfs and sysfs on Linux, wherever they are mounted. */
const systemTypes = new Set([0x9fa0, 0x62656572])

const isWithin = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

export type FoundFile = {
  /** Relative to the requested folder. */
  path: string
  modifiedMs: number
  sizeBytes: number
}

/**
 * Resolves a path to its folder, without symbolic links.
 * @throws when the folder is missing or denied. For denied folders the error does not reveal whether they exist.
 */
export async function allowedFolder(path: string): Promise<string> {
  const wanted = resolve(path)
  const named = policy.allow?.map((folder) => resolve(folder))
  const roots = named && [...named, ...(await Promise.all(named.map((folder) => realpath(folder).catch(() => folder))))]
  const refusal = new Error(`${path} is blocked on this console. The operator can allow it with --allow-folder`)
  if (roots && !roots.some((root) => isWithin(wanted, root))) throw refusal
  if (systemFolders.some((folder) => isWithin(wanted, folder))) throw new Error(`${path} is a system folder`)
  const { real, missing } = await followed(wanted)
  if (roots && !roots.some((root) => isWithin(real, root))) throw refusal
  if (missing !== undefined) throw missing
  if (systemFolders.some((folder) => isWithin(real, folder)) || systemTypes.has((await statfs(real)).type))
    throw new Error(`${path} is a system folder`)
  return real
}

/** Resolves symbolic links. For a missing path, resolves its existing parent. */
async function followed(path: string): Promise<{ real: string; missing?: unknown }> {
  try {
    return { real: await realpath(path) }
  } catch (error) {
    const { real } = await followed(dirname(path))
    return { real, missing: error }
  }
}

const isAllowed = (path: string): Promise<boolean> =>
  allowedFolder(path).then(
    () => true,
    () => false
  )

/**
 * The files in a folder. Links to allowed files are followed, links to folders never. Files that disappear during the
 * scan are left out.
 * @param depth number of levels: 1 is the folder itself.
 * @param mostEntries maximum number of entries; more throw.
 */
export async function* listFiles(
  path: string,
  { depth, mostEntries, signal }: { depth: number; mostEntries: number; signal: AbortSignal }
): AsyncGenerator<FoundFile> {
  const root = await allowedFolder(path)
  const waiting = ['']
  let seen = 0
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const folder = join(root, below)
    // Other file systems may be mounted below, and a folder may have become a link.
    if (below !== '' && !(await isAllowed(folder))) continue
    for await (const entry of await opendir(folder)) {
      signal.throwIfAborted()
      if (++seen > mostEntries) throw new Error(`more than ${mostEntries} entries below ${path}`)
      const name = join(below, entry.name)
      if (entry.isDirectory()) {
        if (name.split(sep).length < depth) waiting.push(name)
        continue
      }
      const found = await fileOf(join(root, name), entry).catch(() => undefined)
      if (found?.isFile()) yield { path: name, modifiedMs: found.mtimeMs, sizeBytes: found.size }
    }
  }
}

async function fileOf(path: string, entry: Dirent) {
  if (entry.isFile()) return lstat(path)
  return entry.isSymbolicLink() && (await isAllowed(path)) ? stat(await realpath(path)) : undefined
}
