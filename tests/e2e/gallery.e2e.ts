import { expect, test } from 'playwright/test'
import { faultsOf, looks } from '../helpers/axe'
import { everyExhibit, startGallery } from '../helpers/gallery'

// Every widget in every state and theme: axe finds nothing, nothing is wrong with the page, nothing scrolls sideways, and
// nothing but the voice is live, since what ticks in a live region is read out for ever.

let gallery: Awaited<ReturnType<typeof startGallery>>
test.beforeAll(async () => {
  gallery = await startGallery()
})
test.afterAll(() => gallery.stop())

const visits = [
  { width: 1440, inLooks: ['light', 'forced colours'] },
  { width: 1024, inLooks: ['dark'] },
  { width: 320, inLooks: ['light'] },
] as const

const live = ':is([aria-live]:not([aria-live=off]), [role=status], [role=alert], output):not([id^=voice-])'

test('axe finds what it is for', async ({ page }) => {
  await page.setContent(`
    <html lang="en"><title>A page</title>
    <main style="background: white"><h1>A heading</h1><img src="data:,"><p style="color: #ccc">pale</p></main>`)
  expect(await faultsOf(page)).toEqual([
    expect.stringMatching(/^color-contrast: .*pale/),
    expect.stringMatching(/^image-alt/),
  ])
})

for (const { width, inLooks } of visits) {
  test(`every widget: ${inLooks.join(' and ')}, ${width} px`, async ({ browser }) => {
    test.setTimeout(900_000)
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))

    await everyExhibit(page, gallery.url, async (url) => {
      for (const look of inLooks) {
        await page.emulateMedia(looks[look])
        expect.soft(await faultsOf(page), `${url}, ${look}`).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect.soft(overflow, `${url}, ${look}, scrolls sideways`).toBeLessThanOrEqual(0)
      }
      const speaking = await page.locator(live).evaluateAll((all) => all.map((one) => one.outerHTML))
      expect.soft(speaking, `${url} speaks by itself`).toEqual([])
    })
    expect(problems).toEqual([])
    await context.close()
  })
}
