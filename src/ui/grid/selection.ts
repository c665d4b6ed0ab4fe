export type RowSelection = ReadonlySet<string>

export const emptySelection: RowSelection = new Set()

/** The row where an extension started and the selection before it. */
export type SelectionRange = { anchor: string; base: RowSelection }

/** Selects all ids if any of them is not selected; otherwise deselects them. */
export function toggleRows(selection: RowSelection, ids: readonly string[]): RowSelection {
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
export function extendSelection(
  { anchor, base }: SelectionRange,
  ids: readonly string[],
  to: string,
  rowsOf: (id: string) => readonly string[] = (id) => [id]
): RowSelection {
  const [from, end] = [ids.indexOf(anchor), ids.indexOf(to)]
  if (end === -1) return base
  // The anchor was deleted or filtered out.
  const start = from === -1 ? end : from
  const stretch = ids.slice(Math.min(start, end), Math.max(start, end) + 1)
  return new Set([...base, ...stretch.flatMap(rowsOf)])
}

/** Number of selected rows that are not shown: on other pages, filtered out, or in collapsed groups. */
export function countHiddenRows(selection: RowSelection, shown: { has(id: string): boolean }): number {
  let hidden = 0
  for (const id of selection) if (!shown.has(id)) hidden++
  return hidden
}
