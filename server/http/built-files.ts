import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Vite's: a chunk by the source that it was made of. `imports` are keys of it, loaded before the chunk runs. */
const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) })
)

/**
 * Which files a part of the built console needs, besides those that its one page names.
 * @param folder of the built console; without a manifest in it no part has files of its own
 * @returns by the source of the part, from the root of the project: paths below the folder
 */
export function filesOfParts(folder: string): (source: string) => readonly string[] {
  const path = join(folder, '.vite', 'manifest.json')
  if (!existsSync(path)) return () => []
  const manifest = manifestShape.parse(JSON.parse(readFileSync(path, 'utf8')))
  const filesOf = (source: string): Set<string> => {
    const reached = new Set([source])
    // A set goes on to what is added to it on the way.
    for (const key of reached) for (const imported of manifest[key]?.imports ?? []) reached.add(imported)
    return new Set([...reached].flatMap((key) => [manifest[key]?.file ?? [], manifest[key]?.css ?? []].flat()))
  }
  const entry = filesOf('index.html')
  return (source) => [...filesOf(source)].filter((file) => !entry.has(file))
}
