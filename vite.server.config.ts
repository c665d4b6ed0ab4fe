import { defineConfig } from 'vite'

/** The server and its database worker, bundled for Node; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  resolve: { tsconfigPaths: true },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        'pglite-worker': 'server/data/db/pglite-worker.ts',
        'expression-worker': 'server/platform/expression/expression-worker.ts',
        'document-worker': 'server/platform/documents/document-worker.ts',
      },
    },
  },
})
