import { useState } from 'react'

/** Row height: 24 or 32 pixels, or 20 for lines of a log. */
type RowDensity = 'compact' | 'comfortable' | 'lines'

export type SortOrder = { column: string; isDescending: boolean }

/** The columns as the user has arranged them. */
export type ColumnLayout = {
  /** Whether columns are shown, by id. Other columns have their default. */
  visibility: Readonly<Record<string, boolean>>
  /** Column ids in the order that the user chose. Empty keeps the default order. */
  order: readonly string[]
  /** Widths of resized columns, in pixels. */
  widths: Readonly<Record<string, number>>
}

/** The view settings of a collection: they can be stored, and contain no data. */
export type GridView = ColumnLayout & {
  /** Undefined keeps the order of `rows`. */
  sort: SortOrder | undefined
  /** The id of the column that rows are grouped by. */
  group: string | undefined
  layout: 'table' | 'cards'
  density: RowDensity
  /** From 0. */
  pageIndex: number
  pageSize: number
  /** Number of rows that an endless list has grown to. Below the page size, it has not grown. */
  reach: number
}

/** Specification, "Business constants". */
export const pageSizes = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000] as const
export const endlessPageSizes = [50, 100, 200] as const
export const DEFAULT_PAGE_SIZE = 50

export const defaultColumnLayout: ColumnLayout = { visibility: {}, order: [], widths: {} }

export const defaultGridView: GridView = {
  ...defaultColumnLayout,
  sort: undefined,
  group: undefined,
  layout: 'table',
  density: 'comfortable',
  pageIndex: 0,
  pageSize: DEFAULT_PAGE_SIZE,
  reach: 0,
}

export const useGridView = (initial: Partial<GridView> = {}) => useState<GridView>({ ...defaultGridView, ...initial })

/** A new order, grouping or page size returns to the first page. */
export const changeGridView = (view: GridView, change: Partial<GridView>): GridView => {
  const isOther = 'sort' in change || 'group' in change || 'pageSize' in change
  return { ...view, ...(isOther ? { pageIndex: 0, reach: 0 } : {}), ...change }
}

/** The order after one more press of a column header. The cycle is ascending, descending, unsorted. */
export function nextSort(sort: SortOrder | undefined, column: string): SortOrder | undefined {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? undefined : { column, isDescending: true }
}

export const countPages = (total: number, pageSize: number) => Math.max(1, Math.ceil(total / pageSize))

/** Whether an endless list may have more rows than it shows. With an unknown total it always may. */
export const hasMoreRows = (shown: number, total: number | undefined) => total === undefined || shown < total
