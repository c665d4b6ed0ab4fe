/** Where the height of strips is told to style sheets. */
type Property = '--strip' | '--learn' | '--foot'

/** What each property is told of now: a list and the detail beside it may each have a bar at their foot. */
const strips = new Map<Property, Set<HTMLElement>>()

/**
 * Gives a strip at the edge of the window its own room: the page is as much shorter as the strip is high, so that it
 * covers nothing, and what has focus stays in sight. A bar lies in the page already; it keeps messages off itself. Of
 * several the highest counts.
 */
export function reserve(strip: HTMLElement, property: Property): () => void {
  const { style } = document.documentElement
  const all = strips.get(property) ?? new Set()
  strips.set(property, all.add(strip))
  const update = () => {
    const highest = Math.max(...[...all].map((one) => one.getBoundingClientRect().height))
    if (all.size > 0) style.setProperty(property, `${highest}px`)
    else style.removeProperty(property)
  }
  const observer = new ResizeObserver(() => {
    update()
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(strip)
  return () => {
    observer.disconnect()
    all.delete(strip)
    update()
  }
}
