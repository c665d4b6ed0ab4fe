import {
  columnGroupingFeature,
  createGroupedRowModel,
  createSortedRowModel,
  type Row as TableRow,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Column, Value } from './column'
import type { GridView } from './view'

/** One line of a collection. */
export type Item<R> = {
  id: string
  /** From 1. */
  level: number
  /** From 1, among those with the same parent. */
  position: number
  /** -1: not known. */
  setSize: number
  parent: string | undefined
  /** Undefined: there is nothing to expand. */
  isExpanded: boolean | undefined
} & ({ is: 'row'; row: R } | { is: 'group'; title: string; rows: readonly R[] })

export type Model<R> = {
  /** The lines of this page, in order; what is in collapsed groups is not among them. */
  items: readonly Item<R>[]
  indexOf: ReadonlyMap<string, number>
  /** How many there are at the top level on all pages; undefined: not known. */
  total: number | undefined
  /** How many of them are on this page. */
  shown: number
  /** Some lines can be expanded. */
  isTree: boolean
}

type Features = typeof features
const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnGroupingFeature,
  groupedRowModel: createGroupedRowModel(),
})

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** What is not known is neither small nor large: `undefined` for the caller to put last. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return words.compare(a, b)
  return Number(a) - Number(b) || 0
}

type Source<R extends object> = {
  rows: readonly R[]
  columns: readonly Column<R>[]
  rowId(row: R): string
  childrenOf?: ((row: R) => readonly R[] | undefined) | undefined
  view: GridView
  expanded: ReadonlySet<string>
  /** The rows are a page already, in their order: the backend sorts and pages. */
  paged: { total: number | undefined } | undefined
  paging: 'none' | 'pages' | 'endless'
}

/** What is shown, from what there is: sorted and grouped by the table library, then paged and laid out line by line. */
export function useModel<R extends object>({
  rows,
  columns,
  rowId,
  childrenOf,
  view,
  expanded,
  paged,
  paging,
}: Source<R>): Model<R> {
  const isPaged = paged !== undefined
  const definitions = useMemo(() => columns.map(definition), [columns])
  const state = useMemo(
    () => ({
      sorting: view.sort && !isPaged ? [{ id: view.sort.column, desc: view.sort.isDescending }] : [],
      grouping: view.group === undefined ? [] : [view.group],
    }),
    [view.sort, view.group, isPaged]
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    state,
    getRowId: rowId,
    ...(childrenOf ? { getSubRows: (row: R) => childrenOf(row) } : {}),
  })
  const all = table.getRowModel().rows
  const { pageIndex, pageSize, reach } = view
  const total = paged && view.group === undefined ? paged.total : all.length
  return useMemo(() => {
    const size = paging === 'endless' ? Math.max(pageSize, reach) : pageSize
    const from = paging === 'pages' ? pageIndex * pageSize : 0
    const page = isPaged || paging === 'none' ? all : all.slice(from, from + size)
    const items = laidOut(page, from, total, expanded)
    return {
      items,
      indexOf: new Map(items.map(({ id }, at) => [id, at])),
      total,
      shown: page.length,
      isTree: all.some(({ subRows }) => subRows.length > 0),
    }
  }, [all, total, paging, isPaged, pageIndex, pageSize, reach, expanded])
}

const definition = <R extends object>(column: Column<R>) => ({
  id: column.id,
  accessorFn: (row: R): Value => column.sortBy?.(row) ?? undefined,
  sortUndefined: 'last' as const,
  sortFn: (a: TableRow<Features, R>, b: TableRow<Features, R>, id: string) =>
    compareValues(a.getValue(id), b.getValue(id)),
  getGroupingValue: (row: R) => column.groupBy?.(row) ?? '',
})

function laidOut<R extends object>(
  page: readonly TableRow<Features, R>[],
  from: number,
  total: number | undefined,
  expanded: ReadonlySet<string>
): Item<R>[] {
  const items: Item<R>[] = []
  const add = (row: TableRow<Features, R>, parent: string | undefined, level: number, position: number, of: number) => {
    const isExpanded = row.subRows.length === 0 ? undefined : expanded.has(row.id)
    const place = { id: row.id, level, position, setSize: of, parent, isExpanded }
    const group = row.groupingColumnId === undefined ? undefined : String(row.groupingValue)
    if (group === undefined) items.push({ ...place, is: 'row', row: row.original })
    else items.push({ ...place, is: 'group', title: group, rows: row.subRows.map(({ original }) => original) })
    if (!isExpanded) return
    for (const [at, child] of row.subRows.entries()) add(child, row.id, level + 1, at + 1, row.subRows.length)
  }
  for (const [at, row] of page.entries()) add(row, undefined, 1, from + at + 1, total ?? -1)
  return items
}
