import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'vite'
import { builtFrom, buildStamp, dist, fingerprint, hash, root } from './tree.mjs'

/** Builds the console and the server. */
export async function buildAll() {
  const from = fingerprint(builtFrom)
  await buildServer()
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  compress(join(root, 'dist', 'console'))
  writeFileSync(buildStamp, from)
}

/** Builds the server, its worker threads, and the seed of a new database. */
export async function buildServer() {
  await build({ root, configFile: join(root, 'vite.server.config.ts'), logLevel: 'warn' })
  await ensureSeed()
}

/**
 * Creating the seed runs `initdb` and every migration, which takes seconds, so it is cached until one of them changes.
 */
async function ensureSeed() {
  const pglite = JSON.parse(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8')).version
  const key = hash(pglite + fingerprint(['server/data/db']))
  const seed = join(root, 'dist', 'seed.tar.gz')
  if (existsSync(seed) && existsSync(`${seed}.key`) && readFileSync(`${seed}.key`, 'utf8') === key) return
  const { writeSeed } = await import(new URL('server/main.js', dist).href)
  await writeSeed(seed)
  writeFileSync(`${seed}.key`, key)
}

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest)$/

/**
 * Writes a `.br` file next to every text file, so that serving needs no compression. Small files count, too: a page has
 * about twenty, and compressed they are half as large.
 * @param {string} folder
 */
function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !COMPRESSIBLE.test(path)) continue
    const content = readFileSync(path)
    const compressed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    if (compressed.length < content.length) writeFileSync(`${path}.br`, compressed)
  }
}
