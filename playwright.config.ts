import { defineConfig } from 'playwright/test'
import { browserFlags } from './browser-flags.ts'
import { findBrowser } from './scripts/lib/browser.mjs'

/** Playwright's own browser when there is no other. */
const executablePath = await findBrowser()

export default defineConfig({
  testDir: 'tests/e2e',
  // Otherwise each worker would build, over what the other writes.
  globalSetup: './tests/helpers/built.ts',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json']],
  // Generous, for a busy machine. Passing tests do not wait.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Each has a browser and a console of its own, and shares nothing with the other. Most of a test is waiting.
  workers: 2,
  // The end of `npm test` lists the tests that needed it, and fails if there are several (scripts/lib/bounds.mjs).
  retries: process.env['CI'] === 'true' ? 1 : 0,
  forbidOnly: process.env['CI'] === 'true',
  use: {
    browserName: 'chromium',
    launchOptions: {
      args: [...browserFlags],
      ...(executablePath ? { executablePath } : {}),
    },
    screenshot: 'only-on-failure',
    // It costs a third of the time. To see one: `npx playwright test <file> --trace retain-on-failure`.
    trace: 'off',
  },
})
