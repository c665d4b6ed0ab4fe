import type { CSSProperties, ReactNode } from 'react'
import type { GridView } from './view'

export type Value = string | number | boolean | null | undefined

export type Column<R> = {
  id: string
  title: string
  /** A track of CSS grid. */
  width: string
  align?: 'end'
  /** Dropped when there is little room: 0 first, 3 last. What is dropped is still in the row's sentence. */
  priority?: 0 | 1 | 2 | 3
  /** On the narrowest screens its words go over several lines, and rows are high enough for two and a small one. */
  wraps?: true
  /** On the narrowest screens it stands below the others, and is as wide as the row. */
  below?: true
  cell(row: R): ReactNode
  /** What its rows are ordered by; undefined and null come last. Absent: it cannot be sorted by. */
  sortBy?(row: R): Value
  /** The name of the group that a row belongs to. Absent: rows cannot be grouped by it. */
  groupBy?(row: R): string
  /** What a group of rows shows in it. When no column says, a group is one line of text. */
  groupCell?(rows: readonly R[]): ReactNode
  /** What groups are ordered by when rows are ordered by this column. Absent: they stay as they come. */
  groupSortBy?(rows: readonly R[]): Value
  /** It shows moments as `ago`: where they are dates, its title says in which zone. */
  isTime?: boolean
  /** It may be left out. The first column names the row, and stays. */
  isFixed?: boolean
}

/** Something else than a column that rows can be grouped by. */
export type Grouping<R> = Pick<Column<R>, 'id' | 'title'> & { groupBy(row: R): string }

/** How the groups of a collection are shown. What is absent is done for all of them alike. */
export type Groups<R> = {
  /** What rows can be grouped by; otherwise by the columns that say so. */
  by?: readonly Grouping<R>[]
  /** What a group is called; otherwise by what its rows have in common. */
  title?(rows: readonly R[]): string
  /** What its line shows where its columns have nothing to show for it, instead of its title and how many rows it has. */
  renderLine?(rows: readonly R[]): ReactNode
  /** One sentence in reading order: what a screen reader says for a group. */
  label?(title: string, rows: readonly R[]): string
  /** Read once, when a group is first shown; later changes neither open nor close it. */
  startsOpen?(rows: readonly R[]): boolean
  /** In another one lines are expanded otherwise, and come back to how they were: such as while a tree is searched. */
  scope?: string
  /** A group that adds nothing to its rows, which are listed without it. */
  isPlain?(rows: readonly R[]): boolean
  /** Marks after the title of a group, as its rows have them after their names. */
  renderMark?(rows: readonly R[]): ReactNode
  /** Beside the title of a group of cards. */
  renderNote?(rows: readonly R[]): ReactNode
}

/** The columns that are shown, as this person arranged them. What is new since then stands at the end. */
export function arrange<C extends { id: string; isFixed?: boolean }>(
  columns: readonly C[],
  { hidden, order }: Pick<GridView, 'hidden' | 'order'>
): readonly C[] {
  return inOrder(columns, order).filter((column, at) => at === 0 || column.isFixed || !hidden.includes(column.id))
}

/** The columns as arranged, hidden ones too. The first column names the row: it stays first. */
export function inOrder<C extends { id: string }>(columns: readonly C[], order: readonly string[]): readonly C[] {
  if (order.length === 0) return columns
  const rank = new Map(order.map((id, at) => [id, at]))
  const [first, ...others] = columns
  const placed = others.toSorted((a, b) => (rank.get(a.id) ?? Infinity) - (rank.get(b.id) ?? Infinity) || 0)
  return first ? [first, ...placed] : []
}

/** The order with one column moved by so many places; the first column is not passed. */
export function moved(columns: readonly { id: string }[], order: readonly string[], id: string, by: number): string[] {
  const ids = inOrder(columns, order).map((column) => column.id)
  const from = ids.indexOf(id)
  const to = Math.max(1, Math.min(ids.length - 1, from + by))
  if (from < 1) return ids
  ids.splice(from, 1)
  ids.splice(to, 0, id)
  return ids
}

/** Titles are unreadable below this width. */
export const MIN_WIDTH = 48
export const MAX_WIDTH = 1200

/** The same tracks with one that takes what room there is: what stands below is as wide as all of them. */
const filling = (written: string) =>
  /\dfr/.test(written) ? written : written.replace(/^\S+(?:\([^)]*\))?/, 'minmax(0, 1fr)')

/**
 * The tracks with all columns, with those of priority up to 0, 1, 2 and 3 dropped, and of the last without what stands
 * below; the style sheet picks by width.
 */
export function tracks(columns: readonly Column<never>[], widths: GridView['widths']): CSSProperties {
  const track = ({ id, width }: Column<never>) => (widths[id] === undefined ? width : `${widths[id]}px`)
  const without = (dropped: number, of = columns) =>
    of.flatMap((column) => ((column.priority ?? 4) > dropped ? [track(column)] : [])).join(' ')
  const beside = columns.filter(({ below }) => !below)
  return Object.fromEntries([
    ...(['all', 0, 1, 2, 3] as const).map((dropped) => [
      `--tracks-${dropped}`,
      without(dropped === 'all' ? -1 : dropped),
    ]),
    ['--tracks-beside', filling(without(3, beside))],
  ])
}
