/**
 * Reserves the height of a strip along an edge of the window in a CSS property: the page becomes shorter, so that nothing
 * is covered.
 * @returns ends the reservation
 */
export function reserve(strip: HTMLElement, property: '--strip' | '--learn'): () => void {
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
 * Reserves the height of the messages in `--room-bottom` or `--room-top`. They are at the bottom, or at the top where the
 * first of them is to be; when that would put them under the pointer, or move what is under it, they are at the other edge,
 * if that is any better.
 * @returns ends the reservation
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
    // While some are shown, none of them moves.
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
 * Changes how much room the page has. What has focus stays where it is, as far as its list can be scrolled, and is scrolled
 * back into view, unless it was out of view before.
 */
function keepFocusSeen(change: () => void): void {
  const focused = document.activeElement
  const before = focused && isSeen(focused) ? topOf(focused) : undefined
  change()
  if (!focused || before === undefined) return
  scrollerOf(focused)?.scrollBy({ top: topOf(focused) - before, behavior: 'instant' })
  if (!isSeen(focused)) focused.scrollIntoView({ block: 'nearest' })
}

const topOf = (element: Element) => element.getBoundingClientRect().top

/** What scrolls a thing up and down, if anything does. */
function scrollerOf(element: Element): Element | undefined {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return undefined
}

function isSeen(element: Element): boolean {
  const { left, width, top, bottom } = element.getBoundingClientRect()
  return [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)))
}
