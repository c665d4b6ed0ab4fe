import { chromium, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { formatMs, percentile } from './figures'

const RUNS = 7
/** The deployment of the sample that cannot roll out. */
const ITEM = '5a000020-0000-4000-8000-000000000105'

/** A document of 20,000 lines as YAML, and about 25,000 as JSON. */
const config = {
  apiVersion: 'v1',
  kind: 'List',
  items: Array.from({ length: 1250 }, (_, n) => ({
    metadata: {
      name: `pod-${n}`,
      namespace: `ns-${n % 7}`,
      labels: { app: `app-${n}`, 'app.kubernetes.io/name': 'x: y' },
    },
    spec: { replicas: n, image: `registry.example/x:${n}`, ready: true, args: ['--port=80', '-v'] },
    status: { phase: 'Running', message: 'It said "no" # twice', restarts: n % 3 },
  })),
}

/** From the response with the item to its rendered document, and the longest blocking task. */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const running = await startConsole(['--data', data.path])
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(watchFrames)
  const answer = await fetch(`${running.url}/api/db/config_detail?id=eq.${ITEM}`)
  const rows = ((await answer.json()) as object[]).map((row) => ({ ...row, config }))
  await page.route('**/api/db/config_detail?*', (route) => route.fulfill({ json: rows }))
  const figures: Record<string, string> = {}
  for (const format of ['yaml', 'json'] as const) {
    const opened: number[] = []
    const blocked: number[] = []
    // The first load is not measured, because it fetches the code.
    for (let run = 0; run <= RUNS; run++) {
      await page.goto(`${running.url}/catalog/${ITEM}?format=${format}`)
      const [afterMs, longestMs] = await opening(page)
      if (run === 0) continue
      opened.push(afterMs)
      blocked.push(longestMs)
    }
    figures[`20,000 lines as ${format}, from the answer: median; most`] = both(opened)
    figures[`20,000 lines as ${format}, the longest task meanwhile: median; most`] = both(blocked)
    figures[`20,000 lines as ${format}, scrolled to the end: the longest frame`] = formatMs(await scrolling(page))
  }
  await browser.close()
  await running.stop()
  data.remove()
  return figures
}

const both = (times: readonly number[]) => [0.5, 1].map((share) => formatMs(percentile(times, share))).join('; ')

declare global {
  // oxlint-disable-next-line no-var
  var longTasks: { start: number; ms: number }[]
}

function watchFrames() {
  globalThis.longTasks = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      globalThis.longTasks.push({ start: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
}

/** @returns milliseconds until the document is painted, and the longest task since the response. */
async function opening(page: Page): Promise<[number, number]> {
  return page.evaluate(async () => {
    while (document.querySelectorAll('.cm-line').length === 0)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const shown = performance.now()
    const answer = performance.getEntriesByType('resource').find(({ name }) => name.includes('config_detail'))
    const from = (answer as PerformanceResourceTiming | undefined)?.responseEnd ?? 0
    // Work after the document is shown also counts.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const tasks = globalThis.longTasks.filter(({ start, ms }) => start + ms > from)
    return [shown - from, Math.max(0, ...tasks.map(({ ms }) => ms))]
  })
}

/** Scrolls with the wheel to the end. @returns milliseconds of the longest frame. */
async function scrolling(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('.cm-scroller')
    if (!scroller) return Number.NaN
    let longest = 0
    let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    while (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) {
      scroller.scrollTop += 3000
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      longest = Math.max(longest, now - last)
      last = now
    }
    return longest
  })
}
