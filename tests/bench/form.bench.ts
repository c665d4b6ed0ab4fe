import { chromium, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startGallery } from '../helpers/gallery'
import { formatMs, percentile } from './figures'

const KEYS = 60

/** The time to render a form, and from a key to the painted input. */
export async function bench(): Promise<Record<string, string>> {
  const gallery = await startGallery()
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const mounts: number[] = []
  for (let round = 0; round < 7; round++) {
    await page.goto(gallery.url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    mounts.push(await mount(page, new URL(`${gallery.url}/form/a-hundred-fields`).pathname))
  }
  const long = await typeInto(page, 'Text 0')
  await page.goto(`${gallery.url}/form`)
  const short = await typeInto(page, 'Name')
  await browser.close()
  gallery.stop()
  return {
    'mount 100 fields, to paint (median of 7)': formatMs(percentile(mounts, 0.5)),
    [`key to paint among 12 fields, p50 / p95 of ${KEYS}`]: shares(short.paint),
    [`key to paint among 100 fields, p50 / p95 of ${KEYS}`]: shares(long.paint),
    'work per key among 12 fields, p50 / p95': shares(short.work),
    'work per key among 100 fields, p50 / p95': shares(long.work),
  }
}

const shares = (times: readonly number[]) => [0.5, 0.95].map((share) => formatMs(percentile(times, share))).join(' / ')

/** From following a link in the page to the first frame with the form. */
const mount = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (to) => {
    const begun = performance.now()
    history.pushState(null, '', to)
    do await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
    while (!document.querySelector('form'))
    return performance.now() - begun
  }, path)

type Times = { work: number[]; paint: number[] }

async function typeInto(page: Page, label: string): Promise<Times> {
  const input = page.getByRole('textbox', { name: label }).first()
  await input.click()
  const times = await page.evaluateHandle(() => {
    const kept: { work: number[]; paint: number[] } = { work: [], paint: [] }
    let begun = 0
    window.addEventListener('keydown', (event) => (begun = event.timeStamp), true)
    window.addEventListener(
      'input',
      () => {
        const [pressed, heard] = [begun, performance.now()]
        // React renders the input before the task ends.
        setTimeout(() => kept.work.push(performance.now() - heard))
        requestAnimationFrame(() => setTimeout(() => kept.paint.push(performance.now() - pressed)))
      },
      true
    )
    return kept
  })
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press('abcdefghij'.charAt(key % 10))
    await page.waitForTimeout(40)
  }
  return times.jsonValue()
}
