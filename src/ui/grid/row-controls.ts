const CONTROLS = 'a[href], button, input, select, textarea'

/**
 * In document order, without the selection checkbox and the link of the row: Space and Enter on the row do the same.
 */
const controlsIn = (row: Element) => {
  const all = [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((one) => one.offsetWidth > 0)
  return all.filter(({ dataset }) => dataset['tick'] === undefined && dataset['rowLink'] === undefined)
}

/** Moves focus through the controls of a row and back to the row. @returns whether focus moved */
export function moveWithinRow(from: Element, by: 1 | -1): boolean {
  const row = from.closest<HTMLElement>('[data-row]')
  if (!row) return false
  const stops = [row, ...controlsIn(row)]
  const to = stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(from as HTMLElement) + by))]
  to?.focus()
  return to !== undefined && to !== from
}
