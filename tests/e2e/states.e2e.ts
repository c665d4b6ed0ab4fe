import type { CDPSession, Page } from 'playwright/test'
import { findAxeViolations, colourSettings } from '../helpers/axe'
import { expect, test } from '../helpers/console'
import { startConsole } from '../helpers/console-process'
import { findFocusProblem, describeFocus, pressInside } from '../helpers/focus'
import { deadLinks } from '../helpers/links'
import { resize, measureOverflow } from '../helpers/page-layout'
import { states } from './states/all'
import type { Consoles } from './states/state'

// Rules for every state of every screen (tests/e2e/states): axe finds nothing in any colours and at any width, nothing
// scrolls sideways, also with a zoom of 400 percent, and Tab moves on to visible elements with a name. Each state is
// visited once, in a page that its console's router takes from one to the next.

/** Waits for pending layout, such as that of charts. */
const softly = expect.configure({ soft: true })
/** The number of tests that run in parallel. */
const PARTS = 4
test.describe.configure({ mode: 'parallel' })

let gateway: Awaited<ReturnType<typeof startConsole>>
test.beforeAll(async () => {
  gateway = await startConsole(['--backend', 'http://127.0.0.1:9'])
})
test.afterAll(() => gateway.stop())

/** Window widths and heights in pixels. At the lowest height, the chart of a check has its own tab. */
const HEIGHTS: Record<number, number> = { 1440: 900, 1024: 680, 320: 800 }
const WIDTHS = [1440, 1024, 320]
/** A window of 1280 pixels with a zoom of 200 and 400 percent. */
const ZOOMED = [
  { width: 640, height: 360 },
  { width: 320, height: 256 },
]
const sizeAt = (width: number) => ({ width, height: HEIGHTS[width] ?? 800 })
/** Maximum number of Tab presses. */
const STOPS = 8

/** Presses Tab. @returns the problems of the newly focused element */
async function followTab(page: Page, cdp: CDPSession): Promise<string[]> {
  const faults: string[] = []
  let before = ''
  for (let stop = 0; stop < STOPS; stop++) {
    await pressInside(page, 'Tab')
    const fault = await findFocusProblem(page, cdp)
    const name = await describeFocus(page)
    if (fault) faults.push(`Tab ${stop + 1}, after ${before}: ${fault}`)
    before = name
  }
  return faults
}

/** Runs all checks of a page at one width. */
async function look(page: Page, where: string): Promise<void> {
  for (const [colours, media] of Object.entries(colourSettings)) {
    await page.emulateMedia(media)
    const faults = await findAxeViolations(page, colours === 'light' ? undefined : 'colours')
    expect.soft(faults, `${where}, ${colours}: axe`).toEqual([])
    await softly.poll(() => measureOverflow(page), `${where}, ${colours}, scrolls sideways`).toBeLessThanOrEqual(0)
  }
  await page.emulateMedia(colourSettings.light)
}

for (let part = 0; part < PARTS; part++) {
  test(`every state of every screen, part ${part + 1} of ${PARTS} [CMD-15 CMD-17 CMD-18]`, async ({
    browser,
    running,
  }) => {
    test.setTimeout(600_000)
    const consoles: Consoles = { sample: running.url, withoutBackend: gateway.url }
    const context = await browser.newContext()
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    for (const { name, reach, leave, widths = WIDTHS } of states.filter((_, index) => index % PARTS === part)) {
      await test.step(name, async () => {
        const [first = 1440, ...others] = widths
        await page.setViewportSize(sizeAt(first))
        await reach(page, consoles)
        expect.soft(await deadLinks(page), `${name}: links to nowhere`).toEqual([])
        await look(page, `${name}, ${first} px`)
        for (const width of others) {
          await resize(page, sizeAt(width))
          await look(page, `${name}, ${width} px`)
        }
        expect.soft(await followTab(page, cdp), `${name}, ${others.at(-1)} px`).toEqual([])
        for (const size of ZOOMED) {
          const where = `${name}, ${size.width} × ${size.height} px`
          await resize(page, size)
          await softly.poll(() => measureOverflow(page), `${where}, scrolls sideways`).toBeLessThanOrEqual(0)
        }
        await resize(page, sizeAt(first))
        expect.soft(await followTab(page, cdp), `${name}, ${first} px`).toEqual([])
        await leave?.(page)
      })
    }
    await context.close()
  })
}
