export type Selection = ReadonlySet<string>

export const emptySelection: Selection = new Set()

/** Where an extension began and what was ticked before it. */
export type Range = { anchor: string; base: Selection }

/** All ticked if any of them was not, else none of them. */
export function toggled(selection: Selection, ids: readonly string[]): Selection {
  const next = new Set(selection)
  const isOn = ids.every((id) => selection.has(id))
  for (const id of ids) {
    if (isOn) next.delete(id)
    else next.add(id)
  }
  return next
}

/**
 * What was ticked before, and everything from the anchor to a row. Going back takes back: only the two ends count, not
 * the way between them.
 * @param ids everything in the order shown
 * @param rowsOf what is ticked with one of them: itself, or the rows of a collapsed group
 */
export function extended(
  { anchor, base }: Range,
  ids: readonly string[],
  to: string,
  rowsOf: (id: string) => readonly string[] = (id) => [id]
): Selection {
  const [from, end] = [ids.indexOf(anchor), ids.indexOf(to)]
  if (end === -1) return base
  // The anchor is gone: deleted, or filtered out.
  const start = from === -1 ? end : from
  const stretch = ids.slice(Math.min(start, end), Math.max(start, end) + 1)
  return new Set([...base, ...stretch.flatMap(rowsOf)])
}

/** How many ticked rows cannot be seen: on other pages, filtered out, or in collapsed groups. */
export function countHidden(selection: Selection, shown: { has(id: string): boolean }): number {
  let hidden = 0
  for (const id of selection) if (!shown.has(id)) hidden++
  return hidden
}
