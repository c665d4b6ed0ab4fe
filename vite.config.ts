import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

const entry = fileURLToPath(new URL('index.html', import.meta.url))

/**
 * What the first page needs is one file. Cut by who shares what, as it would be, it is thirty, and a twentieth larger
 * because each is compressed by itself.
 */
function firstLoad(): Rolldown.CodeSplittingGroup {
  let needed: Set<string> | undefined
  return {
    debugName: 'first load',
    includeDependenciesRecursively: false,
    name(id, modules) {
      needed ??= reachedFrom(entry, (one) => modules.getModuleInfo(one)?.importedIds ?? [])
      return needed.has(id) ? 'first' : null
    },
  }
}

function reachedFrom(start: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const reached = new Set([start])
  // A set goes on to what is added to it on the way.
  for (const id of reached) for (const next of importsOf(id)) reached.add(next)
  return reached
}

/** The console: what the browser loads. The server has its own build (vite.server.config.ts). */
export default defineConfig({
  plugins: [react()],
  publicDir: 'src/public',
  css: { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[local]_[hash]' } } },
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: [firstLoad()] } } },
  },
})
