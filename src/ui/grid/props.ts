import type { ComponentType, ReactNode, Ref } from 'react'
import type { Column, Groups } from './column'
import type { PagerProps } from './pager'
import type { Selection } from './selection'
import type { GridView, Sort } from './view'

export type GridHandle<R = never> = {
  /** Moves the real focus to a row and brings it into view. */
  focusRow(id: string): void
  /** The row under the cursor, else the first. */
  enter(): void
  /** Lines down, or up. */
  moveBy(lines: number): void
  /** The first row, with everything that was held back above it. */
  first(): void
  /** The last row, or that many from the first. */
  last(row?: number): void
  extendBy(lines: number): void
  /** The row under the cursor and those after it. */
  toggle(rows?: number): void
  toggleAll(): void
  /** @returns whether anything was ticked */
  clear(): boolean
  /** Expands; among cards, one to the right. @returns whether there was anything to do */
  in(): boolean
  /** Collapses, or to the parent; among cards, one to the left. @returns whether there was anything to do */
  out(): boolean
  /** To the row that many further on, or back, that fits, or the collapsed group that holds one. @returns whether there is one */
  find(by: number, fits: (row: R) => boolean): boolean
  /** The id of the row that many further on, or back, in the order shown; rows in collapsed groups are passed.
   * Beside an id that is not shown: the first, or the last. */
  beside(id: string, by: number): string | undefined
  /** The list has focus or is scrolled, so updates must not move it. */
  isLookedAt(): boolean
  /** From a row to the first control in it. @returns whether there is one */
  enterCell(): boolean
  /** From a control in a row back to the row. @returns whether focus was in one */
  leaveCell(): boolean
  sortBy(sort: Sort | undefined): void
  groupBy(column: string | undefined): void
  /** Pages on, or back. */
  turnPage(by: number): void
  /** Changes that are not announced, because they are visible: columns, density, page size, layout. */
  change(change: Partial<GridView>): void
}

/** What of rows comes after them: fetched for those in the document, which are drawn again when it is here. */
export type Later<R> = {
  /** A row is in the document. @returns ends that */
  watch(row: R, onChange: () => void): () => void
  /** The row with what has come for it: the same object until there is more. */
  of(row: R): R
}

/** Cards of one size, where they are not as wide as there is room for. */
export type CardSize = {
  /** Pixels; less where there is less room. */
  width: number
  /** Rem, of a card that is so many pixels wide. */
  height(width: number): number
}

export type GridProps<R extends object> = {
  label: string
  rows: readonly R[]
  columns: readonly Column<R>[]
  rowId(row: R): string
  /** The row's name in messages: 'payments-api'. */
  rowName(row: R): string
  /** One sentence in reading order: what a screen reader says for the row. */
  rowLabel(row: R): string
  /** Absent: rows are complete as they are. */
  later?: Later<R> | undefined
  /** Rows within rows. */
  childrenOf?(row: R): readonly R[] | undefined
  /** What a row lies in, whether that is shown or not: it stands for a row under the cursor that is not shown itself. */
  parentOf?: ((id: string) => string | undefined) | undefined
  /** The rows come in the order that `view.sort` says, and are not sorted again. */
  isSorted?: boolean | undefined
  groups?: Groups<R>
  view: GridView
  onView(view: GridView): void
  /** The query of the rows: when it changes, they are another list, not an update. */
  query?: string
  /** The row that Tab reaches; the first when there is none. */
  cursor: string | undefined
  onCursor(id: string): void
  /** Enter. */
  onOpen(row: R): void
  /** A press of the pointer. */
  onPress(row: R): void
  selection: Selection
  onSelect(selection: Selection): void
  /** Every row that matches the query, loaded or not; absent for what is loaded: all of `rows`. */
  selectAll?: (() => Promise<readonly string[]>) | undefined
  /** The row whose detail is shown. */
  open?: string | undefined
  paging?: 'none' | 'pages' | 'endless'
  /** Draws where in the pages one is, unless there is no paging: a list without pages then loads none of its code. */
  Pager?: ComponentType<PagerProps>
  /** The rows are a page that the backend sorted; undefined total: not known. */
  paged?: { total: number | undefined } | undefined
  /** Deleted rows, which stay in place until the list is loaded again. */
  gone?: ReadonlySet<string> | undefined
  /** New rows that are not among `rows` yet; they are offered. `first` gets focus when they are shown. */
  news?: { count: number; first: string | undefined; show(): void } | undefined
  status?: 'ready' | 'loading' | { failed: string; actions?: ReactNode }
  /** Instead of 'No data available'. */
  empty?: ReactNode
  isBusy?: boolean
  /** How high a row is in a table, where they are not all alike, in pixels. @param usual the height of a row of one line */
  heightOf?(row: R, usual: number): number
  /** A row as a card. */
  card?: ((row: R) => ReactNode) | undefined
  cardSize?: CardSize | undefined
  /** Below the rows while any is ticked. */
  renderBar?(ticked: { count: number; outOfSight: number }): ReactNode
  ref?: Ref<GridHandle<R>>
}
