/** The nearest ancestor that can be scrolled vertically, if any. */
export function findScroller(element: Element): Element | undefined {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return undefined
}

/** Scrolls so that an element is at this distance from the top of the window, as far as it can be scrolled. */
export function scrollToTop(element: Element, top: number): void {
  const by = element.getBoundingClientRect().top - top
  if (by !== 0) findScroller(element)?.scrollBy({ top: by, behavior: 'instant' })
}
