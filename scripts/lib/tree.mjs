// Paths of the project, and fingerprints of their content.
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const dist = new URL('../../dist/', import.meta.url)

/**
 * A hash that changes when a file is added, removed or edited.
 * @param {string[]} paths relative to the root
 */
export function fingerprint(paths) {
  /** @type {string[]} */
  const lines = []
  const visit = (/** @type {string} */ path) => {
    const info = statSync(join(root, path))
    if (info.isDirectory()) for (const name of readdirSync(join(root, path)).toSorted()) visit(`${path}/${name}`)
    else lines.push(`${path} ${info.size} ${info.mtimeMs}`)
  }
  paths.forEach(visit)
  return hash(lines.join('\n'))
}

/** @param {string} text */
export const hash = (text) => createHash('sha256').update(text).digest('hex')

/** The sources of the build. */
export const builtFrom = [
  'src',
  'server',
  'scripts',
  'index.html',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'vite.server.config.ts',
]

/** A file with the fingerprint of the last build's sources. */
export const buildStamp = join(root, 'dist', '.built-from')
