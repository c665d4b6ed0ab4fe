import { orderColumns } from './column'

/** The order after one column moves by a number of positions. No column can move in front of the first one. */
export function moveColumn(
  columns: readonly { id: string }[],
  order: readonly string[],
  id: string,
  by: number
): string[] {
  const ids = orderColumns(columns, order).map((column) => column.id)
  const from = ids.indexOf(id)
  const to = Math.max(1, Math.min(ids.length - 1, from + by))
  if (from < 1) return ids
  ids.splice(from, 1)
  ids.splice(to, 0, id)
  return ids
}

/** Pixels; titles are unreadable below this width. */
const MIN_COLUMN_WIDTH = 48
const MAX_COLUMN_WIDTH = 1200

export const fitColumnWidth = (width: number) =>
  Math.round(Math.max(MIN_COLUMN_WIDTH, Math.min(MAX_COLUMN_WIDTH, width)))
