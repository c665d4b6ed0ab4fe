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
import type { GridColumn, RowGrouping, GroupOptions, SortValue } from './column'
import { alphabetical } from '../../lib/alphabetical'
import type { GridView } from './grid-view'

/** One line of a collection. */
export type GridLine<R> = {
  id: string
  /** From 1. */
  level: number
  /** The number of ancestor rows. Groups do not count, so that rows in and outside groups share one left edge. */
  depth: number
  /** From 1, among those with the same parent. */
  position: number
  /** -1 if unknown, or if the list is not a tree. */
  setSize: number
  parent: string | undefined
  /** Undefined if the line has nothing to expand. */
  isExpanded: boolean | undefined
} & ({ is: 'row'; row: R } | { is: 'group'; title: string; rows: readonly R[] })

export type GridModel<R> = {
  /** The lines of this page in order, without the contents of collapsed groups. */
  items: readonly GridLine<R>[]
  indexOf: ReadonlyMap<string, number>
  /** The number of top-level lines on all pages, or of rows if the backend pages them; undefined if unknown. */
  total: number | undefined
  /** The number of these on this page. */
  shown: number
  /** Whether any line can be expanded. */
  isTree: boolean
}

type Features = typeof features
const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnGroupingFeature,
  groupedRowModel: createGroupedRowModel(),
})

const none: never[] = []

/** Compares two known values. Unknown values have no order: the caller sorts `undefined` last. */
function compareSortValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'string' && typeof b === 'string') return alphabetical(a, b)
  return Number(a) - Number(b) || 0
}

type Source<R extends object> = {
  rows: readonly R[]
  columns: readonly GridColumn<R>[]
  rowId(row: R): string
  childrenOf?: ((row: R) => readonly R[] | undefined) | undefined
  groups: GroupOptions<R>
  view: GridView
  isOpen(id: string, rows: readonly R[]): boolean
  /** The rows are sorted already. */
  isSorted?: boolean | undefined
  /** Present if the backend sorts and pages, so that the rows are one page in order. */
  paged: { total: number | undefined } | undefined
  paging: 'none' | 'pages' | 'endless'
}

/** The visible lines of the rows: the table library sorts and groups, then the lines are paged and laid out. */
export function useGridModel<R extends object>({
  rows,
  columns,
  rowId,
  childrenOf,
  groups,
  view,
  isOpen,
  isSorted = false,
  paged,
  paging,
}: Source<R>): GridModel<R> {
  const isPaged = paged !== undefined
  const { by: groupings, isPlain, title } = groups
  const definitions = useMemo(() => {
    const all = new Map<string, RowGrouping<R> | GridColumn<R>>(columns.map((column) => [column.id, column]))
    // A grouping may share the id of a column; sorting by that column still works.
    for (const one of groupings ?? []) all.set(one.id, { ...all.get(one.id), ...one })
    return [...all.values()].map(definition)
  }, [columns, groupings])
  const state = useMemo(
    () => ({
      sorting: view.sort && !isPaged && !isSorted ? [{ id: view.sort.column, desc: view.sort.isDescending }] : [],
      grouping: view.group === undefined ? [] : [view.group],
    }),
    [view.sort, view.group, isPaged, isSorted]
  )
  // A flat list in its given order may be very long and needs no table.
  const isFlat = state.sorting.length === 0 && view.group === undefined && !childrenOf
  const table = useTable({
    features,
    columns: definitions,
    data: isFlat ? none : rows,
    state,
    getRowId: rowId,
    ...(childrenOf ? { getSubRows: (row: R) => childrenOf(row) } : {}),
  })
  const lines = table.getRowModel().rows
  const all = useMemo(() => sortGroups(lines, columns, view.sort, isPlain), [lines, columns, view.sort, isPlain])
  const { pageIndex, pageSize, reach } = view
  const total = paged ? paged.total : isFlat ? rows.length : all.length
  // The number of groups on other pages is unknown.
  const setSize = isPaged && view.group !== undefined ? all.length : total
  const size = paging === 'endless' ? Math.max(pageSize, reach) : pageSize
  const from = paging === 'pages' ? pageIndex * pageSize : 0
  // Memoized without the total: it is unknown until the next rows arrive, and must not rebuild these lines.
  const flat = useMemo(() => {
    if (!isFlat) return undefined
    const items = toFlatItems(isPaged || paging === 'none' ? rows : rows.slice(from, from + size), from, rowId)
    const indexOf = new Map<string, number>()
    for (const [at, { id }] of items.entries()) indexOf.set(id, at)
    return { items, indexOf, shown: items.length, isTree: false }
  }, [isFlat, isPaged, paging, rows, from, size, rowId])
  return useMemo(() => {
    if (flat) return { ...flat, total }
    const page = isPaged || paging === 'none' ? all : all.slice(from, from + size)
    const items = toTreeItems(page, from, setSize, isOpen, isPlain, title)
    return {
      items,
      indexOf: new Map(items.map(({ id }, at) => [id, at])),
      total,
      // Of rows that the backend pages, nested ones count as well.
      shown: isPaged ? countLeaves(page) : page.length,
      isTree: all.some(({ subRows }) => subRows.length > 0),
    }
  }, [flat, all, total, setSize, paging, isPaged, from, size, isOpen, isPlain, title])
}

const definition = <R extends object>(column: RowGrouping<R> | GridColumn<R>) => ({
  id: column.id,
  accessorFn: (row: R): SortValue => ('sortBy' in column ? column.sortBy?.(row) : undefined) ?? undefined,
  sortUndefined: 'last' as const,
  sortFn: (a: TableRow<Features, R>, b: TableRow<Features, R>, id: string) =>
    compareSortValues(a.getValue(id), b.getValue(id)),
  getGroupingValue: (row: R) => column.groupBy?.(row) ?? '',
})

/** Sorts groups by the column's `groupSortBy`, if it has one. Groups without a heading come first. */
function sortGroups<R extends object>(
  lines: readonly TableRow<Features, R>[],
  columns: readonly GridColumn<R>[],
  sort: GridView['sort'],
  isPlain: GroupOptions<R>['isPlain']
): readonly TableRow<Features, R>[] {
  const valueOf = columns.find(({ id }) => id === sort?.column)?.groupSortBy
  if (!valueOf || !sort || lines[0]?.groupingColumnId === undefined) return lines
  const sign = sort.isDescending ? -1 : 1
  return lines
    .map((line) => {
      const rows = line.subRows.map(({ original }) => original)
      return { line, value: valueOf(rows) ?? undefined, isHeaded: isPlain?.(rows) !== true }
    })
    .toSorted((a, b) => {
      if (a.isHeaded !== b.isHeaded) return Number(a.isHeaded) - Number(b.isHeaded)
      const isKnown = Number(a.value === undefined) - Number(b.value === undefined)
      return isKnown || sign * compareSortValues(a.value, b.value)
    })
    .map(({ line }) => line)
}

function toFlatItems<R extends object>(rows: readonly R[], from: number, rowId: (row: R) => string): GridLine<R>[] {
  return rows.map((row, at) => ({
    is: 'row',
    row,
    id: rowId(row),
    level: 1,
    depth: 0,
    parent: undefined,
    position: from + at + 1,
    setSize: -1,
    isExpanded: undefined,
  }))
}

/** The number of rows of lines and of all lines below them, without groups. */
const countLeaves = <R extends object>(lines: readonly TableRow<Features, R>[]): number =>
  lines.reduce(
    (sum, { groupingColumnId: group, subRows }) => sum + (group === undefined ? 1 : 0) + countLeaves<R>(subRows),
    0
  )

type ParentPlace = Pick<GridLine<never>, 'parent' | 'level' | 'depth'>

function toTreeItems<R extends object>(
  page: readonly TableRow<Features, R>[],
  from: number,
  total: number | undefined,
  isOpen: Source<R>['isOpen'],
  isPlain: GroupOptions<R>['isPlain'],
  titleOf: GroupOptions<R>['title']
): GridLine<R>[] {
  const items: GridLine<R>[] = []
  const add = (row: TableRow<Features, R>, within: ParentPlace, position: number, of: number) => {
    const group = row.groupingColumnId === undefined ? undefined : String(row.groupingValue)
    const rows = row.subRows.map(({ original }) => original)
    if (group !== undefined && isPlain?.(rows)) {
      for (const child of row.subRows) add(child, within, position, of)
      return
    }
    const isExpanded = rows.length === 0 ? undefined : isOpen(row.id, rows)
    const place = { id: row.id, ...within, position, setSize: of, isExpanded }
    if (group === undefined) items.push({ ...place, is: 'row', row: row.original })
    else items.push({ ...place, is: 'group', title: titleOf?.(rows) ?? group, rows })
    if (!isExpanded) return
    const { level, depth } = within
    const inside = { parent: row.id, level: level + 1, depth: group === undefined ? depth + 1 : depth }
    for (const [at, child] of row.subRows.entries()) add(child, inside, at + 1, row.subRows.length)
  }
  const top = { parent: undefined, level: 1, depth: 0 }
  for (const [at, row] of page.entries()) add(row, top, from + at + 1, total ?? -1)
  return items
}
