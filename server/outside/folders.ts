import { type Dirent } from 'node:fs'
import { lstat, opendir, realpath, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'

/**
 * Which folders of this machine checks and connections may look into; undefined: all of them. Whoever writes a check is
 * not meant to learn what only the user of the console can read.
 */
export type FolderPolicy = { allow?: readonly string[] }

let policy: FolderPolicy = {}

/** One process has one policy: it is set at the start, before anything is looked into. */
export const setFolderPolicy = (next: FolderPolicy): void => void (policy = next)

/** What the system shows of itself: open files, memory, devices. Never a place to keep anything. */
const systemFolders = ['/proc', '/sys', '/dev']
/** The magic numbers of procfs and sysfs on Linux, wherever they are mounted. */
const systemTypes = new Set([0x9fa0, 0x62656572])

const isWithin = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

export type FoundFile = {
  /** Below the folder that was asked for. */
  path: string
  modifiedMs: number
  sizeBytes: number
}

/**
 * The folder that a path leads to, without symbolic links.
 * @throws when it is not there, or may not be looked into; of a place that may not be, nothing is told, not even
 * whether it is there.
 */
export async function allowedFolder(path: string): Promise<string> {
  const wanted = resolve(path)
  const named = policy.allow?.map((folder) => resolve(folder))
  const roots = named && [...named, ...(await Promise.all(named.map((folder) => realpath(folder).catch(() => folder))))]
  const refusal = new Error(
    `${path} may not be looked into from this console: whoever runs it can allow it with --allow-folder`
  )
  if (roots && !roots.some((root) => isWithin(wanted, root))) throw refusal
  if (systemFolders.some((folder) => isWithin(wanted, folder))) throw new Error(`${path} is no folder of files`)
  const { real, missing } = await followed(wanted)
  if (roots && !roots.some((root) => isWithin(real, root))) throw refusal
  if (missing !== undefined) throw missing
  if (systemFolders.some((folder) => isWithin(real, folder)) || systemTypes.has((await statfs(real)).type))
    throw new Error(`${path} is no folder of files`)
  return real
}

/** Where a path leads, or, when it is not there, as far as it leads. */
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
 * The files in a folder. Links are followed to files that may be looked at, and never to folders; what vanishes
 * meanwhile is left out.
 * @param depth how many levels down: 1 is the folder itself.
 * @param mostEntries more than this throw.
 */
export async function* filesIn(
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
