import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { cpuSeconds, formatMs, formatSeconds, percentile, formatSpread } from './figures'
import { scrollGrid, watchRows } from './frames'

const LINES = 200_000
const LOADS = 5
/** Minutes of following, and lines written per second. */
const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 1)
const PER_SECOND = 2000

const levels = ['INFO', 'INFO', 'INFO', 'WARN', 'DEBUG', 'ERROR']
const line = (time: number, at: number) =>
  `${new Date(time).toISOString()} ${levels[at % levels.length]} request ${at} of \u001b[36mcustomer-${at % 977}\u001b[0m took ${at % 613}ms on /orders/${at % 31}\n`

/**
 * Logs of 200,000 lines in the real program: from an empty browser to the first lines, until all are loaded, from a
 * search in the address to its lines, and scrolling; then following 2,000 new lines per second.
 */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const folder = join(data.path, 'logs')
  await mkdir(folder, { recursive: true })
  const now = Date.now()
  await writeFile(
    join(folder, 'shop.log'),
    Array.from({ length: LINES }, (_, at) => line(now - (LINES - at) * 15, at)).join('')
  )
  await writeFile(join(folder, 'live.log'), line(now, 0))
  const running = await startConsole(['--data', join(data.path, 'db'), '--empty', '--no-checks'])
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${running.url}/api/db/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { id: string }[])[0]?.id ?? ''
  }
  await post('logging_backends', { name: 'files', spec: { file: { paths: [join(folder, '{app}.log')] } } })
  const topology = await post('topologies', { name: 'shop', namespace: 'default' })
  const component = (name: string) =>
    post('components', {
      topology_id: topology,
      name,
      external_id: name,
      type: 'Service',
      status: 'healthy',
      log_selectors: [{ name: 'app', labels: { app: name } }],
    })
  const [shop, live] = [await component('shop'), await component('live')]

  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const open = async (query: string) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(watchRows)
    await page.goto(`${running.url}/logs?${query}`)
    return { page, close: () => context.close() }
  }
  const figures: Record<string, string> = {}
  const all = `topologyId=${shop}&rangeType=relative&range=now-1d`

  const loads: number[] = []
  for (let at = 0; at <= LOADS; at++) {
    const { page, close } = await open(all)
    const ms = await page.evaluate(() => globalThis.firstRows)
    await close()
    if (at > 0) loads.push(ms)
  }
  figures['200,000 lines: first rows, median; least, most'] = [0.5, 0, 1]
    .map((share) => formatMs(percentile(loads, share)))
    .join('; ')

  const { page, close } = await open(all)
  const begun = performance.now()
  const watching = watchFrames(page, 60_000)
  await page.getByText('200,000 log lines').first().waitFor({ timeout: 60_000 })
  figures['all of them loaded'] = formatSeconds(performance.now() - begun)
  await page.waitForTimeout(1500)
  const whileLoading = await watching.stop()
  figures['frames while they load: p50 / p95 / max'] = formatSpread(whileLoading)
  const frames = await scrollGrid(page)
  figures['scrolled: frame p50 / p95 / max'] = formatSpread(frames)
  figures['scrolled: frames over 50 ms'] = `${frames.filter((ms) => ms > 50).length} of ${frames.length}`
  const found: number[] = []
  for (const text of ['request 777', 'customer-12 ERROR', '/orders/7 -INFO', '199999'])
    found.push(await searchFor(page, text))
  figures['search to painted p50 / p95 / max'] = formatSpread(found)
  figures['memory of the page with 200,000 lines'] = await heapOf(page)
  await close()

  const followed = await open(`topologyId=${live}&follow=yes&rangeType=relative&range=now-1h`)
  await followed.page.evaluate(() => globalThis.firstRows)
  await followed.page.waitForTimeout(3000)
  const cpu = cpuSeconds(running.pid)
  const gaps = watchFrames(followed.page, MINUTES * 60_000 + 30_000)
  const heaps: number[] = []
  const from = performance.now()
  let written = 1
  for (let tick = 1; tick <= MINUTES * 600; tick++) {
    const time = Date.now()
    const some = Array.from({ length: PER_SECOND / 10 }, (_, at) => line(time, written + at)).join('')
    written += PER_SECOND / 10
    await appendFile(join(folder, 'live.log'), some)
    if (tick % 100 === 0) heaps.push(await heapBytes(followed.page))
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, tick * 100 - (performance.now() - from))))
  }
  await followed.page.getByRole('row', { name: new RegExp(`request ${written - 1} `) }).waitFor()
  const tail = await gaps.stop()
  const seconds = (performance.now() - from) / 1000
  figures[`followed ${PER_SECOND} lines/s for ${Math.round(seconds)} s: frame p50 / p95 / max`] = formatSpread(tail)
  figures['followed: frames over 50 ms'] = `${tail.filter((ms) => ms > 50).length} of ${tail.length}`
  figures['followed: memory of the page, first and last'] =
    `${mega(heaps[0] ?? 0)}, ${mega(heaps.at(-1) ?? 0)} of ${heaps.length}, at most ${mega(Math.max(...heaps))}`
  figures['followed: processor of the server'] = `${Math.round(((cpuSeconds(running.pid) - cpu) / seconds) * 100)} %`
  await followed.close()

  await browser.close()
  await running.stop()
  data.remove()
  return figures
}

const mega = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

/** The script heap after garbage collection. Its time does not count for any frame. */
async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: 'globalThis.isCollected = true' })
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  // After two frames, the measured one is over.
  await session.send('Runtime.evaluate', {
    expression: 'new Promise((over) => requestAnimationFrame(() => requestAnimationFrame(over)))',
    awaitPromise: true,
  })
  await session.send('Runtime.evaluate', { expression: 'globalThis.isCollected = false' })
  await session.detach()
  return usedSize
}
const heapOf = async (page: Page) => mega(await heapBytes(page))

/** Milliseconds from the last key until lines of the search are painted. */
async function searchFor(page: Page, text: string): Promise<number> {
  const field = page.getByRole('searchbox', { name: 'Search the messages' })
  await field.fill('')
  await page.getByText('200,000 log lines').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(2000)
  const begun = performance.now()
  await field.fill(text)
  await page.locator('mark').first().waitFor()
  return performance.now() - begun
}

/** The time between frames until stopped. Leaves out the garbage collections of the memory measurement. */
function watchFrames(page: Page, mostMs: number) {
  const watched = page.evaluate(async (most) => {
    const gaps: number[] = []
    const begin = performance.now()
    let last = begin
    const state = globalThis as { isWatched?: boolean; isCollected?: boolean }
    state.isWatched = true
    while (state.isWatched && performance.now() - begin < most) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      if (!state.isCollected) gaps.push(now - last)
      last = now
    }
    return gaps
  }, mostMs)
  return {
    async stop() {
      await page.evaluate(() => void ((globalThis as { isWatched?: boolean }).isWatched = false))
      return watched
    },
  }
}
