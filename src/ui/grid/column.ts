import type { CSSProperties, ReactNode } from 'react'
import type { ColumnLayout } from './grid-view'
import type { GridLine } from './model'

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
  /** The column is hidden until the user shows it. */
  startsHidden?: boolean
  /**
   * The first column holds little more than the name of the row. It then takes the free width before all others, up to
   * the width of the longest name.
   */
  isName?: boolean
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
export function arrangeColumns<C extends ColumnVisibility>(
  columns: readonly C[],
  { visibility, order }: Pick<ColumnLayout, 'visibility' | 'order'>
): readonly C[] {
  return orderColumns(columns, order).filter((column, at) => at === 0 || isColumnShown(column, visibility))
}

type ColumnVisibility = Pick<GridColumn<never>, 'id' | 'isFixed' | 'startsHidden'>

export const isColumnShown = (
  { id, isFixed, startsHidden }: ColumnVisibility,
  visibility: ColumnLayout['visibility']
): boolean => isFixed === true || (visibility[id] ?? !startsHidden)

/** All columns in the user's order, including hidden ones. The first column names the row and stays first. */
export function orderColumns<C extends { id: string }>(columns: readonly C[], order: readonly string[]): readonly C[] {
  if (order.length === 0) return columns
  const rank = new Map(order.map((id, at) => [id, at]))
  const [first, ...others] = columns
  const placed = others.toSorted((a, b) => (rank.get(a.id) ?? Infinity) - (rank.get(b.id) ?? Infinity) || 0)
  return first ? [first, ...placed] : []
}

/** The width of a column of names, in characters. Longer names are truncated. */
const NAME_LENGTH = { least: 12, most: 44 }
/** The names of further rows do not change the columns: a list may have a hundred thousand rows. */
const MEASURED_ROWS = 500
/** The icon before a name, and the indentation of each level, in characters. */
const ICON = 4
const LEVEL = 3

/** The number of characters that the longest name needs, with its icon and indentation. */
export function findNameLength<R>(lines: readonly GridLine<R>[], nameOf: (row: R) => string): number {
  let { least } = NAME_LENGTH
  for (const line of lines.slice(0, MEASURED_ROWS))
    if (line.is === 'row') least = Math.max(least, nameOf(line.row).length + ICON + line.depth * LEVEL)
  return Math.min(least, NAME_LENGTH.most)
}

const isFlexible = (track: string) => /\dfr/.test(track)

/** The same tracks with at least one flexible track, so that a column placed below spans the whole row. */
const withFlexibleTrack = (written: string) =>
  isFlexible(written) ? written : written.replace(/^\S+(?:\([^)]*\))?/, 'minmax(0, 1fr)')

/**
 * CSS variables with the grid tracks for all columns, for the columns left after priorities 0 to 3 are dropped, and for
 * the last of these without the columns placed below. The style sheet picks one by the available width.
 *
 * @param nameLength the maximum width of a first column with names, in characters
 */
export function toGridTracks(
  columns: readonly GridColumn<never>[],
  widths: ColumnLayout['widths'],
  nameLength = 0
): CSSProperties {
  const track = ({ id, width }: GridColumn<never>) => (widths[id] === undefined ? width : `${widths[id]}px`)
  const without = (dropped: number, of = columns) => {
    const [first = '', ...others] = of.flatMap((column) => ((column.priority ?? 4) > dropped ? [track(column)] : []))
    // A track with a maximum in `ch` is filled before the free width is shared by the flexible ones.
    const limited = nameLength > 0 && others.some(isFlexible) ? first.replace(/, [\d.]+fr/, `, ${nameLength}ch`) : first
    return [limited, ...others].join(' ')
  }
  const beside = columns.filter(({ below }) => !below)
  return Object.fromEntries([
    ...(['all', 0, 1, 2, 3] as const).map((dropped) => [
      `--tracks-${dropped}`,
      without(dropped === 'all' ? -1 : dropped),
    ]),
    ['--tracks-beside', withFlexibleTrack(without(3, beside))],
  ])
}
