import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startGallery } from '../helpers/gallery'
import { formatMs, percentile } from './figures'

const ROUNDS = 7
const KEYS = 60

/** The cost of charts: bytes for the first one, time until ten are rendered, and from a key to the moved cursor. */
export async function bench(): Promise<Record<string, string>> {
  const gallery = await startGallery()
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const mounts: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${gallery.url}/charts`)
    // The drawing code is loaded, so that mounting is measured without loading.
    await page.locator('figure svg').first().waitFor()
    mounts.push(await mount(page, new URL(`${gallery.url}/charts/ten-charts`).pathname))
  }
  const keys = await moveCursor(page)
  await browser.close()
  gallery.stop()
  return {
    'loaded with the first chart, JS and CSS (brotli)': drawingBytes(),
    [`mount 10 charts of 300 points, to paint (median of ${ROUNDS})`]: formatMs(percentile(mounts, 0.5)),
    [`cursor key to paint among them, p50 / p95 of ${KEYS}`]: [0.5, 0.95]
      .map((share) => formatMs(percentile(keys, share)))
      .join(' / '),
  }
}

function drawingBytes(): string {
  const folder = join(process.cwd(), 'dist', 'gallery', 'assets')
  const files = readdirSync(folder).filter((name) => /^drawn-.*\.(js|css)$/.test(name))
  const bytes = files.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(folder, name))).length, 0)
  return `${(bytes / 1000).toFixed(1)} kB in ${files.length} files`
}

/** From following a link in the page to the first frame with all ten rendered. */
const mount = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (to) => {
    const begun = performance.now()
    history.pushState(null, '', to)
    do await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
    while (document.querySelectorAll('[role=application] svg').length !== 10)
    return performance.now() - begun
  }, path)

/** From an arrow key to the frame with the cursor at the next point. */
async function moveCursor(page: Page): Promise<number[]> {
  await page.getByRole('application').first().focus()
  await page.keyboard.press('Home')
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    window.addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
      true
    )
  })
  for (let press = 0; press < KEYS; press++) await page.keyboard.press('ArrowRight')
  await page.waitForFunction((count) => (Reflect.get(window, 'times') as number[]).length === count, KEYS)
  return page.evaluate(() => Reflect.get(window, 'times') as number[])
}
