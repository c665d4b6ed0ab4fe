import { chromium, type CDPSession, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startGallery } from '../helpers/gallery'
import { formatMs, formatSpread } from './figures'

/** Typical input: words, parts of words, two words, initials, letters in order, and corrections. */
const typed = [
  'payments-api',
  'eu west work',
  'chkt',
  'k8s pod prod',
  'sess us-east',
  'led cache sou',
  'pyw',
  'zqx',
] as const
const KEYS_PER_SECOND = 8
const OPENINGS = 8

/** From a key to the resulting screen, with 50,000 names. */
export async function bench(): Promise<Record<string, string>> {
  const gallery = await startGallery()
  const executablePath = await findBrowser()
  const browser = await chromium.launch({
    args: [...browserFlags],
    ...(executablePath ? { executablePath } : {}),
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const devtools = await page.context().newCDPSession(page)
  const exhibit = `${gallery.url}/palette/fifty-thousand-names`
  const figures = await ranking(page, exhibit)
  for (const slowed of [1, 4]) {
    const { keys, openings, longTasks } = await measure(
      page,
      devtools,
      `${gallery.url}/palette/fifty-thousand-names`,
      slowed
    )
    const at = slowed === 1 ? '' : `, processor slowed ×${slowed}`
    figures[`key to paint p50 / p95 / max${at}`] = formatSpread(keys)
    figures[`open to paint p50 / p95 / max${at}`] = formatSpread(openings)
    figures[`tasks over 50 ms${at}`] = `${longTasks} in ${keys.length} keys`
  }
  await browser.close()
  gallery.stop()
  return figures
}

type Ranking = { anew: number[]; goingOn: number[]; slices: number[] }

/** Ranking and indexing alone, in the gallery. */
async function ranking(page: Page, url: string): Promise<Record<string, string>> {
  await page.goto(url)
  await page.getByLabel('Queries').fill(typed.join('\n'))
  await page.getByRole('button', { name: 'Rank' }).click()
  const text = await page.locator('[data-figures]', { hasText: '{' }).textContent({ timeout: 60_000 })
  const { anew, goingOn, slices }: Ranking = JSON.parse(text ?? '')
  const building = slices.reduce((sum, ms) => sum + ms, 0)
  return {
    'rank 50,000 anew p50 / p95 / max': formatSpread(anew),
    'the same, typing on p50 / p95 / max': formatSpread(goingOn),
    'index them: in all, longest slice': `${formatMs(building)}, ${formatMs(Math.max(...slices))}`,
  }
}

type Seen = { keys: { name: string; duration: number }[]; longTasks: number }

async function measure(page: Page, devtools: CDPSession, url: string, slowed: number) {
  await page.goto(url)
  const opener = page.getByRole('button', { name: 'Open the palette' })
  await opener.waitFor()
  await page.evaluate(() => {
    const seen: Seen = { keys: [], longTasks: 0 }
    Object.assign(window, { seen })
    const onEvents = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.keys.push({ name, duration })
    })
    // 16 ms is the minimum that browsers report.
    onEvents.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    new PerformanceObserver((list) => {
      seen.longTasks += list.getEntries().length
    }).observe({ type: 'longtask' })
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  await opener.focus()
  await openAndClose(page)
  const openings: number[] = []
  for (let n = 0; n < OPENINGS; n++) openings.push(await openAndClose(page))

  await page.keyboard.press('Enter')
  await page.getByRole('combobox').waitFor()
  // Warms up by typing everything once, which is not measured.
  for (const text of typed) await typeIn(page, text)
  await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen }
    seen.keys.length = 0
    seen.longTasks = 0
  })
  let pressed = 0
  for (const text of typed) pressed += await typeIn(page, text)
  await page.waitForTimeout(500)
  const { keys, longTasks } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // Faster events are not reported and count as the minimum.
  const faster = Array.from({ length: Math.max(0, pressed - keys.length) }, () => 16)
  return { keys: [...keys.map(({ duration }) => duration), ...faster], openings, longTasks }
}

/** From the press to the frame after the one with the input. */
async function openAndClose(page: Page): Promise<number> {
  // Listens before the key is pressed.
  await page.evaluate(() => {
    Object.assign(window, {
      opened: new Promise<number>((resolve) => {
        const onKey = ({ timeStamp }: KeyboardEvent) => {
          window.removeEventListener('keydown', onKey, true)
          const look = () => {
            if (!document.querySelector('[role=combobox]')) return requestAnimationFrame(look)
            const channel = new MessageChannel()
            channel.port1.addEventListener('message', () => resolve(performance.now() - timeStamp))
            channel.port1.start()
            // A task after the next frame begins, when it is painted.
            requestAnimationFrame(() => channel.port2.postMessage(undefined))
            return undefined
          }
          requestAnimationFrame(look)
        }
        window.addEventListener('keydown', onKey, true)
      }),
    })
  })
  await page.keyboard.press('Enter')
  const ms = await page.evaluate(() => (window as unknown as { opened: Promise<number> }).opened)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox').waitFor({ state: 'detached' })
  // The focus returns one frame later: an earlier key would not open the palette.
  await page.waitForFunction(() => document.activeElement instanceof HTMLButtonElement)
  return ms
}

/** @returns the number of pressed keys. */
async function typeIn(page: Page, text: string): Promise<number> {
  await page.getByRole('combobox').fill('')
  for (const letter of text) {
    const next = performance.now() + 1000 / KEYS_PER_SECOND
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(Math.max(0, next - performance.now()))
  }
  return text.length
}
