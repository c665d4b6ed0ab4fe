import { test as base, type BrowserContext, expect, type Page } from 'playwright/test'
import { PAGE_LOADS } from '../../scripts/lib/report.mjs'
import { type ConsoleProcess, startConsole, temporaryFolder } from './console-process'

export { expect }

type ForTest = { countPageLoads: void }
type ForWorker = {
  /** Flags of the console, in addition to its own data folder. Test files with the same flags share one console. */
  flags: readonly string[]
  /**
   * A console, started once per worker and set of flags. Tests undo their changes, so that each test and file begins
   * with the same state.
   */
  running: ConsoleProcess
  /**
   * Number of documents loaded since a test last reported them; documents that a fixture loads count for the next test.
   */
  pageLoads: { count: number }
}

/** Browser tests with a real console (`running`) and a count of the loaded documents. */
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
