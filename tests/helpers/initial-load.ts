import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../../scripts/lib/tree.mjs'
import { listChunkFiles, readManifest } from '../../server/http/built-files'
import { pageFiles } from '../../src/shared/routing/registry'

const folder = join(root, 'dist', 'console')

/** The size as sent: compressed files are compressed by the build. */
function bytesOf(file: string): number {
  const path = join(folder, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

const isCode = (file: string) => /\.(?:js|css)$/.test(file)

/** JavaScript and CSS, in bytes as sent. */
export type InitialLoad = { files: number; bytes: number }

function loadOf(names: Iterable<string>): InitialLoad {
  const code = [...names].filter(isCode)
  return { files: code.length, bytes: code.reduce((sum, file) => sum + bytesOf(file), 0) }
}

/**
 * The files of the built console (`npm run build`) that a browser loads before a page is shown, by page, and the
 * deferred rest. `/` lists what every page needs; pages with chunks of their own have an entry, by one of their paths.
 */
export function measureInitialLoads(): { pages: Record<string, InitialLoad>; later: InitialLoad } {
  const manifest = readManifest(folder)
  if (!manifest) throw new Error('The console is not built: npm run build')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path = '']) => path)
  const entry = [...named, ...listChunkFiles(manifest, 'index.html')]
  const first = new Set(entry.filter(isCode))
  const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
  return {
    pages: Object.fromEntries([
      ['/', loadOf(first)],
      ...[...pageFiles]
        .filter(([path]) => path !== '/')
        .map(([path, sources]) => {
          const files = sources.flatMap((source) => [...listChunkFiles(manifest, source)])
          return [path, loadOf(new Set([...first, ...files]))] as const
        }),
    ]),
    later: loadOf(assets.filter((name) => !first.has(name))),
  }
}

/**
 * The composition of the initial load of every page, largest first: libraries by name, our own code by folder. The
 * share is of the unminified source, 0..1.
 */
export function measureInitialParts(): [part: string, share: number][] {
  const file = join(folder, '.vite', 'first-load.json')
  const lengths = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(file, 'utf8')))
  const parts = new Map<string, number>()
  for (const [path, length] of Object.entries(lengths)) {
    const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
    const part = library ?? path.split('/').slice(0, 3).join('/')
    parts.set(part, (parts.get(part) ?? 0) + length)
  }
  const all = [...parts.values()].reduce((sum, length) => sum + length, 0)
  return [...parts].map(([part, length]): [string, number] => [part, length / all]).toSorted(([, a], [, b]) => b - a)
}
