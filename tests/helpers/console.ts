import { test as base, type BrowserContext, expect, type Page } from 'playwright/test'
import { PAGE_LOADS } from '../../scripts/lib/report.mjs'
import { type ConsoleProcess, startConsole, temporaryFolder } from './console-process'

export { expect }

type ForTest = { reportPages: void }
type ForWorker = {
  /** Flags of the console, in addition to its own data folder. Test files with the same flags share one console. */
  flags: readonly string[]
  /** Set by a test file that needs the data of a new console. Test files with the same value share one. */
  sharedBy: string
  /**
   * A console, started once per worker, set of flags and value of `sharedBy`. Tests undo their changes, so that each
   * test and file begins with nearly the same state.
   */
  running: ConsoleProcess
  /** Events of all pages since the last report of a test. Those of a fixture count for the next test. */
  pageEvents: {
    /** The number of loaded documents. */
    loads: number
    /** Violations of the content security policy, as Chromium reports them in the console of the page. */
    violations: string[]
  }
}

/** Browser tests with a real console (`running`) and a count of the loaded documents. No page may violate its policy. */
export const test = base.extend<ForTest, ForWorker>({
  flags: [[], { scope: 'worker', option: true }],
  sharedBy: ['', { scope: 'worker', option: true }],

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

  pageEvents: [
    async ({ browser }, use) => {
      const events: ForWorker['pageEvents'] = { loads: 0, violations: [] }
      const watch = (page: Page) => {
        page.on('domcontentloaded', () => {
          if (page.url().startsWith('http')) events.loads++
        })
        page.on('console', (message) => {
          if (message.text().includes('Content Security Policy')) events.violations.push(message.text())
        })
      }
      const watchAll = (context: BrowserContext) => context.on('page', watch)
      browser.on('context', watchAll)
      await use(events)
      browser.off('context', watchAll)
    },
    { scope: 'worker' },
  ],

  reportPages: [
    async ({ pageEvents }, use, testInfo) => {
      await use()
      testInfo.annotations.push({ type: PAGE_LOADS, description: String(pageEvents.loads) })
      pageEvents.loads = 0
      expect(pageEvents.violations.splice(0), 'violations of the content security policy').toEqual([])
    },
    { auto: true },
  ],
})
