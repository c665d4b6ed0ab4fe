import { test as base, type BrowserContext, expect, type Page } from 'playwright/test'
import { PAGE_LOADS } from '../../scripts/lib/report.mjs'
import { type ConsoleProcess, startConsole, temporaryFolder } from './console-process'

export { expect }

type ForTest = { countPageLoads: void }
type ForWorker = {
  /** What the console is started with, besides a data folder of its own. Files with the same flags share one. */
  flags: readonly string[]
  /**
   * The console, started once for each worker and its flags. Whoever changes what it holds puts it back: the next
   * test, and the next file, begin with the same.
   */
  running: ConsoleProcess
  /** Documents loaded since a test last told of them: what a fixture loads is the next test's. */
  pageLoads: { count: number }
}

/** Browser tests: with `running`, a real console, and a count of the documents that were loaded. */
export const test = base.extend<ForTest, ForWorker>({
  flags: [[], { scope: 'worker', option: true }],

  running: [
    async ({ flags }, use) => {
      const data = temporaryFolder()
      const running = await startConsole([...flags, '--data', data.path])
      await use(running)
      await running.stop()
      data.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  pageLoads: [
    async ({ browser }, use) => {
      const loads = { count: 0 }
      const watch = (page: Page) =>
        page.on('domcontentloaded', () => {
          if (page.url().startsWith('http')) loads.count++
        })
      const watchAll = (context: BrowserContext) => context.on('page', watch)
      browser.on('context', watchAll)
      await use(loads)
      browser.off('context', watchAll)
    },
    { scope: 'worker' },
  ],

  countPageLoads: [
    async ({ pageLoads }, use, testInfo) => {
      await use()
      testInfo.annotations.push({ type: PAGE_LOADS, description: String(pageLoads.count) })
      pageLoads.count = 0
    },
    { auto: true },
  ],
})
