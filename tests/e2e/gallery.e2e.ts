import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from 'playwright/test'
import { everyExhibit, startGallery } from '../helpers/gallery'

// Every widget in every state and theme: axe finds nothing, nothing is wrong with the page, nothing scrolls sideways, and
// nothing but the voice is live, since what ticks in a live region is read out for ever.

let gallery: Awaited<ReturnType<typeof startGallery>>
test.beforeAll(async () => {
  gallery = await startGallery()
})
test.afterAll(() => gallery.stop())

const looks = [
  { name: 'light', width: 1440, options: { colorScheme: 'light' } },
  { name: 'dark', width: 1024, options: { colorScheme: 'dark' } },
  { name: 'light', width: 320, options: { colorScheme: 'light' } },
  { name: 'forced colours', width: 1440, options: { forcedColors: 'active' } },
] as const

const live = ':is([aria-live]:not([aria-live=off]), [role=status], [role=alert], output):not([id^=voice-])'

for (const { name, width, options } of looks) {
  test(`every widget: ${name}, ${width} px`, async ({ browser }) => {
    test.setTimeout(900_000)
    const context = await browser.newContext({ viewport: { width, height: 800 }, ...options })
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))

    const look = async (url: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
      expect.soft(found, url).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect.soft(overflow, `${url} scrolls sideways`).toBeLessThanOrEqual(0)
      const speaking = await page.locator(live).evaluateAll((all) => all.map((one) => one.outerHTML))
      expect.soft(speaking, `${url} speaks by itself`).toEqual([])
    }
    await everyExhibit(page, gallery.url, look)
    expect(problems).toEqual([])
    await context.close()
  })
}
