import type { Locator, Page } from 'playwright/test'

// Measures visible and clickable elements of a page. Each function is sent to the page, so it cannot use outer
// variables.

/** Elements whose text is cut off at the bottom, or at the side without an ellipsis. */
export const findClippedText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Scrolled content is not cut off; hidden content is for screen readers only.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const clips = (value: string) => value === 'hidden' || value === 'clip'
    return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const style = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || style.clipPath !== 'none' || element.closest('svg')) return []
      const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!text) return []
      // Limited to a number of lines, followed by an ellipsis.
      const isClamped = style.webkitLineClamp !== 'none'
      const isLow = !isClamped && clips(style.overflowY) && element.scrollHeight > element.clientHeight + 2
      const isWide =
        clips(style.overflowX) && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 2
      return isLow || isWide ? [`${element.tagName.toLowerCase()}.${element.className}: ${element.textContent}`] : []
    })
  })

/** Pixels by which the page, or its scroll container, is wider than its space; must be 0 or less. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const scrollers = [...document.querySelectorAll('main, [role=dialog], [role=alertdialog]')].filter((one) =>
      ['auto', 'scroll'].includes(getComputedStyle(one).overflowX)
    )
    const scrolls = scrollers.map((one) => one.scrollWidth - one.clientWidth)
    return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...scrolls)
  })

/** The part of the focused element that is inside the window and not covered, in percent. */
export const measureFocusShare = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body
    const { left, top, width, height } = element.getBoundingClientRect()
    // Rounded corners are not part of the element.
    const [inset, steps] = [4, 8]
    const at = (from: number, size: number, step: number) => from + inset + ((size - 2 * inset) * step) / steps
    const points = Array.from({ length: (steps + 1) ** 2 }, (_, index) => ({
      x: at(left, width, index % (steps + 1)),
      y: at(top, height, Math.floor(index / (steps + 1))),
    }))
    const seen = points.filter(({ x, y }) => element.contains(document.elementFromPoint(x, y)))
    return Math.round((100 * seen.length) / points.length)
  })

/** The number of rows for which the table on the page has room, of the usual height of its rows. */
export const countRowsWithRoom = (page: Page): Promise<number> =>
  page
    .locator('main')
    .locator('[role=grid], [role=treegrid]')
    .evaluate((grid) => {
      // The first element of the frame has the height of a row (`size-probes.tsx`).
      const probe = grid.parentElement?.firstElementChild as HTMLElement
      const head = grid.querySelector<HTMLElement>('[role=rowgroup]')?.offsetHeight ?? 0
      return (grid.clientHeight - head) / probe.offsetHeight
    })

/** Targets under 24 px whose 24 px circle around the middle touches another target or its circle. */
export const findCrowdedTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const selector =
      'a[href], button, input:not([type=hidden]), select, textarea, [role=tab], [role=option], [role=menuitem], [role=slider], [role=separator][tabindex], summary'
    const targets = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      const box = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      // A link in a sentence is as high as its line.
      const isInline = style.display === 'inline'
      // Elements under a dialog are neither visible nor clickable.
      const isUnder = element.closest('[inert], [aria-hidden=true]')
      const isHit =
        box.width > 1 && box.height > 1 && style.pointerEvents !== 'none' && style.visibility === 'visible' && !isUnder
      // A label around a field is the clickable target.
      const label = element instanceof HTMLInputElement ? element.closest('label') : undefined
      return isHit && !isInline ? [{ element, box: label?.getBoundingClientRect() ?? box }] : []
    })
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

/**
 * The focused element, if a floating element, such as the messages, covers a part of it. Messages move in the next
 * frame, before it is painted, so two frames pass first.
 */
export const findCoveredFocus = (floating: Locator): Promise<string[]> =>
  floating.evaluate(async (element) => {
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
    const focused = document.activeElement
    if (!focused || focused === document.body || element.contains(focused)) return []
    const one = element.getBoundingClientRect()
    const other = focused.getBoundingClientRect()
    const isCovered =
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
    return isCovered ? [`${focused.tagName.toLowerCase()} ${focused.ariaLabel ?? focused.textContent}`] : []
  })

/** Changes the width of the page, and waits until open elements are positioned again. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await twoFrames(page)
}

const twoFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

/** Running animations; there must be none with reduced motion. */
export const findRunningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
      .map((one) => (one instanceof CSSAnimation ? one.animationName : String(one)))
  )

/** Live regions other than the announcer: a ticking one would be read out continuously. */
export const findLiveRegions = (page: Page): Promise<string[]> =>
  page
    .locator(':is([aria-live]:not([aria-live=off]), [role=status], [role=alert], output):not([id^=voice-])')
    .evaluateAll((all) => all.map((one) => one.outerHTML))

/** Sets the maximum text spacing that users may choose: no text may be cut off (WCAG 2.2, 1.4.12). */
export async function withSpacedText<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }
    `)
    document.adoptedStyleSheets.push(sheet)
  })
  const measured = await measure()
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  return measured
}

/** Doubles the text size, like a user who zooms (WCAG 2.2, 1.4.4). */
export async function withTextTwiceAsLarge<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  const zoom = async (size: string) => {
    await page.evaluate((fontSize) => {
      document.documentElement.style.setProperty('font-size', fontSize)
      // Browsers report zooming with this event; open elements are positioned again.
      window.dispatchEvent(new Event('resize'))
    }, size)
    await twoFrames(page)
  }
  await zoom('200%')
  const measured = await measure()
  await zoom('')
  return measured
}
