import { defineConfig } from 'playwright/test'
import { browserFlags } from './browser-flags.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json']],
  timeout: 60_000,
  // Each worker runs a server and a browser: two cores carry one of each.
  workers: 1,
  forbidOnly: process.env['CI'] === 'true',
  use: {
    browserName: 'chromium',
    launchOptions: {
      args: [...browserFlags],
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
