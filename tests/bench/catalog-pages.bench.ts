import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { root } from '../../scripts/lib/tree.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { formatMs, percentile, spread } from './figures'
import { scrollGrid, watchRows } from './frames'

const LOADS = 7

/** A filter as the address has it. */
const only = (field: string, value: string) => `${field}=${encodeURIComponent(`${encodeURIComponent(value)}:1`)}`

/** Lists of the catalog, each with filters that leave other rows than those before. */
const lists = [
  {
    name: 'items',
    path: '/catalog',
    filters: [
      only('configType', 'Kubernetes::Pod'),
      only('health', 'unhealthy'),
      only('configType', 'Kubernetes::Deployment'),
      'sortBy=created_at&sortOrder=desc',
    ],
  },
  {
    name: 'changes of two days',
    path: '/catalog/changes',
    filters: [
      only('severity', 'critical'),
      only('configType', 'Kubernetes::Pod'),
      only('severity', 'medium'),
      only('configType', 'Kubernetes::Deployment'),
    ],
  },
]

/**
 * The lists of items and of changes with 20,000 items and 200,000 changes, in front of the real program: from an empty
 * browser to the first rows, from a filter in the address to other rows, and scrolling.
 */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const sample = ['--data', data.path, '--configs', '20000', '--changes', '200000', '--checks', '100']
  execFileSync(process.execPath, [join(root, 'scripts/sample.mjs'), ...sample], { stdio: 'ignore' })
  const running = await startConsole(['--data', data.path, '--empty', '--no-checks'])
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const figures: Record<string, string> = {}
  for (const { name, path, filters } of lists) {
    const loads: number[] = []
    // The first warms up the server.
    for (let at = 0; at <= LOADS; at++) {
      const { page, close } = await open(browser, running.url + path)
      const ms = await page.evaluate(() => globalThis.firstRows)
      await close()
      if (at > 0) loads.push(ms)
    }
    const { page, close } = await open(browser, running.url + path)
    await page.evaluate(() => globalThis.firstRows)
    await page.waitForTimeout(2000)
    const filtered: number[] = []
    for (let round = 0; round < 3; round++)
      for (const filter of filters) {
        await page.waitForTimeout(1000)
        filtered.push(await filterBy(page, `${path}?${filter}`))
      }
    figures[`${name}: first rows, median; least, most`] = [0.5, 0, 1]
      .map((share) => formatMs(percentile(loads, share)))
      .join('; ')
    figures[`${name}: filter to painted p50 / p95 / max`] = spread(filtered)
    const frames = await scrollGrid(page)
    figures[`${name}, scrolled: frame p50 / p95 / max`] = spread(frames)
    figures[`${name}, scrolled: frames over 50 ms`] = `${frames.filter((ms) => ms > 50).length} of ${frames.length}`
    await close()
  }
  await browser.close()
  await running.stop()
  data.remove()
  return figures
}

/** In a browser where nothing is kept from before. */
async function open(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(watchRows)
  await page.goto(url)
  return { page, close: () => context.close() }
}

/** @returns milliseconds until other rows than those before are painted. */
const filterBy = (page: Page, address: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    // In the page, where nothing from outside of this function is.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const rows = () =>
      [...document.querySelectorAll('[role="row"][data-row]')].map((row) => row.getAttribute('data-row')).join()
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const before = rows()
    const begun = performance.now()
    history.pushState(null, '', wanted)
    while (rows() === before) await frame()
    await frame()
    await new Promise((resolve) => setTimeout(resolve))
    return performance.now() - begun
  }, address)
