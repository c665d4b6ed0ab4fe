import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
    chunkSizeWarningLimit: 800,
  },
})
