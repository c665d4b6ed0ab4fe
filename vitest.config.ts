import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserFlags } from './browser-flags.ts'
import { findBrowser } from './scripts/lib/browser.mjs'

/** Playwright's own browser when there is no other. */
const executablePath = await findBrowser()
const resolve = { tsconfigPaths: true } as const
const css = { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[local]_[hash]' } } } as const
/**
 * Test files share two processes and their modules, so none may leave anything behind. What can be put back is, and the
 * setup fails a test that leaves the timers faked.
 */
const shared = {
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  setupFiles: ['tests/helpers/shared-process.ts'],
}
/** Long enough for a machine that is busy with something else: no test is there to find out how fast it is. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 45_000, interval: 10 } } }
const widgets = '{src,dev}/**/*.ui.test.tsx'
const server = 'tests/server/**/*.test.ts'

// Where a test is decides how it runs (docs/architecture.md).
export default defineConfig({
  test: {
    // Two cores, and a server test holds a WebAssembly Postgres of some 300 MB.
    maxWorkers: 2,
    projects: [
      {
        resolve,
        css,
        test: {
          // What stands beside the code it tests: no database.
          name: 'unit',
          include: ['{src,server,dev,scripts}/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
          exclude: [widgets, server],
          ...shared,
          ...patience,
        },
      },
      {
        resolve,
        css,
        test: {
          // With a database of its own for each file that asks for one.
          name: 'server',
          include: [server],
          globalSetup: ['tests/helpers/database-template.ts'],
          ...shared,
          ...patience,
        },
      },
      {
        plugins: [react()],
        resolve,
        css,
        // Found now instead of during the first test, which would be reloaded halfway.
        optimizeDeps: { entries: [widgets] },
        test: {
          // Widgets in a real browser: focus, layout and keys are what they are tested for.
          name: 'ui',
          include: [widgets],
          ...patience,
          // The end of `npm test` lists the tests that needed it, and fails if there are several (scripts/lib/bounds.mjs).
          retry: process.env['CI'] === 'true' ? 1 : 0,
          setupFiles: ['tests/helpers/ui-setup.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: [...browserFlags],
                ...(executablePath ? { executablePath } : {}),
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
})
