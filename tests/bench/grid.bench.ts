import { chromium, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startGallery } from '../helpers/gallery'
import { formatMs, percentile } from './figures'

const HELD_MS = 10_000
/** The repeat interval of a held key. */
const REPEAT_MS = 33

/** A grid of 100,000 rows as shipped: shown, traversed with a held key, scrolled, sorted and filtered. */
export async function bench(): Promise<Record<string, string>> {
  const gallery = await startGallery()
  const executablePath = await findBrowser()
  const browser = await chromium.launch({
    args: [...browserFlags, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
    ...(executablePath ? { executablePath } : {}),
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(gallery.url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const before = await heapMb(page)
  await page.goto(`${gallery.url}/grid/100-000-rows`)
  await page.getByRole('row').nth(5).waitFor()
  const shown = await page.evaluate(() => performance.now())
  const after = await heapMb(page)

  await page.getByRole('row').nth(1).focus()
  const held = await during(page, () => hold(page, 'ArrowDown'))
  const reached = await page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))
  const scrolled = await during(page, () => scroll(page))
  const sort = await until(page, () => page.getByRole('button', { name: 'Uptime' }).click(), 'checkout-gateway-27')
  const filter = await until(page, () => page.getByRole('searchbox').fill('index-9999'), 'index-9999')
  await browser.close()
  gallery.stop()
  return {
    'page with 100,000 rows shown after': formatMs(shown),
    'memory that it added': `${Math.round(after - before)} MB`,
    'ArrowDown held for 10 s: rows passed': `${Number(reached) - 2}`,
    ...figures('ArrowDown held', held),
    ...figures('scrolled through', scrolled),
    sorted: formatMs(sort),
    filtered: formatMs(filter),
  }
}

type Frames = { gaps: number[]; mostRows: number }

const figures = (what: string, { gaps, mostRows }: Frames): Record<string, string> => ({
  [`${what}: frame p50 / p95 / max`]: [0.5, 0.95, 1].map((share) => formatMs(percentile(gaps, share))).join(' / '),
  [`${what}: frames over 50 ms`]: `${gaps.filter((gap) => gap > 50).length} of ${gaps.length}`,
  [`${what}: rows in the document, at most`]: `${mostRows}`,
})

/** Measures every frame during an action. */
async function during(page: Page, what: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const frames = { gaps: [] as number[], mostRows: 0, isOn: true }
    Object.assign(window, { frames })
    let last = performance.now()
    const tick = (now: number) => {
      frames.gaps.push(now - last)
      last = now
      frames.mostRows = Math.max(frames.mostRows, document.querySelectorAll('[role="row"]').length)
      if (frames.isOn) requestAnimationFrame(tick)
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(tick)
    })
  })
  await what()
  return page.evaluate(() => {
    const { frames } = window as unknown as { frames: Frames & { isOn: boolean } }
    frames.isOn = false
    return frames
  })
}

async function hold(page: Page, key: string) {
  const end = performance.now() + HELD_MS
  for (let next = performance.now(); next < end; next += REPEAT_MS) {
    // A second keydown without a keyup is a repeat for the browser.
    await page.keyboard.down(key)
    await pause(Math.max(0, next + REPEAT_MS - performance.now()))
  }
  await page.keyboard.up(key)
}

/** 2,000 px per frame for 300 frames, faster than any wheel. */
const scroll = (page: Page) =>
  page.evaluate(async () => {
    const grid = document.querySelector('[role="grid"]')
    for (let frame = 0; frame < 300; frame++) {
      grid?.scrollBy(0, 2000)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })

/** From an action to the frame in which the first row shows its result. */
async function until(page: Page, act: () => Promise<void>, text: string): Promise<number> {
  const done = page.evaluate(async (wanted) => {
    const began = new Promise<number>((resolve) => {
      for (const type of ['pointerdown', 'input'])
        addEventListener(type, (event) => resolve(event.timeStamp), { once: true, capture: true })
    })
    const from = await began
    const isDone = () => document.querySelectorAll('[role="row"]')[1]?.textContent.includes(wanted)
    while (!isDone()) await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - from
  }, text)
  await act()
  return done
}

const heapMb = (page: Page) =>
  page.evaluate(() => {
    ;(globalThis as unknown as { gc(): void }).gc()
    return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 2 ** 20
  })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
