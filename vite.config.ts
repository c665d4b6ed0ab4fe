import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/**
 * What the first page needs is one file. Cut by who shares what, as it would be, it is thirty, and a twentieth larger
 * because each is compressed by itself.
 */
const firstLoad: Rolldown.CodeSplittingGroup = {
  name: 'first',
  // What the entry needs of what it imports: of a library with one index, not what only a later page takes from it.
  tags: ['$initial'],
  includeDependenciesRecursively: false,
}

/** Writes what the first load is made of, before it is made small: `npm run bench -- bytes` prints it. Not served. */
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

/** The console: what the browser loads. The server has its own build (vite.server.config.ts). */
export default defineConfig({
  plugins: [react(), contents],
  publicDir: 'src/public',
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[local]_[hash]' } } },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // Which chunk needs which: what a first load costs is read from it. It is in `.vite/`, which is not served.
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: [firstLoad] } } },
  },
})
