import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MOST_FIRST_LOAD_BYTES } from '../scripts/lib/bounds.mjs'
import { pageSources } from '../src/lib/page-sources'
import { root } from '../scripts/lib/tree.mjs'
import { listChunkFiles, type BuildManifest } from '../server/http/built-files'
import { type ResourcePage, resourcePages } from '../src/lib/resource-pages'
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
    'add small modules that lazy chunks share to `shared` of vite.config.ts'
  ).toBeLessThanOrEqual(8)
})

test('the first style sheet has all style layers in order of precedence', () => {
  const assets = join(root, 'dist/console/assets')
  const names = readdirSync(assets).filter((name) => /^index-.*\.css$/.test(name))
  const layers = names.map((name) => [...readFileSync(join(assets, name), 'utf8').matchAll(/@layer (\w+)/g)])
  expect(layers.map((found) => [...new Set(found.map(([, layer]) => layer))])).toEqual([
    ['reset', 'tokens', 'base', 'widgets', 'views'],
  ])
})

test('the server knows the files of every lazy page', () => {
  const pages = readFileSync(join(root, 'src/app/pages.ts'), 'utf8')
  const loaded = [...pages.matchAll(/import\('\.\.\/([^']+)'\)/g)].map(([, path = '']) => `src/${path}.tsx`)
  // A separate file for resources with server-side paging, which the page loads before it renders.
  loaded.push('src/views/resources/paged-resource.tsx')
  const tabs = readFileSync(join(root, 'src/views/catalog/item/config-tabs.ts'), 'utf8')
  for (const [, name] of tabs.matchAll(/import\('\.\/([^']+)'\)/g)) loaded.push(`src/views/catalog/item/${name}.tsx`)
  const details = Object.values<ResourcePage>(resourcePages).flatMap(({ file, hasCommands }) => [
    `src/resources/${file}.details.ts`,
    ...(hasCommands ? [`src/commands/pages/${file}.ts`] : []),
  ])
  expect([...new Set([...pageSources.values()].flat())].toSorted()).toEqual([...loaded, ...details].toSorted())
})

test('measures every lazy page', () => {
  expect(Object.keys(measureInitialLoads().pages).toSorted()).toEqual([...pageSources.keys()].toSorted())
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
