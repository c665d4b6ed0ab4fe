import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { root } from '../../scripts/lib/tree.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { formatMs, percentile, formatSpread } from './figures'

const LOADS = 7
const PRESSES = 40
/** Number of uses of each filter and each order. */
const ROUNDS = 15

declare global {
  var painted: Promise<{ ms: number; blocked: number }>
}

/**
 * From the response with the components to their first painted cards, and the excess of tasks over 50 ms since then.
 */
function watchTopology() {
  const blocked: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries())
      if (startTime > came) blocked.push(Math.max(0, duration - 50))
  }).observe({ type: 'longtask', buffered: true })
  let came = Infinity
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name.includes('/api/canary/api/topology'))
        came = Math.min(came, (entry as PerformanceResourceTiming).responseEnd)
  }).observe({ type: 'resource', buffered: true })
  globalThis.painted = new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('[role="row"][data-row], [role="treeitem"]')) return requestAnimationFrame(look)
      requestAnimationFrame(() =>
        setTimeout(() => {
          const now = performance.now()
          // Work after the first paint also blocks.
          setTimeout(() => resolve({ ms: now - came, blocked: blocked.reduce((sum, ms) => sum + ms, 0) }), 1000)
        })
      )
      return undefined
    }
    requestAnimationFrame(look)
  })
}

/**
 * The dashboard with 1,000 components in the real program: from its data to painted cards, and from a key, a filter or
 * an order to the painted result.
 */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const sample = ['--data', data.path, '--components', '1000', '--configs', '500', '--checks', '500', '--changes', '0']
  execFileSync(process.execPath, [join(root, 'scripts/sample.mjs'), ...sample], { stdio: 'ignore' })
  const running = await startConsole(['--data', data.path, '--empty', '--no-checks'])
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const figures: Record<string, string> = {}
  const open = async (search: string) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(watchTopology)
    await page.goto(`${running.url}/topology${search}`)
    const painted = await page.evaluate(() => globalThis.painted)
    return { page, painted, close: () => context.close() }
  }
  const views = [
    { name: 'cards at the top', search: '' },
    { name: 'cards of 900 services', search: '?type=Service' },
    { name: 'tree', search: '?layout=tree' },
    { name: 'picture', search: '?layout=picture' },
  ]
  for (const { name, search } of views) {
    const loads: { ms: number; blocked: number }[] = []
    // The first load warms up the server.
    for (let at = 0; at <= LOADS; at++) {
      const { painted, close } = await open(search)
      await close()
      if (at > 0) loads.push(painted)
    }
    figures[`${name}: painted after the data, median; most`] = told(loads.map(({ ms }) => ms))
    figures[`${name}: blocked beyond 50 ms, median; most`] = told(loads.map(({ blocked }) => blocked))
  }
  const { page, close } = await open('?type=Service')
  await page.waitForTimeout(1500)
  await page.locator('[data-row]').first().focus()
  for (const [name, keys] of [
    ['arrow down and up', ['ArrowDown', 'ArrowDown', 'ArrowUp']],
    ['arrow right and left', ['ArrowRight', 'ArrowLeft']],
    ['next problem', ['n', 'Shift+N']],
  ] as const)
    figures[`cards: ${name} to painted, p50 / p95 / max`] = formatSpread(await pressing(page, keys))
  for (const [name, searches] of [
    [
      'filter',
      [
        '?type=Service&status=unhealthy',
        '?type=Service',
        '?labels=tier%3Dgold:1',
        '?type=Service&labels=team%3Dteam-3:1',
      ],
    ],
    [
      'order',
      ['?type=Service&sortBy=name&sortOrder=desc', '?type=Service&sortBy=field:cpu', '?type=Service&sortBy=health'],
    ],
  ] as const) {
    const times = await going(page, searches)
    figures[`cards: ${name} to painted, p50 / p95 / max`] = formatSpread(times.map(([cards]) => cards))
    figures[`cards: ${name} to all their lines, p50 / p95 / max`] = formatSpread(times.map(([, lines]) => lines))
  }
  await close()
  const tree = await open('?layout=tree')
  await tree.page.waitForTimeout(1500)
  await tree.page.locator('[data-row]').first().focus()
  figures['tree: arrow down and up to painted, p50 / p95 / max'] = formatSpread(
    await pressing(tree.page, ['ArrowDown', 'ArrowDown', 'ArrowUp'])
  )
  await tree.close()
  await browser.close()
  await running.stop()
  data.remove()
  return figures
}

const told = (of: readonly number[]) => [0.5, 1].map((share) => formatMs(percentile(of, share))).join('; ')

/** @returns milliseconds from each key to the frame after it. */
async function pressing(page: Page, keys: readonly string[]): Promise<number[]> {
  await page.evaluate(() => {
    const measured = globalThis as { pressed?: number[] }
    measured.pressed = []
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => setTimeout(() => measured.pressed?.push(performance.now() - timeStamp))),
      true
    )
  })
  for (let at = 0; at < PRESSES; at++) {
    await page.keyboard.press(keys[at % keys.length] ?? '')
    await page.waitForTimeout(60)
  }
  return page.evaluate(() => (globalThis as { pressed?: number[] }).pressed ?? [])
}

/**
 * @returns milliseconds from each address to its painted cards, and to the cards with all their lines, which come a
 * frame later
 */
async function going(page: Page, searches: readonly string[]): Promise<[cards: number, lines: number][]> {
  const times: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const search of searches) {
      await page.waitForTimeout(300)
      times.push(
        await page.evaluate(async (wanted): Promise<[number, number]> => {
          const begun = performance.now()
          const painted = async () => {
            await new Promise((resolve) => requestAnimationFrame(resolve))
            await new Promise((resolve) => setTimeout(resolve))
            return performance.now() - begun
          }
          history.pushState(null, '', wanted)
          const cards = await painted()
          let lines = cards
          while (document.querySelector('article:not(:has(> div))')) lines = await painted()
          return [cards, lines]
        }, search)
      )
    }
  return times
}
