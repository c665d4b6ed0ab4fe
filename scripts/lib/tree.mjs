// Where things are, and whether they changed.
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const dist = new URL('../../dist/', import.meta.url)

/**
 * Changes when a file is added, removed or edited.
 * @param {string[]} paths below the root
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

/** What the console and the server are built from. */
export const builtFrom = [
  'src',
  'server',
  'scripts',
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
]

/** The file that says from which sources, by their fingerprint, was built last. */
export const buildStamp = join(root, 'dist', '.built-from')
