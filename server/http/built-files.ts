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
  const manifest = readManifest(folder)
  if (!manifest) return () => []
  const entry = filesOf(manifest, 'index.html')
  return (source) => (manifest[source] ? [...filesOf(manifest, source)].filter((file) => !entry.has(file)) : [])
}

export type Manifest = Readonly<Record<string, { file: string; imports: readonly string[]; css: readonly string[] }>>

/** @returns undefined where there is none */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, '.vite', 'manifest.json')
  return existsSync(path) ? manifestShape.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

/**
 * The files that a chunk needs before it runs, its own among them.
 * @throws {Error} when it is not in the manifest
 */
export function filesOf(manifest: Manifest, source: string): Set<string> {
  const reached = new Set([source])
  const files = new Set<string>()
  // A set goes on to what is added to it on the way.
  for (const key of reached) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is no chunk of the built console.`)
    for (const file of [chunk.file, ...chunk.css]) files.add(file)
    for (const imported of chunk.imports) reached.add(imported)
  }
  return files
}
