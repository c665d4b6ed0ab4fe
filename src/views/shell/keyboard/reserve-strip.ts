import { scrollToTop } from '@/ui/find-scroller'

/**
 * Reserves the height of a strip along an edge of the window in a CSS property. The page becomes shorter, so that the
 * strip covers nothing.
 * @returns a function that ends the reservation
 */
export function reserveStrip(strip: HTMLElement, property: '--strip' | '--learn'): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    keepFocusSeen(() => style.setProperty(property, `${strip.getBoundingClientRect().height}px`))
  )
  observer.observe(strip)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}

/**
 * Runs a change of the page height. A visible focused element keeps its position, as far as its list can scroll, and is
 * scrolled back into view if necessary.
 */
function keepFocusSeen(change: () => void): void {
  const focused = document.activeElement
  const before = focused && isSeen(focused) ? topOf(focused) : undefined
  change()
  if (!focused || before === undefined) return
  scrollToTop(focused, before)
  if (!isSeen(focused)) focused.scrollIntoView({ block: 'nearest' })
}

const topOf = (element: Element) => element.getBoundingClientRect().top

function isSeen(element: Element): boolean {
  const { left, width, top, bottom } = element.getBoundingClientRect()
  return [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)))
}
