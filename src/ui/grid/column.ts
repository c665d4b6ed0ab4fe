import type { CSSProperties, ReactNode } from 'react'
import type { GridView } from './grid-view'

export type SortValue = string | number | boolean | null | undefined

export type GridColumn<R> = {
  id: string
  title: string
  /** A CSS grid track. */
  width: string
  align?: 'end'
  /** Columns are dropped when space is short, 0 first and 3 last. The row's label still contains their values. */
  priority?: 0 | 1 | 2 | 3
  /** On the narrowest screens the text wraps. Rows are then high enough for two lines and a small third one. */
  wraps?: true
  /** On the narrowest screens the column is placed below the others, across the whole row. */
  below?: true
  cell(row: R): ReactNode
  /** The sort key; undefined and null sort last. Absent if the column is not sortable. */
  sortBy?(row: R): SortValue
  /** The name of the group that a row belongs to. Absent if rows cannot be grouped by this column. */
  groupBy?(row: R): string
  /** The cell content for a group of rows. If no column defines it, a group is one line of text. */
  groupCell?(rows: readonly R[]): ReactNode
  /** The sort key of groups when rows are sorted by this column. If absent, groups keep their order. */
  groupSortBy?(rows: readonly R[]): SortValue
  /** The column shows times as `ago`. Where they are shown as dates, the title names the time zone. */
  isTime?: boolean
  /** The column cannot be hidden. This is always true of the first column, which names the row. */
  isFixed?: boolean
}

/** A grouping that is not a column. */
export type RowGrouping<R> = Pick<GridColumn<R>, 'id' | 'title'> & { groupBy(row: R): string }

/** How the groups of a collection are shown. Every property has a default. */
export type GroupOptions<R> = {
  /** The available groupings. Default: every column with `groupBy`. */
  by?: readonly RowGrouping<R>[]
  /** The title of a group. Default: the value that its rows share. */
  title?(rows: readonly R[]): string
  /** The content of a group line when no column has a `groupCell`. Default: its title and row count. */
  renderLine?(rows: readonly R[]): ReactNode
  /** The accessible name of a group: one sentence in reading order. */
  label?(title: string, rows: readonly R[]): string
  /** Read once, when a group is first shown. Later changes neither expand nor collapse it. */
  startsOpen?(rows: readonly R[]): boolean
  /** Each scope has its own expanded state: a search of a tree, for example, does not change the state outside it. */
  scope?: string
  /** Whether the group adds no information. Its rows are then listed without a group line. */
  isPlain?(rows: readonly R[]): boolean
  /** Marks after the group title, like those after the names of rows. */
  renderMark?(rows: readonly R[]): ReactNode
  /** A note next to the title of a group of cards. */
  renderNote?(rows: readonly R[]): ReactNode
}

/** The visible columns in the user's order. Columns added since then come last. */
export function arrangeColumns<C extends { id: string; isFixed?: boolean }>(
  columns: readonly C[],
  { hidden, order }: Pick<GridView, 'hidden' | 'order'>
): readonly C[] {
  return orderColumns(columns, order).filter((column, at) => at === 0 || column.isFixed || !hidden.includes(column.id))
}

/** All columns in the user's order, including hidden ones. The first column names the row and stays first. */
export function orderColumns<C extends { id: string }>(columns: readonly C[], order: readonly string[]): readonly C[] {
  if (order.length === 0) return columns
  const rank = new Map(order.map((id, at) => [id, at]))
  const [first, ...others] = columns
  const placed = others.toSorted((a, b) => (rank.get(a.id) ?? Infinity) - (rank.get(b.id) ?? Infinity) || 0)
  return first ? [first, ...placed] : []
}

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
export const MIN_COLUMN_WIDTH = 48
export const MAX_COLUMN_WIDTH = 1200

/** The same tracks with at least one flexible track, so that a column placed below spans the whole row. */
const withFlexibleTrack = (written: string) =>
  /\dfr/.test(written) ? written : written.replace(/^\S+(?:\([^)]*\))?/, 'minmax(0, 1fr)')

/**
 * CSS variables with the grid tracks for all columns, for the columns left after priorities 0 to 3 are dropped, and for
 * the last of these without the columns placed below. The style sheet picks one by the available width.
 */
export function toGridTracks(columns: readonly GridColumn<never>[], widths: GridView['widths']): CSSProperties {
  const track = ({ id, width }: GridColumn<never>) => (widths[id] === undefined ? width : `${widths[id]}px`)
  const without = (dropped: number, of = columns) =>
    of.flatMap((column) => ((column.priority ?? 4) > dropped ? [track(column)] : [])).join(' ')
  const beside = columns.filter(({ below }) => !below)
  return Object.fromEntries([
    ...(['all', 0, 1, 2, 3] as const).map((dropped) => [
      `--tracks-${dropped}`,
      without(dropped === 'all' ? -1 : dropped),
    ]),
    ['--tracks-beside', withFlexibleTrack(without(3, beside))],
  ])
}
