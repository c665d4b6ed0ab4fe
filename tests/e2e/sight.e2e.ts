import { expect, type Page, test } from 'playwright/test'
import { everyExhibit, startGallery } from '../helpers/gallery'

// What can be seen and hit, measured in every state of every widget: text that is spaced out or twice as large is not cut
// off, targets are large enough or far enough apart, nothing moves for those who asked for rest, and the focus ring is
// told from its surroundings by its pixels.

let gallery: Awaited<ReturnType<typeof startGallery>>
test.beforeAll(async () => {
  gallery = await startGallery()
})
test.afterAll(() => gallery.stop())

/** Elements whose text is cut off at the bottom, or at the side without an ellipsis that says so. */
const clipped = (page: Page) =>
  page.evaluate(() => {
    // What is scrolled is not cut off; what is hidden is for readers only.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const clips = (value: string) => value === 'hidden' || value === 'clip'
    return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const style = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || style.clipPath !== 'none' || element.closest('svg')) return []
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!text) return []
      const isLow = clips(style.overflowY) && element.scrollHeight > element.clientHeight + 2
      const isWide =
        clips(style.overflowX) && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 2
      return isLow || isWide ? [`${element.tagName.toLowerCase()}.${element.className}: ${element.textContent}`] : []
    })
  })

test('the measures find what they are for', async ({ page }) => {
  await page.setContent(`
    <p style="overflow: hidden; height: 10px; width: 300px">cut off below</p>
    <p style="overflow: hidden; white-space: nowrap; width: 30px">cut off at the side</p>
    <p style="overflow: hidden; white-space: nowrap; width: 30px; text-overflow: ellipsis">says that it goes on</p>
    <button style="display: block; height: 12px; padding: 0">a</button>
    <button style="display: block; height: 12px; padding: 0">b</button>
    <button style="display: block; height: 30px; width: 30px; margin-top: 30px">c</button>`)
  expect((await clipped(page)).map((one) => one.split(': ')[1])).toEqual(['cut off below', 'cut off at the side'])
  expect((await crowded(page)).map((one) => one.split(' (')[0])).toEqual(['button a', 'button b'])
})

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('text that is spaced out is not cut off', async ({ page }) => {
  test.setTimeout(600_000)
  await everyExhibit(page, gallery.url, async (url) => {
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-bottom: 2em !important }
      `)
      document.adoptedStyleSheets = [sheet]
    })
    expect.soft(await clipped(page), url).toEqual([])
  })
})

test('text of twice the size is not cut off, and the page does not scroll sideways', async ({ page }) => {
  test.setTimeout(600_000)
  await everyExhibit(page, gallery.url, async (url) => {
    await page.evaluate(async () => {
      document.documentElement.style.setProperty('font-size', '200%')
      // As browsers say it when somebody zooms: what is open is placed anew.
      window.dispatchEvent(new Event('resize'))
      for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
    })
    expect.soft(await clipped(page), url).toEqual([])
    expect.soft(await sideways(page), `${url} scrolls sideways`).toBeLessThanOrEqual(0)
  })
})

/** Targets under 24 px of which the 24 px circle around the middle touches another target or its circle. */
const crowded = (page: Page) =>
  page.evaluate(() => {
    const selector =
      'a[href], button, input:not([type=hidden]), select, textarea, [role=tab], [role=option], [role=menuitem], [role=slider], [role=separator][tabindex], summary'
    const targets = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      const box = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      // A link in a sentence is as high as its line.
      const isInline = style.display === 'inline'
      const isHit = box.width > 1 && box.height > 1 && style.pointerEvents !== 'none' && style.visibility === 'visible'
      // A label around a field is where one presses.
      const label = element instanceof HTMLInputElement ? element.closest('label') : undefined
      return isHit && !isInline ? [{ element, box: label?.getBoundingClientRect() ?? box }] : []
    })
    // It is sent to the page by itself, so it cannot use what stands outside.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const isSmall = ({ width, height }: DOMRect) => width < 24 || height < 24
    return targets
      .filter(({ box }) => isSmall(box))
      .flatMap(({ element, box }) => {
        const x = box.left + box.width / 2
        const y = box.top + box.height / 2
        const near = targets.find((other) => {
          if (other.element === element || other.element.contains(element) || element.contains(other.element))
            return false
          const o = other.box
          const dx = Math.max(o.left - x, 0, x - o.right)
          const dy = Math.max(o.top - y, 0, y - o.bottom)
          const middle = Math.hypot(o.left + o.width / 2 - x, o.top + o.height / 2 - y)
          return Math.hypot(dx, dy) < 12 || (isSmall(o) && middle < 24)
        })
        // oxlint-disable-next-line unicorn/consistent-function-scoping
        const name = (one: HTMLElement) =>
          `${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent}`
        return near
          ? [`${name(element)} (${Math.round(box.width)} × ${Math.round(box.height)}) beside ${name(near.element)}`]
          : []
      })
  })

test('targets are 24 px or stand apart, and nothing moves for those who asked for rest', async ({ browser }) => {
  test.setTimeout(600_000)
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1024, height: 800 } })
  const page = await context.newPage()
  await everyExhibit(page, gallery.url, async (url) => {
    expect.soft(await crowded(page), url).toEqual([])
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
        .map((one) => (one instanceof CSSAnimation ? one.animationName : String(one)))
    )
    expect.soft(moving, url).toEqual([])
  })
  await context.close()
})

type Box = { x: number; y: number; width: number; height: number }

/**
 * How many pixels around a box differ between two screenshots by a contrast of 3:1 or more.
 * @param shots PNGs as base64: the box's element with focus, and without
 */
const ringPixels = (page: Page, shots: readonly [string, string], box: Box) =>
  page.evaluate(
    async ({ shots: [on, off], box: { x, y, width, height } }) => {
      // They are sent to the page by themselves, so they cannot use what stands outside.
      // oxlint-disable-next-line unicorn/consistent-function-scoping
      const pixelsOf = async (png: string) => {
        const bytes = Uint8Array.from(atob(png), (one) => one.codePointAt(0) ?? 0)
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
        context?.drawImage(image, 0, 0)
        const left = Math.max(0, Math.floor(x - 5))
        const top = Math.max(0, Math.floor(y - 5))
        return context?.getImageData(left, top, Math.ceil(width + 10), Math.ceil(height + 10)).data ?? []
      }
      // oxlint-disable-next-line unicorn/consistent-function-scoping
      const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
      const luminance = (data: ArrayLike<number>, at: number) =>
        0.2126 * linear((data[at] ?? 0) / 255) +
        0.7152 * linear((data[at + 1] ?? 0) / 255) +
        0.0722 * linear((data[at + 2] ?? 0) / 255)
      const focused = await pixelsOf(on)
      const left = await pixelsOf(off)
      let found = 0
      for (let at = 0; at < focused.length; at += 4) {
        const a = luminance(focused, at)
        const b = luminance(left, at)
        if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 3) found++
      }
      return found
    },
    { shots, box }
  )

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the focus ring stands out: ${colorScheme} [CMD-21]`, async ({ browser }) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const meter = await context.newPage()
    let measured = 0
    await everyExhibit(page, gallery.url, async (url) => {
      // Beyond the head of the page, which is the same everywhere.
      await page
        .locator('main > header')
        .first()
        .getByRole('button')
        .last()
        .focus({ timeout: 1000 })
        .catch(() => undefined)
      let before: Awaited<ReturnType<typeof pictured>> | undefined
      for (let tab = 0; tab < 7; tab++) {
        await page.keyboard.press('Tab')
        const now = await pictured(page)
        // A dialog with one stop, or a menu, keeps it; what has moved since cannot be compared.
        if (before && !sameBox(now.box, before.box) && sameBox(now.left, before.box)) {
          const found = await ringPixels(meter, [before.shot, now.shot], before.box)
          // A line around it, or along one of its long sides.
          const needed = Math.min(before.box.width, 200)
          expect.soft(found, `${url}: the ring of ${before.name}`).toBeGreaterThanOrEqual(needed)
          measured++
        }
        before = now
        if (before.name === 'BODY') break
      }
    })
    expect(measured).toBeGreaterThan(200)
    await context.close()
  })
}

type Focused = {
  name: string
  box: Box
  /** Where what had focus when this was asked before is now. */
  left: Box
}

const sameBox = (one: Box, other: Box) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

declare global {
  var lastFocused: Element | undefined
}

/** What has focus, and where what had it before is now. */
const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body
    // It is sent to the page by itself, so it cannot use what stands outside.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const boxOf = (one: Element) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return { x, y, width, height }
    }
    const name = element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)
    const left = boxOf(globalThis.lastFocused ?? element)
    globalThis.lastFocused = element
    return {
      name: element === document.body ? 'BODY' : `${element.tagName} ${name}`,
      box: boxOf(element),
      left,
    }
  })

/** What has focus, and a picture of the page in which it has: a dialog may open just then. */
async function pictured(page: Page) {
  for (;;) {
    const now = await focused(page)
    const shot = (await page.screenshot()).toString('base64')
    const after = await focused(page)
    if (now.name === after.name && sameBox(now.box, after.box)) return { ...now, shot }
  }
}
