import { chromium } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startGallery } from '../helpers/gallery'
import { formatMs, percentile } from './figures'

const ROUNDS = 7

/** The bytes that the first editor loads, and the time from following a link until a long text is shown. */
export async function bench(): Promise<Record<string, string>> {
  const gallery = await startGallery()
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const times: number[] = []
  // The first round loads the editor; later ones only open it.
  for (let round = 0; round <= ROUNDS; round++) {
    await page.goto(`${gallery.url}/editor/5-000-lines`)
    await page.locator('.cm-line').first().waitFor()
    await page.goto(gallery.url)
    const begun = await page.evaluate(
      (to) => {
        history.pushState(null, '', to)
        return performance.now()
      },
      new URL(`${gallery.url}/editor/5-000-lines`).pathname
    )
    await page.waitForFunction(() => document.querySelector('.cm-line') !== null)
    times.push(await page.evaluate((from) => performance.now() - from, begun))
  }
  await browser.close()
  gallery.stop()
  return {
    [`open a text of 5,000 lines, with the chunk in the browser's cache (median of ${ROUNDS})`]: formatMs(
      percentile(times.slice(1), 0.5)
    ),
  }
}
