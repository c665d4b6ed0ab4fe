import { type Browser, chromium, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { startTarget } from '../helpers/target'
import { formatMs, percentile } from './figures'
import { watchRows } from './frames'

const COUNTS = [1000, 5000] as const
const PER_CANARY = 5
const LATENCIES_MS = [0, 200] as const
const LOADS = 5
/** The page is idle after this time without a fetch. */
const REST_MS = 2000

/**
 * From an empty browser to the first rows of `/health`, with a console whose checks have all run, and the bytes fetched
 * for it. Sign-in is off.
 */
export async function bench(): Promise<Record<string, string>> {
  const target = await startTarget()
  const data = temporaryFolder()
  const running = await startConsole(['--data', data.path, '--empty'])
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const figures: Record<string, string> = {}
  let there = 0
  for (const count of COUNTS) {
    await addChecks(running.url, `http://127.0.0.1:${target.port}/`, there, count)
    there = count
    for (const latencyMs of LATENCIES_MS) {
      // Excludes the warm-up of the server and the browser.
      await load(browser, running.url, latencyMs)
      const loads: Load[] = []
      while (loads.length < LOADS) loads.push(await load(browser, running.url, latencyMs))
      const what = `${count.toLocaleString('en')} checks${latencyMs > 0 ? `, ${latencyMs} ms of latency` : ''}`
      const rowsMs = loads.map((one) => one.rowsMs)
      figures[`${what}: rows visible, median; least, most`] = [0.5, 0, 1]
        .map((share) => formatMs(percentile(rowsMs, share)))
        .join('; ')
      figures[`${what}: script and style by then; at rest`] = [byRows, atRest].map((of) => median(loads, of)).join('; ')
      figures[`${what}: calls of the last load`] = callsOf(loads.at(-1)?.calls ?? [])
    }
  }
  await browser.close()
  await running.stop()
  target.stop()
  data.remove()
  return figures
}

/** A script or a style sheet: when its last byte came, in milliseconds since the load began, and its size as sent. */
type Code = { doneMs: number; bytes: number }
type Load = { rowsMs: number; code: Code[]; calls: string[] }

const byRows = ({ code, rowsMs }: Load) => code.filter(({ doneMs }) => doneMs <= rowsMs)
const atRest = ({ code }: Load) => code

function median(loads: readonly Load[], of: (load: Load) => Code[]): string {
  const chosen = loads.map(of)
  const files = percentile(
    chosen.map(({ length }) => length),
    0.5
  )
  const bytes = percentile(
    chosen.map((code) => code.reduce((sum, one) => sum + one.bytes, 0)),
    0.5
  )
  return `${files} files, ${Math.round(bytes / 1000)} kB`
}

function callsOf(calls: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const path of calls) counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...counts].map(([path, times]) => (times === 1 ? path : `${path} ×${times}`)).join(', ')
}

/** Adds checks that the console runs itself until the number is reached, and waits until each has run once. */
async function addChecks(url: string, target: string, from: number, to: number): Promise<void> {
  const canaries = Array.from({ length: (to - from) / PER_CANARY }, (_, at) => {
    const n = from / PER_CANARY + at
    return {
      name: `canary-${n}`,
      namespace: `ns-${n % 40}`,
      labels: { team: `team-${n % 5}`, tier: String(n % 4) },
      spec: {
        // Runs at once, and not again during the measurement.
        schedule: '@every 24h',
        http: Array.from({ length: PER_CANARY }, (_unused, m) => ({
          name: `service-${n % 70}/probe-${n}-${m}`,
          description: `Answers within a second, number ${n}`,
          url: target,
        })),
      },
    }
  })
  const answer = await fetch(`${url}/api/db/canaries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(canaries),
  })
  if (!answer.ok) throw new Error(await answer.text())
  for (let ran = 0; ran < to; await pause(500)) {
    const summary: { checks_summary?: { last_runtime?: string }[] } = await (
      await fetch(`${url}/api/canary/api/summary`)
    ).json()
    ran = (summary.checks_summary ?? []).filter((one) => one.last_runtime).length
  }
}

/** One load without a cache. */
async function load(browser: Browser, url: string, latencyMs: number): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  if (latencyMs > 0) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  }
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') || pathname.endsWith('.json')) calls.push(pathname)
  })
  await page.addInitScript(watchRows)
  await page.goto(`${url}/health`)
  const rowsMs = await page.evaluate(() => globalThis.firstRows)
  const code = await rested(page)
  await context.close()
  return { rowsMs, code, calls }
}

/** All code fetched by the page, once no more is fetched for a while. */
async function rested(page: Page): Promise<Code[]> {
  const fetched = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /\.(?:js|css)$/.test(new URL(name).pathname))
        .map(({ responseEnd, transferSize }) => ({ doneMs: responseEnd, bytes: transferSize }))
    )
  let code = await fetched()
  for (let since = performance.now(); performance.now() - since < REST_MS; await pause(200)) {
    const now = await fetched()
    if (now.length > code.length) since = performance.now()
    code = now
  }
  return code
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
