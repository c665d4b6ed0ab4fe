import { scrollToTop } from '@/ui/find-scroller'

/**
 * Reserves the height of a strip along an edge of the window in a CSS property. The page becomes shorter, so that the
 * strip covers nothing.
 * @returns a function that ends the reservation
 */
export function reserveStrip(strip: HTMLElement, property: '--strip' | '--learn'): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => keepFocusSeen(() => style.setProperty(property, `${heightOf(strip)}px`)))
  observer.observe(strip)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}

type Edge = 'top' | 'bottom'
const opposite: Record<Edge, Edge> = { top: 'bottom', bottom: 'top' }

/**
 * Reserves the height of the messages in `--room-bottom` or `--room-top`. Messages are at the bottom, or at the top if
 * the first message requests it. If they would be under the pointer there, or move the element under it, they are at
 * the other edge, if that avoids it.
 * @returns a function that ends the reservation
 */
export function reserveForMessages(area: HTMLElement): () => void {
  const { style } = document.documentElement
  let pointer: { x: number; y: number } | undefined
  let edge: Edge = 'bottom'
  let height = 0

  function take(next: Edge) {
    edge = next
    area.dataset['edge'] = edge
    style.setProperty(`--room-${edge}`, `${height}px`)
    style.removeProperty(`--room-${opposite[edge]}`)
  }
  const underPointer = () => (pointer ? document.elementsFromPoint(pointer.x, pointer.y) : [])
  const pointedAt = () => underPointer().find((one) => !area.contains(one))
  const isCovering = () => underPointer().some((one) => area.contains(one))
  function place() {
    const before = pointedAt()
    const edges = [edge, opposite[edge]]
    const taken = (fits: () => boolean) =>
      edges.some((one) => {
        take(one)
        return fits()
      })
    if (!taken(() => !isCovering() && pointedAt() === before) && !taken(() => !isCovering())) take('bottom')
  }

  const observer = new ResizeObserver(() => {
    const before = height
    height = heightOf(area)
    if (height === before) return
    // Messages do not change the edge while any are shown.
    if (before === 0) edge = area.querySelector('[data-wants="top"]') ? 'top' : 'bottom'
    keepFocusSeen(() => (height > before ? place() : take(height === 0 ? 'bottom' : edge)))
  })
  observer.observe(area)
  const ended = new AbortController()
  for (const type of ['pointerdown', 'pointermove'] as const)
    addEventListener(type, ({ clientX: x, clientY: y }) => (pointer = { x, y }), {
      capture: true,
      passive: true,
      signal: ended.signal,
    })
  return () => {
    ended.abort()
    observer.disconnect()
    for (const one of ['top', 'bottom'] as const) style.removeProperty(`--room-${one}`)
  }
}

const heightOf = (element: HTMLElement) => element.getBoundingClientRect().height

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
