import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { createChunkNames } from './scripts/lib/chunks.mjs'

/**
 * The modules that every page needs, in one file. The bundler would create thirty files, a twentieth larger, because each
 * is compressed by itself.
 */
const firstLoad: Rolldown.CodeSplittingGroup = {
  name: 'first',
  // Only the exports that the entry uses. The exports that a later page uses are in the file of that page.
  tags: ['$initial'],
  includeDependenciesRecursively: false,
}

const nameChunk = createChunkNames()

/** The modules that several pages need: in files of their own, these would be many, and larger. */
const shared: Rolldown.CodeSplittingGroup = {
  debugName: 'shared',
  name: (id, context) => nameChunk(id, (one) => context.getModuleInfo(one)),
  minShareCount: 2,
  includeDependenciesRecursively: false,
}

/** Writes the composition of the first load before minification, for `npm run bench -- bytes`. It is not served. */
const contents: Plugin = {
  name: 'first-load-contents',
  generateBundle(_options, bundle) {
    const lengths: Record<string, number> = {}
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && (chunk.isEntry || chunk.name === firstLoad.name))
        for (const [id, { renderedLength }] of Object.entries(chunk.modules))
          lengths[relative(import.meta.dirname, id)] = renderedLength
    this.emitFile({ type: 'asset', fileName: '.vite/first-load.json', source: JSON.stringify(lengths) })
  },
}

/** The build of the console for the browser. The server has a build of its own (vite.server.config.ts). */
export default defineConfig({
  plugins: [react(), contents],
  publicDir: 'src/public',
  // React contains this hook since version 18.
  resolve: {
    tsconfigPaths: true,
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[local]_[hash]' } } },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // Lists the imports of each file, to measure and prefetch first loads. It is in `.vite/`, which is not served.
    manifest: true,
    target: 'es2023',
    // Every browser of that target supports it.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // Every file lists the names of the files that it needs, so names cost 1.5 kB per page. Lazy modules keep theirs,
        // for debugging.
        chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: { groups: [firstLoad, shared] },
      },
    },
  },
})
