import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Vite's manifest: chunks by their source. `imports` are keys of the manifest, loaded before the chunk runs. */
const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) })
)

/**
 * Resolves the files that a module of the built console needs, in addition to those of its HTML page.
 * @param folder the built console; without a manifest, modules have no files of their own
 * @returns a function from the source path, relative to the project root, to paths relative to the folder
 */
export function createFileResolver(folder: string): (source: string) => readonly string[] {
  const manifest = readManifest(folder)
  if (!manifest) return () => []
  const entry = listChunkFiles(manifest, 'index.html')
  return (source) => (manifest[source] ? [...listChunkFiles(manifest, source)].filter((file) => !entry.has(file)) : [])
}

export type BuildManifest = Readonly<
  Record<string, { file: string; imports: readonly string[]; css: readonly string[] }>
>

/** @returns undefined when there is no manifest */
export function readManifest(folder: string): BuildManifest | undefined {
  const path = join(folder, '.vite', 'manifest.json')
  return existsSync(path) ? manifestShape.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

/**
 * The files that a chunk needs before it runs, including its own.
 * @throws {Error} when it is not in the manifest
 */
export function listChunkFiles(manifest: BuildManifest, source: string): Set<string> {
  const reached = new Set([source])
  const files = new Set<string>()
  // Iterating a set includes elements that are added during the loop.
  for (const key of reached) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not a chunk of the built console.`)
    for (const file of [chunk.file, ...chunk.css]) files.add(file)
    for (const imported of chunk.imports) reached.add(imported)
  }
  return files
}
