import { defineConfig } from 'playwright/test'

/** Flags that keep Chromium quiet and working as root and without a GPU. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

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
    launchOptions: { args, ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}) },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
