/**
 * Gives a strip at the edge of the window its own room: the page is as much shorter as the strip is high, so that it
 * covers nothing, and what has focus stays in sight. A bar lies in the page already; it keeps messages off itself.
 * A list and the detail beside it may each have one.
 */
export function reserve(
  strip: HTMLElement,
  property: '--strip' | '--learn' | '--foot' | '--foot-of-detail'
): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty(property, `${strip.getBoundingClientRect().height}px`)
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(strip)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}
