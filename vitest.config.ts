import { defineConfig } from 'vitest/config'

export default defineConfig({
  css: { transformer: 'lightningcss' },
  test: {
    include: ['{src,server,scripts}/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    globalSetup: ['tests/helpers/database-template.ts'],
    // Two cores, and every server test holds a WebAssembly Postgres of some 300 MB.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
