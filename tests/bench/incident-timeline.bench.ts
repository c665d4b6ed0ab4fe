import { chromium } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { formatMs, percentile } from './figures'

const RUNS = 9
const ENTRIES = 500
/** The incident of the sample that is in progress. */
const INCIDENT = '5a000012-0000-4000-8000-000000000008'
const person = { id: '5a000001-0000-4000-8000-000000000001', name: 'Ada' }

const history = Array.from({ length: ENTRIES }, (_, n) => ({
  id: `5a0000ff-0000-4000-8000-${String(n).padStart(12, '0')}`,
  type: n % 7 === 0 ? 'incident.status_updated' : 'responder.paged_somebody',
  description: `step ${n}`,
  created_at: new Date(Date.now() - n * 60_000).toISOString(),
  created_by: person,
}))

/** From the key for the tab to the painted timeline, including its requests, by number of history entries. */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const running = await startConsole(['--data', data.path])
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.route('**/api/db/incident_histories?*', (route) => route.fulfill({ json: history }))
  const times: number[] = []
  let drawn = 0
  // The first load is not measured, because it fetches the code.
  while (times.length <= RUNS) {
    await page.goto(`${running.url}/incidents/${INCIDENT}`)
    await page.getByRole('row', { name: /^The memory limit was reduced/ }).focus()
    await page.evaluate((least) => {
      const begun = new Promise<number>((resolve) =>
        addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
      )
      const painted = (async () => {
        for (;;) {
          await new Promise((resolve) => requestAnimationFrame(resolve))
          const grid = document.querySelector('[role="treegrid"][aria-label="Timeline"]')
          if (Number(grid?.getAttribute('aria-rowcount')) >= least) break
        }
        // The frame with the rows is painted when the next one begins.
        await new Promise((resolve) => requestAnimationFrame(resolve))
        return performance.now()
      })()
      Object.assign(window, { timelineTook: Promise.all([begun, painted]).then(([from, to]) => to - from) })
    }, ENTRIES)
    await page.keyboard.press('2')
    times.push(await page.evaluate(() => (window as unknown as { timelineTook: Promise<number> }).timelineTook))
    drawn = await page.getByRole('treegrid', { name: 'Timeline' }).getByRole('row').count()
  }
  await browser.close()
  await running.stop()
  data.remove()
  const [, ...warm] = times
  return {
    [`timeline of ${ENTRIES} entries and more, from the key to painted: median; most`]: [0.5, 1]
      .map((share) => formatMs(percentile(warm, share)))
      .join('; '),
    'rows of it in the document': String(drawn),
  }
}
