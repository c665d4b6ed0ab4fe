/** CSS properties with the reserved heights. */
type Property = '--strip' | '--learn' | '--foot'

/** The elements of each property: a list and the detail beside it can each have a bar at the bottom. */
const strips = new Map<Property, Set<HTMLElement>>()

/**
 * Reserves the height of a strip at the edge of the window in a CSS property: the page becomes shorter, so that nothing
 * is covered. `--foot` is for bars inside the page, to keep messages off them. Of several elements the highest counts.
 * @returns ends the reservation
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
