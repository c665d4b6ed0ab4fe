import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright/test'
import { root } from '../../scripts/lib/tree.mjs'
import { findAxeViolations, colourSettings } from '../helpers/axe'
import { expect, test } from '../helpers/console'
import { FocusRings } from '../helpers/focus-ring'
import { everyExhibit, startGallery } from '../helpers/gallery'
import { deadLinks } from '../helpers/links'
import {
  findClippedText,
  findCrowdedTargets,
  findLiveRegions,
  findRunningAnimations,
  resize,
  measureOverflow,
  withSpacedText,
  withTextTwiceAsLarge,
} from '../helpers/page-layout'

// Every widget in every state. Each page is loaded once, and all checks run there: its
// accessibility tree (tests/e2e/trees, reviewed as text; after a change on purpose
// `npx playwright test gallery --update-snapshots`), axe in all colours and widths, target sizes, spaced and doubled
// text, unprompted motion and speech, and the focus ring of each kind of control.

/** Waits for pending layout, such as that of charts. */
const softly = expect.configure({ soft: true })
/** The number of tests that run in parallel. */
const PARTS = 6
test.describe.configure({ mode: 'parallel' })

let gallery: Awaited<ReturnType<typeof startGallery>>
test.beforeAll(async () => {
  gallery = await startGallery()
})
test.afterAll(() => gallery.stop())

const trees = join(root, 'tests/e2e/trees')
const WIDE = { width: 1280, height: 800 }
const NARROWER = [1024, 320]

/** Replaces parts that depend only on the current time. */
const timeless = (tree: string) =>
  tree
    // Announcements disappear after some seconds.
    .replaceAll(/^- log:(?:\n  .*)+/gm, '- log')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, 'Day')
    .replaceAll(
      /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g,
      'Month'
    )
    .replaceAll(/\b(?:AM|PM)\b/g, 'AM')
    .replaceAll('just now', '#s ago')

/** Fixes the date, because a calendar differs each day. Unlike Playwright's clock, this leaves timers alone. */
const beginOn = (time: number) => {
  const ahead = time - Date.now()
  globalThis.Date = new Proxy(Date, {
    construct: (real, given: unknown[]) => Reflect.construct(real, given.length > 0 ? given : [real.now() + ahead]),
    get: (real, name) => (name === 'now' ? () => real.now() + ahead : Reflect.get(real, name)),
  })
}

async function openContext(browser: Browser) {
  const context = await browser.newContext({
    viewport: WIDE,
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(beginOn, Date.parse('2026-11-25T10:00:00+01:00'))
  return context
}

const treeOf = async (page: Page) => timeless(await page.locator('body').ariaSnapshot())

/** The reviewed tree of a widget, by state. */
function reviewed(widget: string): Map<string, string> {
  const file = join(trees, `${widget}.txt`)
  const parts = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split(/^# (.*)\n/m)
        .slice(1)
    : []
  return new Map(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, (parts[at + 1] ?? '').trimEnd()]] : [])))
}

/**
 * The tree of a page: the reviewed one if it appears, otherwise the one that stays stable for some seconds. On a busy
 * machine, pending work may take long.
 */
async function settledTree(page: Page, expected: string | undefined): Promise<string> {
  let tree = await treeOf(page)
  let timesSeen = 0
  while (tree !== expected && timesSeen < 40) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    const next = await treeOf(page)
    timesSeen = next === tree ? timesSeen + 1 : 0
    tree = next
  }
  return tree
}

for (let part = 0; part < PARTS; part++) {
  test(`every widget in every state, part ${part + 1} of ${PARTS} [CMD-21]`, async ({ browser }) => {
    test.setTimeout(900_000)
    const context = await openContext(browser)
    const page = await context.newPage()
    const meter = await context.newPage()
    await page.bringToFront()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    const found = new Map<string, string>()
    const rings = new FocusRings()

    await everyExhibit(page, gallery.url, { part, of: PARTS }, async (widget, state) => {
      const name = state ?? 'all states'
      const where = `${widget}, ${name}`
      const tree = await settledTree(page, reviewed(widget).get(name))
      found.set(widget, `${found.get(widget) ?? ''}# ${name}\n${tree}\n\n`)
      expect.soft(await findAxeViolations(page), `${where}: axe`).toEqual([])
      expect.soft(await findLiveRegions(page), `${where} speaks by itself`).toEqual([])
      expect.soft(await findRunningAnimations(page), `${where} moves`).toEqual([])
      expect.soft(await deadLinks(page), `${where}: links to nowhere`).toEqual([])
      for (const look of ['dark', 'forced colours'] as const) {
        await page.emulateMedia(colourSettings[look])
        expect.soft(await findAxeViolations(page, 'colours'), `${where}: axe, ${look}`).toEqual([])
      }
      await page.emulateMedia(colourSettings.light)
      const spaced = await withSpacedText(page, () => findClippedText(page))
      expect.soft(spaced, `${where}: cut off when spaced out`).toEqual([])
      await withTextTwiceAsLarge(page, async () => {
        expect.soft(await findClippedText(page), `${where}: cut off when twice as large`).toEqual([])
        await softly
          .poll(() => measureOverflow(page), `${where}, twice as large, scrolls sideways`)
          .toBeLessThanOrEqual(0)
      })
      await rings.measure(page, meter)
      for (const width of NARROWER) {
        await resize(page, { ...WIDE, width })
        await softly.poll(() => measureOverflow(page), `${where}, ${width} px, scrolls sideways`).toBeLessThanOrEqual(0)
        expect.soft(await findCrowdedTargets(page), `${where}, ${width} px: crowded`).toEqual([])
        // A state that becomes a page on small screens is checked as a page.
        const isSame = (await treeOf(page)) === tree
        expect
          .soft(await findAxeViolations(page, isSame ? 'room' : undefined), `${where}, ${width} px: axe`)
          .toEqual([])
      }
      await resize(page, WIDE)
    })
    for (const [widget, tree] of found) expect.soft(tree).toMatchSnapshot(`${widget}.txt`)
    expect(problems).toEqual([])
    expect(rings.missed, 'kinds of control whose focus ring could not be measured anywhere').toEqual([])
    expect(rings.measured.size).toBeGreaterThan(0)
    await context.close()
  })
}

test('every stored tree belongs to a widget', async ({ page }) => {
  await page.goto(gallery.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const links = await page.locator('main li > a').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  const widgets = links.map((href) => `${href.split('/').at(-1)}.txt`)
  expect(readdirSync(trees).toSorted()).toEqual(widgets.toSorted())
})

test('axe reports a deliberate violation', async ({ page }) => {
  await page.setContent(`
    <html lang="en"><title>A page</title>
    <main style="background: white"><h1>A heading</h1><img src="data:,"><p style="color: #ccc">pale</p></main>`)
  const pale = expect.stringMatching(/^color-contrast: .*pale/)
  expect(await findAxeViolations(page)).toEqual([pale, expect.stringMatching(/^image-alt/)])
  expect(await findAxeViolations(page, 'colours')).toEqual([pale])
})

test('the measurements report deliberate violations', async ({ page }) => {
  await page.setContent(`
    <p style="overflow: hidden; height: 10px; width: 300px">cut off below</p>
    <p style="overflow: hidden; white-space: nowrap; width: 30px">cut off at the side</p>
    <p style="overflow: hidden; white-space: nowrap; width: 30px; text-overflow: ellipsis">says that it goes on</p>
    <button style="display: block; height: 12px; padding: 0">a</button>
    <button style="display: block; height: 12px; padding: 0">b</button>
    <button style="display: block; height: 30px; width: 30px; margin-top: 30px">c</button>`)
  expect((await findClippedText(page)).map((one) => one.split(': ')[1])).toEqual([
    'cut off below',
    'cut off at the side',
  ])
  expect((await findCrowdedTargets(page)).map((one) => one.split(' (')[0])).toEqual(['button a', 'button b'])
})
