import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MOST_FIRST_LOAD_BYTES } from '../scripts/lib/bounds.mjs'
import { pageFiles } from '../src/shared/routing/registry'
import { root } from '../scripts/lib/tree.mjs'
import { listChunkFiles, readManifest, type BuildManifest } from '../server/http/built-files'
import { measureInitialLoads } from './helpers/initial-load'

test('no page exceeds the size limit of the initial load', () => {
  const { pages } = measureInitialLoads()
  expect(pages['/']?.bytes).toBeGreaterThan(50_000)
  const tooBig = Object.entries(pages).filter(([, { bytes }]) => bytes > MOST_FIRST_LOAD_BYTES)
  expect(tooBig.length, `JS and CSS in bytes, brotli: ${JSON.stringify(pages, null, 2)}`).toBe(0)
})

test('the list of checks needs few files, since a browser sends six requests at a time', () => {
  expect(
    measureInitialLoads().pages['/health']?.files,
    'the limits of scripts/lib/chunks.mjs divide what pages share'
  ).toBeLessThanOrEqual(9)
})

test('the first style sheet has all style layers in order of precedence', () => {
  const folder = join(root, 'dist/console')
  const names = readManifest(folder)?.['index.html']?.css ?? []
  const layers = names.map((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/@layer (\w+)/g)])
  expect(layers.map((found) => [...new Set(found.map(([, layer]) => layer))])).toEqual([
    ['reset', 'tokens', 'base', 'widgets', 'views'],
  ])
})

test('every module of a page is described, and every described file exists', () => {
  const described = new Set([...pageFiles.values()].flat())
  const modules = Object.keys(import.meta.glob('../src/views/**/*.{page,tab}.tsx')).map((file) =>
    file.slice('../'.length)
  )
  expect(modules.length).toBeGreaterThan(15)
  expect(modules.filter((file) => !described.has(file))).toEqual([])
  expect([...described].filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('measures every lazy page', () => {
  expect(Object.keys(measureInitialLoads().pages).toSorted()).toEqual(['/', ...pageFiles.keys()].toSorted())
})

const manifest: BuildManifest = {
  'index.html': { file: 'a.js', imports: ['_shared.js'], css: ['a.css'] },
  '_shared.js': { file: 'shared.js', imports: ['index.html', '_deep.js'], css: [] },
  '_deep.js': { file: 'deep.js', imports: [], css: ['deep.css'] },
  '_other.js': { file: 'other.js', imports: [], css: [] },
}

test('a chunk needs its transitive imports once', () => {
  expect([...listChunkFiles(manifest, 'index.html')]).toEqual(['a.js', 'a.css', 'shared.js', 'deep.js', 'deep.css'])
  expect(() => listChunkFiles(manifest, 'src/gone.tsx')).toThrow('src/gone.tsx is not a chunk')
})
