import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Request, test } from 'playwright/test'
import { root } from '../../scripts/lib/tree.mjs'
import { everyExhibit, startGallery } from '../helpers/gallery'

// What every widget is in the accessibility tree, state by state, as text that is read in review: tests/e2e/trees. After a
// change on purpose: `npx playwright test trees --update-snapshots`.

let gallery: Awaited<ReturnType<typeof startGallery>>
test.beforeAll(async () => {
  gallery = await startGallery()
})
test.afterAll(() => gallery.stop())

/** What depends on when it is looked at, and on nothing else. */
const timeless = (tree: string) =>
  tree
    // What the voice has said is gone after some seconds.
    .replaceAll(/^- log:(?:\n  .*)+/gm, '- log')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, 'Day')
    .replaceAll(
      /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g,
      'Month'
    )
    .replaceAll(/\b(?:AM|PM)\b/g, 'AM')
    .replaceAll('just now', '#s ago')

/** A calendar differs from day to day. Only the date is another: timers, which a clock of Playwright's would run, stay. */
const beginOn = (time: number) => {
  const ahead = time - Date.now()
  globalThis.Date = new Proxy(Date, {
    construct: (real, given: unknown[]) => Reflect.construct(real, given.length > 0 ? given : [real.now() + ahead]),
    get: (real, name) => (name === 'now' ? () => real.now() + ahead : Reflect.get(real, name)),
  })
}

test('every widget is in the tree as it was reviewed', async ({ browser }) => {
  test.setTimeout(600_000)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
  })
  await context.addInitScript(beginOn, Date.parse('2026-11-25T10:00:00+01:00'))
  const page = await context.newPage()
  const trees = new Map<string, string>()
  // Code that is still on its way will draw something.
  const coming = new Set<unknown>()
  const isOurCode = (request: Request) =>
    request.resourceType() === 'script' && request.url().startsWith(new URL(gallery.url).origin)
  page.on('request', (request) => isOurCode(request) && coming.add(request))
  page.on('requestfinished', (request) => coming.delete(request))
  page.on('requestfailed', (request) => coming.delete(request))
  await everyExhibit(page, gallery.url, async (url) => {
    const [, widget = '', state = ''] = new URL(url).pathname.split('/dev/gallery')[1]?.split('/') ?? []
    // An exhibit that shows waiting or loads its code has settled when the tree stays the same.
    let tree = ''
    let timesSeen = 0
    await expect(async () => {
      const before = tree
      tree = await page.locator('body').ariaSnapshot()
      timesSeen = tree === before && coming.size === 0 ? timesSeen + 1 : 0
      expect(timesSeen).toBe(3)
    }).toPass({ intervals: [150] })
    trees.set(widget, `${trees.get(widget) ?? ''}# ${state || 'all states'}\n${timeless(tree)}\n\n`)
  })
  await context.close()
  for (const [widget, tree] of trees) expect.soft(tree).toMatchSnapshot(`${widget}.txt`)
  expect(readdirSync(join(root, 'tests/e2e/trees')).toSorted()).toEqual(
    [...trees.keys()].map((one) => `${one}.txt`).toSorted()
  )
})
