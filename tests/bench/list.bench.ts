import { type Browser, chromium, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { createChecks } from '../helpers/checks'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { formatSpread } from './figures'
import { scrollGrid } from './frames'

const COUNT = 20_000
const KEYS_PER_SECOND = 8
/** Typical searches: a service, a probe, words of a description. */
const typed = ['service-42', 'probe-1900', 'answers second 77', 'ns-12 zqx']
const DOWNS = 60

/**
 * The list of `/health` with 20,000 checks: typing into its search, `j`, and scrolling. Once with the texts and history
 * strips of its rows, and once with a backend that refuses them.
 */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const running = await startConsole(['--data', data.path, '--empty'])
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const figures: Record<string, string> = {}
  for (const hasStrips of [true, false]) {
    const { keys, downs, frames, asked } = await measure(browser, running.url, hasStrips)
    const at = hasStrips ? 'with strips and words' : 'without'
    figures[`search, key to paint p50 / p95 / max, ${at}`] = formatSpread(keys)
    figures[`j to paint p50 / p95 / max, ${at}`] = formatSpread(downs)
    figures[`scrolled: frame p50 / p95 / max, ${at}`] = formatSpread(frames)
    figures[`scrolled: frames over 34 ms, ${at}`] = `${frames.filter((ms) => ms > 34).length} of ${frames.length}`
    figures[`requests for rows: while scrolled; afterwards, ${at}`] = asked.join('; ')
  }
  await browser.close()
  await running.stop()
  data.remove()
  return figures
}

async function measure(browser: Browser, url: string, hasStrips: boolean) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const asked = await answerFor(page, hasStrips)
  await page.goto(`${url}/health?hidePassing=no&groupBy=none`)
  await page.getByRole('row').nth(5).waitFor()
  if (hasStrips) await page.locator('[data-bucket]').first().waitFor({ state: 'attached' })
  await watchKeys(page)
  const field = page.getByRole('searchbox')
  const typeAll = async () => {
    for (const text of typed) {
      await field.fill('')
      await pressEach(page, text)
    }
  }
  // Excludes the warm-up, which is not typical.
  await field.focus()
  await typeAll()
  await seenKeys(page)
  await typeAll()
  const keys = atLeast(await seenKeys(page), typed.join('').length)

  await field.fill('')
  await page.waitForTimeout(1000)
  await page.getByRole('row').nth(1).focus()
  await seenKeys(page)
  await pressEach(page, 'j'.repeat(DOWNS))
  const downs = atLeast(await seenKeys(page), DOWNS)

  await page.waitForTimeout(1000)
  const before = asked.length
  const frames = await scrollGrid(page)
  const meanwhile = asked.length - before
  await page.waitForTimeout(1000)
  const after = asked.length - before - meanwhile
  await page.close()
  return { keys, downs, frames, asked: [meanwhile, after] }
}

/** Responds to the summary and to lazy row data. @returns the requests for row data, as they come */
async function answerFor(page: Page, hasStrips: boolean): Promise<string[]> {
  const summary = JSON.stringify({
    checks_summary: createChecks(COUNT).map((check) => ({ ...check, last_runtime: '2026-11-21T08:00:00Z' })),
  })
  const asked: string[] = []
  await page.route('**/api/canary/api/summary', (route) =>
    route.fulfill({ contentType: 'application/json', body: summary })
  )
  await page.route(/\/api\/db\/check(?:s|_statuses_5m)\?/, (route) => {
    const address = new URL(route.request().url())
    asked.push(address.pathname)
    if (!hasStrips) return route.fulfill({ status: 404, json: { message: 'not found' } })
    const ids = /in\.\((.*)\)/.exec(address.search.replaceAll('%2C', ','))?.[1]?.split(',') ?? []
    const now = Math.floor(Date.now() / 300_000)
    const json = address.pathname.endsWith('checks')
      ? ids.map((id) => ({ id, check_statuses: [{ error: 'response code 503, expected 200', message: null }] }))
      : ids.flatMap((id, row) =>
          Array.from({ length: 12 }, (_, back) => ({
            check_id: id,
            created_at: new Date((now - back) * 300_000).toISOString(),
            passed: (row + back) % 5 === 0 ? 3 : 10,
            failed: (row + back) % 5 === 0 ? 7 : 0,
          }))
        )
    return route.fulfill({ json })
  })
  return asked
}

const watchKeys = (page: Page) =>
  page.evaluate(() => {
    const keys: number[] = []
    Object.assign(window, { keys })
    // 16 ms is the minimum that browsers report.
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') keys.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/** Milliseconds of each key since the last call. */
async function seenKeys(page: Page): Promise<number[]> {
  await page.waitForTimeout(500)
  return page.evaluate(() => (window as unknown as { keys: number[] }).keys.splice(0))
}

/** Faster events are not reported and count as the minimum. */
const atLeast = (found: readonly number[], pressed: number) => [
  ...found,
  ...Array.from({ length: Math.max(0, pressed - found.length) }, () => 16),
]

async function pressEach(page: Page, text: string) {
  for (const letter of text) {
    const next = performance.now() + 1000 / KEYS_PER_SECOND
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(Math.max(0, next - performance.now()))
  }
}
