import type { ComponentType, ReactNode, Ref } from 'react'
import type { GridColumn, GroupOptions } from './column'
import type { PagerProps } from './pager'
import type { RowSelection } from './selection'
import type { GridView, SortOrder } from './grid-view'

export type GridHandle<R = never> = {
  /** Focuses a row and scrolls it into view. */
  focusRow(id: string): void
  /** Focuses the row under the cursor, else the first row. */
  enter(): void
  /** Moves down by a number of lines; negative moves up. */
  moveBy(lines: number): void
  /** Goes to the first row and shows all rows held back above it. */
  first(): void
  /** Goes to the last row, or to the row with this number, from 1. */
  last(row?: number): void
  extendBy(lines: number): void
  /** Toggles the selection of the row under the cursor and of those after it. */
  toggle(rows?: number): void
  toggleAll(): void
  /** @returns whether any row was selected */
  clear(): boolean
  /** Expands a line; among cards, moves one to the right. @returns whether anything changed */
  in(): boolean
  /** Collapses a line or moves to its parent; among cards, moves one to the left. @returns whether anything changed */
  out(): boolean
  /**
   * Goes to a matching row, or to the collapsed group that contains one.
   * @param by 1 is the next match, -1 the previous one
   * @returns whether there is a match
   */
  find(by: number, fits: (row: R) => boolean): boolean
  /**
   * The id of the row that is `by` rows after (or, if negative, before) another one in display order. Rows in collapsed
   * groups are skipped. For an id that is not shown, returns the first or the last row.
   */
  neighbourId(id: string, by: number): string | undefined
  /** Whether the list has focus or is scrolled, so that updates must not move it. */
  isLookedAt(): boolean
  /** Moves focus from a row to the first control in it. @returns whether there is one */
  enterCell(): boolean
  /** Moves focus from a control back to its row. @returns whether focus was on a control */
  leaveCell(): boolean
  sortBy(sort: SortOrder | undefined): void
  groupBy(column: string | undefined): void
  /** Turns forward by a number of pages; negative turns back. */
  turnPage(by: number): void
  /** Applies changes that need no announcement: columns, density, page size and layout. */
  change(change: Partial<GridView>): void
}

/** Row data that loads after the rows. Only rows in the document load it, and they render again when it arrives. */
export type DeferredRows<R> = {
  /** Subscribes while a row is in the document. @returns the function that unsubscribes */
  watch(row: R, onChange: () => void): () => void
  /** The row with its loaded data. Returns the same object until more data arrives. */
  of(row: R): R
}

/** The size of cards whose height depends on their content. */
export type CardSize<R> = {
  /** Minimum width in pixels. The cards of a line share the available width. */
  width: number
  /** The height in rem of the card of a row with this width in pixels. */
  heightOf(row: R, width: number): number
}

export type GridProps<R extends object> = {
  label: string
  rows: readonly R[]
  columns: readonly GridColumn<R>[]
  rowId(row: R): string
  /** The row's name in messages, such as 'payments-api'. */
  rowName(row: R): string
  /** The accessible name of a row: one sentence in reading order. */
  rowLabel(row: R): string
  /** Absent if rows need no further data. */
  deferredRows?: DeferredRows<R> | undefined
  /** The child rows of a tree. */
  childrenOf?(row: R): readonly R[] | undefined
  /** The parent id, whether the parent is shown or not. It replaces a hidden row under the cursor. */
  parentOf?: ((id: string) => string | undefined) | undefined
  /** The rows already have the order of `view.sort` and are not sorted again. */
  isSorted?: boolean | undefined
  groups?: GroupOptions<R>
  view: GridView
  onView(view: GridView): void
  /** The query behind the rows. When it changes, the rows are a new list and not an update. */
  query?: string
  /** The row with the tab stop; the first row by default. */
  cursor: string | undefined
  onCursor(id: string): void
  /** Called on Enter. */
  onOpen(row: R): void
  /** Called when the pointer presses a row. */
  onPress(row: R): void
  selection: RowSelection
  onSelect(selection: RowSelection): void
  /** Loads the ids of all matching rows. Default: the ids of all loaded `rows`. */
  selectAll?: (() => Promise<readonly string[]>) | undefined
  /** The id of the row whose details are shown. */
  open?: string | undefined
  paging?: 'none' | 'pages' | 'endless'
  /** Renders the position in the pages. Passed in, so that a list without pages does not load its code. */
  Pager?: ComponentType<PagerProps>
  /** Present if the rows are one page, sorted by the backend. The total is undefined while unknown. */
  paged?: { total: number | undefined } | undefined
  /** Ids of deleted rows, which stay in place until the list reloads. */
  gone?: ReadonlySet<string> | undefined
  /** New rows that are not in `rows` yet. A button shows them and then focuses `first`. */
  news?: { count: number; first: string | undefined; show(): void } | undefined
  status?: 'ready' | 'loading' | { failed: string; actions?: ReactNode }
  /** Replaces 'No data available'. */
  empty?: ReactNode
  isBusy?: boolean
  /** Row height in pixels, for tables with uneven rows. @param usual the height of a row with one line */
  heightOf?(row: R, usual: number): number
  /** Renders a row as a card. */
  card?: ((row: R) => ReactNode) | undefined
  cardSize?: CardSize<R> | undefined
  /** Renders a bar below the rows while any row is selected. */
  renderBar?(selected: { count: number; outOfSight: number }): ReactNode
  ref?: Ref<GridHandle<R>>
}
