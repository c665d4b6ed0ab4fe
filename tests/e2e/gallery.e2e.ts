import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright/test'
import { root } from '../../scripts/lib/tree.mjs'
import { findAxeViolations, colourSettings } from '../helpers/axe'
import { expect, test } from '../helpers/console'
import type { WidgetFacts } from '../helpers/facts'
import { FocusRings } from '../helpers/focus-ring'
import { everyExhibit, type ExhibitPage, startGallery } from '../helpers/gallery'
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

// Every widget in every state. Each page is visited once, and all checks run there: the facts that matter to assistive
// technology (tests/e2e/gallery/<widget>.ts), axe in all colours and widths, target sizes, spaced and doubled text,
// unprompted motion and speech, and the focus ring of each kind of control.

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

const WIDE = { width: 1280, height: 800 }
const NARROWER = [1024, 320]

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

/** The structure of a page, without what changes by itself: numbers, such as times, and announcements. */
const structureOf = async (page: Page) =>
  (await page.locator('body').ariaSnapshot()).replaceAll(/^- log:(?:\n  .*)+/gm, '- log').replaceAll(/\d+/g, '#')

const factsFolder = 'tests/e2e/gallery'

async function loadFacts(widget: string): Promise<WidgetFacts> {
  const file = join(root, factsFolder, `${widget}.ts`)
  // Each state then fails, and says where its facts belong.
  if (!existsSync(file)) return {}
  const { default: known } = (await import(pathToFileURL(file).href)) as { default: WidgetFacts }
  return known
}

/** Checks the facts of the states of one page. Each state must have some. */
async function checkFacts(page: Page, { widget, state, sections }: ExhibitPage, known: WidgetFacts): Promise<void> {
  const shown = state === undefined ? sections : [state]
  for (const [at, name] of shown.entries()) {
    const check = known[name]
    expect.soft(check, `Write the facts of "${name}" in ${factsFolder}/${widget}.ts`).toBeDefined()
    const part = state === undefined ? page.locator('main > section').nth(at) : page.locator('body')
    await test.step(`${widget}: ${name}`, () => check?.(part, page))
  }
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
    const described = new Map<string, { known: WidgetFacts; shown: string[] }>()
    const rings = new FocusRings()

    await everyExhibit(page, gallery.url, { part, of: PARTS }, async (exhibit) => {
      const { widget, state, sections } = exhibit
      const where = `${widget}, ${state ?? 'all states'}`
      const facts = described.get(widget) ?? { known: await loadFacts(widget), shown: [] }
      described.set(widget, facts)
      facts.shown.push(...(state === undefined ? sections : [state]))
      await checkFacts(page, exhibit, facts.known)
      const structure = await structureOf(page)
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
        const isSame = (await structureOf(page)) === structure
        expect
          .soft(await findAxeViolations(page, isSame ? 'room' : undefined), `${where}, ${width} px: axe`)
          .toEqual([])
      }
      await resize(page, WIDE)
    })
    for (const [widget, { known, shown }] of described)
      expect.soft(Object.keys(known).toSorted(), `the states in ${factsFolder}/${widget}.ts`).toEqual(shown.toSorted())
    expect(problems).toEqual([])
    expect(rings.missed, 'kinds of control whose focus ring could not be measured anywhere').toEqual([])
    expect(rings.measured.size).toBeGreaterThan(0)
    await context.close()
  })
}

test('every widget of the gallery has a file of facts, and no other', () => {
  const widgets = readdirSync(join(root, 'dev/gallery')).flatMap((file) => /^(.*)\.gallery\.tsx$/.exec(file)?.[1] ?? [])
  expect(widgets.length).toBeGreaterThan(0)
  expect(readdirSync(join(root, factsFolder)).toSorted()).toEqual(widgets.map((name) => `${name}.ts`).toSorted())
})

test('axe reports a deliberate violation', async ({ page }) => {
  await page.setContent(`
    <html lang="en"><title>A page</title>
    <main style="background: white"><h1>A heading</h1><img src="data:,"><p style="color: #ccc">pale</p>
    <p style="color: #666; font-size: 13px">small</p><p style="color: #666; font-size: 14px">large</p></main>`)
  const pale = expect.stringMatching(/^color-contrast: .*pale/)
  const small = expect.stringMatching(/^color-contrast-enhanced: (?!.*large).*small/)
  const found = await findAxeViolations(page)
  expect(found).toEqual(expect.arrayContaining([pale, small, expect.stringMatching(/^image-alt/)]))
  expect(found).toHaveLength(3)
  expect(await findAxeViolations(page, 'colours')).toEqual(expect.arrayContaining([pale, small]))
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
