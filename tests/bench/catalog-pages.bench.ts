import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { root } from '../../scripts/lib/tree.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { formatMs, percentile, formatSpread } from './figures'
import { scrollGrid, watchRows } from './frames'
import { openUnobserved, type UnobservedPage } from './unobserved-page'

const LOADS = 15
const size = { width: 1440, height: 900 }

/** Filters by one value each, in the format of the address. */
const only = (field: string, values: readonly string[]) =>
  values.map((value) => `${field}=${encodeURIComponent(`${encodeURIComponent(value)}:1`)}`)

const ofTypes = only('configType', [
  'Kubernetes::Pod',
  'Kubernetes::Deployment',
  'AWS::RDS::DBInstance',
  'Kubernetes::Node',
])

/** Lists of the catalog with their filters: each of `only` alone, and with each of `others`. */
const lists = [
  {
    name: 'items',
    path: '/catalog',
    filters: ofTypes,
    others: [
      ...only('health', ['unhealthy', 'healthy', 'warning']),
      ...['name', 'created_at', 'updated_at'].map((column) => `sortBy=${column}&sortOrder=desc`),
    ],
  },
  {
    name: 'changes of two days',
    path: '/catalog/changes',
    filters: ofTypes,
    others: only('severity', ['critical', 'high', 'medium', 'low', 'info']),
  },
]

/**
 * The lists of items and changes with 20,000 items and 200,000 changes, in the real program: from an empty browser to
 * the first rows, from a filter in the address to its rows, and scrolling.
 */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const sample = ['--data', data.path, '--configs', '20000', '--changes', '200000', '--checks', '100']
  execFileSync(process.execPath, [join(root, 'scripts/sample.mjs'), ...sample], { stdio: 'ignore' })
  const running = await startConsole(['--data', data.path, '--empty', '--no-checks'])
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const figures: Record<string, string> = {}
  for (const { name, path, filters, others } of lists) {
    const loads: number[] = []
    // The first load warms up the server.
    for (let at = 0; at <= LOADS; at++) {
      const page = await openUnobserved(browser, running.url + path, size, watchRows)
      const ms = await page.evaluate(() => globalThis.firstRows, undefined)
      // Later requests must not overlap with the next load.
      await setTimeout(1500)
      await page.close()
      await setTimeout(500)
      if (at > 0) loads.push(ms)
    }
    const page = await openUnobserved(browser, running.url + path, size, watchRows)
    await page.evaluate(() => globalThis.firstRows, undefined)
    await setTimeout(2000)
    const filtered: number[] = []
    const empty: string[] = []
    for (const other of ['', ...others])
      for (const filter of filters) {
        await setTimeout(1000)
        const address = `${path}?${filter}${other && `&${other}`}`
        const ms = await filterBy(page, address)
        if (ms === undefined) empty.push(address)
        else filtered.push(ms)
      }
    figures[`${name}: filters with other rows`] = `${filtered.length} of ${filtered.length + empty.length}`
    figures[`${name}: first rows, median; least, most`] = [0.5, 0, 1]
      .map((share) => formatMs(percentile(loads, share)))
      .join('; ')
    figures[`${name}: filter to painted p50 / p95 / max`] = formatSpread(filtered)
    const frames = await scrollGrid(page)
    figures[`${name}, scrolled: frame p50 / p95 / max`] = formatSpread(frames)
    figures[`${name}, scrolled: frames over 50 ms`] = `${frames.filter((ms) => ms > 50).length} of ${frames.length}`
    await page.close()
  }
  await browser.close()
  await running.stop()
  data.remove()
  return figures
}

/** @returns milliseconds until other rows are painted; undefined when there are none. */
const filterBy = (page: UnobservedPage, address: string): Promise<number | undefined> =>
  page.evaluate(async (wanted) => {
    // Runs in the page, so it cannot use outer variables.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const rows = () =>
      [...document.querySelectorAll('[role="row"][data-row]')].map((row) => row.getAttribute('data-row')).join()
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const before = rows()
    const begun = performance.now()
    history.pushState(null, '', wanted)
    while (rows() === before) {
      if (performance.now() - begun > 1500) return undefined
      await frame()
    }
    await new Promise((resolve) => globalThis.setTimeout(resolve))
    return performance.now() - begun
  }, address)
