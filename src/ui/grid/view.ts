import { useState } from 'react'

/** How high the rows are. */
export type Density = 'compact' | 'comfortable'

export type Sort = { column: string; isDescending: boolean }

/** The view settings of a collection: they can be stored, and contain no data. */
export type GridView = {
  /** Undefined: in the order in which the rows come. */
  sort: Sort | undefined
  /** The column whose values are the groups. */
  group: string | undefined
  /** Columns that are left out. */
  hidden: readonly string[]
  /** Columns in the order they were put in; empty: as they come. */
  order: readonly string[]
  /** Pixels of columns that were made wider or narrower. */
  widths: Readonly<Record<string, number>>
  layout: 'table' | 'cards'
  density: Density
  /** From 0. */
  pageIndex: number
  pageSize: number
  /** How many rows an endless list has grown to; below the page size: not grown. */
  reach: number
}

/** Specification, "Business constants". */
export const pageSizes = [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000] as const
export const endlessPageSizes = [50, 100, 200] as const
export const DEFAULT_PAGE_SIZE = 50

export const plainView: GridView = {
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

export const useGridView = (initial: Partial<GridView> = {}) => useState<GridView>({ ...plainView, ...initial })

/** Another order, grouping or page size starts at the first page again. */
export const withChange = (view: GridView, change: Partial<GridView>): GridView => {
  const isOther = 'sort' in change || 'group' in change || 'pageSize' in change
  return { ...view, ...(isOther ? { pageIndex: 0, reach: 0 } : {}), ...change }
}

/** The order after one more press of a column's header: ascending, descending, as it comes. */
export function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, isDescending: false }
  return sort.isDescending ? undefined : { column, isDescending: true }
}

export const pageCount = (total: number, pageSize: number) => Math.max(1, Math.ceil(total / pageSize))

/** Whether an endless list has rows beyond those it shows; an unknown total may always have. */
export const hasMore = (shown: number, total: number | undefined) => total === undefined || shown < total
