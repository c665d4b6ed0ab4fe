export type Selection = ReadonlySet<string>

export const emptySelection: Selection = new Set()

/** The row where an extension started and the selection before it. */
export type Range = { anchor: string; base: Selection }

/** Selects all ids if any of them is not selected; otherwise deselects them. */
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
 * The earlier selection plus all rows from the anchor to another row. Only the two ends count: moving back towards the
 * anchor deselects the rows that were passed.
 * @param ids all lines in display order
 * @param rowsOf the rows that a line selects: itself, or the rows of a collapsed group
 */
export function extended(
  { anchor, base }: Range,
  ids: readonly string[],
  to: string,
  rowsOf: (id: string) => readonly string[] = (id) => [id]
): Selection {
  const [from, end] = [ids.indexOf(anchor), ids.indexOf(to)]
  if (end === -1) return base
  // The anchor was deleted or filtered out.
  const start = from === -1 ? end : from
  const stretch = ids.slice(Math.min(start, end), Math.max(start, end) + 1)
  return new Set([...base, ...stretch.flatMap(rowsOf)])
}

/** Number of selected rows that are not shown: on other pages, filtered out, or in collapsed groups. */
export function countHidden(selection: Selection, shown: { has(id: string): boolean }): number {
  let hidden = 0
  for (const id of selection) if (!shown.has(id)) hidden++
  return hidden
}
