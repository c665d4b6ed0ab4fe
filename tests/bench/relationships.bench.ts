import { chromium } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { formatMs, percentile } from './figures'

const RUNS = 5
const COUNTS = [100, 500, 1000] as const
/** The deployment of the sample that cannot roll out. */
const ITEM = '5a000020-0000-4000-8000-000000000105'

const idOf = (n: number) => `5a0000ff-0000-4000-8000-${String(n).padStart(12, '0')}`

/** A tree of items, three wide, with types that are not grouped. */
const walkOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: n === 0 ? ITEM : idOf(n),
    name: `item-${n}`,
    type: `Of::Kind${n % 97}`,
    related_ids: [3 * n + 1, 3 * n + 2, 3 * n + 3].filter((to) => to < count).map(idOf),
    tags: {},
    created_at: '2026-01-01T00:00:00+00:00',
    health: n % 9 === 0 ? 'unhealthy' : 'healthy',
    status: 'Running',
  }))

/** From the response with the walk to a focusable graph: layout, rendering, and the response to the first key. */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const running = await startConsole(['--data', data.path])
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const figures: Record<string, string> = {}
  for (const count of COUNTS) {
    const times: number[] = []
    await page.route('**/api/db/rpc/related_configs_recursive?*', (route) => route.fulfill({ json: walkOf(count) }))
    // The first load is not measured, because it fetches the code.
    while (times.length <= RUNS) {
      await page.goto(`${running.url}/catalog/${ITEM}/relationships?layout=graph`)
      await page.waitForFunction((least) => document.querySelectorAll('[role="treeitem"]').length >= least, count)
      times.push(
        await page.evaluate(async () => {
          document.querySelector<SVGElement>('[role="treeitem"][tabindex="0"]')?.focus()
          await new Promise((resolve) => requestAnimationFrame(resolve))
          const walk = performance
            .getEntriesByType('resource')
            .find(({ name }) => name.includes('related_configs_recursive'))
          return performance.now() - ((walk as PerformanceResourceTiming | undefined)?.responseEnd ?? 0)
        })
      )
    }
    await page.unroute('**/api/db/rpc/related_configs_recursive?*')
    const [, ...warm] = times
    figures[`graph of ${count.toLocaleString('en')} nodes, from the answer: median; most`] = [0.5, 1]
      .map((share) => formatMs(percentile(warm, share)))
      .join('; ')
  }
  await browser.close()
  await running.stop()
  data.remove()
  return figures
}
