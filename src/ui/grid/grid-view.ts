import { useState } from 'react'

/** Row height. */
type RowDensity = 'compact' | 'comfortable'

export type SortOrder = { column: string; isDescending: boolean }

/** The view settings of a collection: they can be stored, and contain no data. */
export type GridView = {
  /** Undefined keeps the order of `rows`. */
  sort: SortOrder | undefined
  /** The id of the column that rows are grouped by. */
  group: string | undefined
  /** Ids of hidden columns. */
  hidden: readonly string[]
  /** Column ids in the order that the user chose. Empty keeps the default order. */
  order: readonly string[]
  /** Widths of resized columns, in pixels. */
  widths: Readonly<Record<string, number>>
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

export const defaultGridView: GridView = {
  sort: undefined,
  group: undefined,
  hidden: [],
  order: [],
  widths: {},
  layout: 'table',
  density: 'compact',
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
