import { chromium } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { formatMs, percentile, formatSpread } from './figures'

const INCIDENTS = 2000
const LOADS = 7
const REQUESTS = 60

declare global {
  var rowPainted: (isThere: string) => Promise<number>
}

/**
 * The list of 2,000 incidents in addition to the sample, a third of them open: until its first rows, and from a search
 * to its results.
 */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const running = await startConsole(['--data', data.path])
  const { payload } = await (await fetch(`${running.url}/api/auth/whoami`)).json()
  const now = new Date().toISOString()
  const rows = Array.from({ length: INCIDENTS }, (_, n) => ({
    title: `Outage ${n} of service ${n % 40}`,
    description: '',
    severity: ['low', 'medium', 'high', 'critical'][n % 4],
    type: 'availability',
    status: n % 3 === 0 ? 'open' : 'closed',
    created_by: payload.user.id,
    commander_id: payload.user.id,
    resolved: n % 3 === 0 ? null : now,
    closed: n % 3 === 0 ? null : now,
  }))
  const headers = { 'content-type': 'application/json' }
  const made = await fetch(`${running.url}/api/db/incidents`, { method: 'POST', headers, body: JSON.stringify(rows) })
  if (!made.ok) throw new Error(await made.text())

  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const loads: number[] = []
  const searches: number[] = []
  for (let load = 0; load < LOADS; load++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(() => {
      globalThis.rowPainted = async (isThere) => {
        while (!document.querySelector(`[role="row"][data-row][aria-label*="${isThere}"]`))
          await new Promise((resolve) => requestAnimationFrame(resolve))
        // The frame with the rows is painted when the next one begins.
        await new Promise((resolve) => requestAnimationFrame(resolve))
        return performance.now()
      }
    })
    await page.goto(`${running.url}/incidents`, { waitUntil: 'commit' })
    loads.push(await page.evaluate(() => globalThis.rowPainted('Outage')))
    const wanted = `Outage ${3 * (load + 1)} of`
    const begun = page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          addEventListener('input', ({ timeStamp }) => resolve(timeStamp), { once: true })
        )
    )
    const found = page.evaluate(async (text) => {
      await new Promise((resolve) => addEventListener('input', resolve, { once: true }))
      while (document.querySelectorAll('[role="row"][data-row]').length > 9)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      return globalThis.rowPainted(text)
    }, wanted)
    await page.getByRole('searchbox').fill(wanted)
    searches.push((await found) - (await begun))
    await context.close()
  }
  const answers: number[] = []
  for (let n = 0; n < REQUESTS; n++) {
    const from = performance.now()
    const answer = await fetch(
      `${running.url}/api/db/incident_summary?select=*&title=ilike.*service ${n % 40}*&order=created_at.desc,id.asc&limit=50&offset=${n}`,
      { headers: { Prefer: 'count=exact' } }
    )
    await answer.json()
    answers.push(performance.now() - from)
  }
  await browser.close()
  await running.stop()
  data.remove()
  return {
    [`list of ${INCIDENTS.toLocaleString('en')} incidents: first rows, median; most`]: [0.5, 1]
      .map((share) => formatMs(percentile(loads, share)))
      .join('; '),
    'a search typed, its pause included, to its rows p50 / p95 / max': formatSpread(searches),
    'a page of the list, from the server p50 / p95 / max': formatSpread(answers),
  }
}
