import { brotliCompressSync } from 'node:zlib'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(process.cwd(), 'dist', 'console')

/** What a browser loads before the first screen stands, and what comes later, when it is asked for. */
export async function bench(): Promise<Record<string, string>> {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '')
  const later = readdirSync(join(folder, 'assets'))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => `/assets/${name}`)
    .filter((path) => !first.includes(path))
  const bytes = (paths: readonly string[]) =>
    paths.reduce((sum, path) => sum + brotliCompressSync(readFileSync(join(folder, path))).length, 0)
  const format = (paths: readonly string[]) => `${(bytes(paths) / 1000).toFixed(1)} kB in ${paths.length} files`
  return {
    'first load, JS and CSS (brotli)': format(first),
    'loaded later (brotli)': format(later),
  }
}
