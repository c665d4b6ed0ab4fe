import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserFlags } from './browser-flags.ts'
import { findBrowser } from './scripts/lib/browser.mjs'

/** Playwright's own browser when there is no other. */
const executablePath = await findBrowser()
const css = { transformer: 'lightningcss', lightningcss: { cssModules: { pattern: '[local]_[hash]' } } } as const

export default defineConfig({
  test: {
    // Two cores, and every server test holds a WebAssembly Postgres of some 300 MB.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        css,
        test: {
          name: 'node',
          include: ['{src,server,scripts}/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
          exclude: ['src/**/*.ui.test.tsx'],
          globalSetup: ['tests/helpers/database-template.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        css,
        // Found now instead of during the first test, which would be reloaded halfway.
        optimizeDeps: { entries: ['src/**/*.ui.test.tsx'] },
        test: {
          // Widgets in a real browser: focus, layout and keys are what they are tested for.
          name: 'ui',
          include: ['src/**/*.ui.test.tsx'],
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
