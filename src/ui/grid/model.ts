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
import type { Column, Grouping, Groups, Value } from './column'
import { alphabetical } from '../../lib/alphabetical'
import type { GridView } from './view'

/** One line of a collection. */
export type Item<R> = {
  id: string
  /** From 1. */
  level: number
  /** How many rows it lies within; groups do not count, so that all their rows begin at one edge. */
  depth: number
  /** From 1, among those with the same parent. */
  position: number
  /** -1: not known, or told of no row because the list is no tree. */
  setSize: number
  parent: string | undefined
  /** Undefined: there is nothing to expand. */
  isExpanded: boolean | undefined
} & ({ is: 'row'; row: R } | { is: 'group'; title: string; rows: readonly R[] })

export type Model<R> = {
  /** The lines of this page, in order; what is in collapsed groups is not among them. */
  items: readonly Item<R>[]
  indexOf: ReadonlyMap<string, number>
  /** How many there are at the top level on all pages, and rows where the backend pages them; undefined: not known. */
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

const none: never[] = []

/** Unknown values have no order: `undefined`, for the caller to put last. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return alphabetical(a, b)
  return Number(a) - Number(b) || 0
}

type Source<R extends object> = {
  rows: readonly R[]
  columns: readonly Column<R>[]
  rowId(row: R): string
  childrenOf?: ((row: R) => readonly R[] | undefined) | undefined
  groups: Groups<R>
  view: GridView
  isOpen(id: string, rows: readonly R[]): boolean
  /** They are in their order already. */
  isSorted?: boolean | undefined
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
  groups,
  view,
  isOpen,
  isSorted = false,
  paged,
  paging,
}: Source<R>): Model<R> {
  const isPaged = paged !== undefined
  const { by: groupings, isPlain, title } = groups
  const definitions = useMemo(() => {
    const all = new Map<string, Grouping<R> | Column<R>>(columns.map((column) => [column.id, column]))
    // A way to group by may have the id of a column, which is still sorted by.
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
  // Rows in the order in which they come, which may be very many, need no table.
  const isAsItComes = state.sorting.length === 0 && view.group === undefined && !childrenOf
  const table = useTable({
    features,
    columns: definitions,
    data: isAsItComes ? none : rows,
    state,
    getRowId: rowId,
    ...(childrenOf ? { getSubRows: (row: R) => childrenOf(row) } : {}),
  })
  const lines = table.getRowModel().rows
  const all = useMemo(() => inOrderOfGroups(lines, columns, view.sort, isPlain), [lines, columns, view.sort, isPlain])
  const { pageIndex, pageSize, reach } = view
  const total = paged ? paged.total : isAsItComes ? rows.length : all.length
  // Of the groups on a page it is not known how many there are on the others.
  const setSize = isPaged && view.group !== undefined ? all.length : total
  const size = paging === 'endless' ? Math.max(pageSize, reach) : pageSize
  const from = paging === 'pages' ? pageIndex * pageSize : 0
  // By themselves: until other rows come, their total is not known, and these stay as they are.
  const asTheyCome = useMemo(() => {
    if (!isAsItComes) return undefined
    const items = listed(isPaged || paging === 'none' ? rows : rows.slice(from, from + size), from, rowId)
    const indexOf = new Map<string, number>()
    for (const [at, { id }] of items.entries()) indexOf.set(id, at)
    return { items, indexOf, shown: items.length, isTree: false }
  }, [isAsItComes, isPaged, paging, rows, from, size, rowId])
  return useMemo(() => {
    if (asTheyCome) return { ...asTheyCome, total }
    const page = isPaged || paging === 'none' ? all : all.slice(from, from + size)
    const items = laidOut(page, from, setSize, isOpen, isPlain, title)
    return {
      items,
      indexOf: new Map(items.map(({ id }, at) => [id, at])),
      total,
      shown: isPaged ? rows.length : page.length,
      isTree: all.some(({ subRows }) => subRows.length > 0),
    }
  }, [asTheyCome, rows, all, total, setSize, paging, isPaged, from, size, isOpen, isPlain, title])
}

const definition = <R extends object>(column: Grouping<R> | Column<R>) => ({
  id: column.id,
  accessorFn: (row: R): Value => ('sortBy' in column ? column.sortBy?.(row) : undefined) ?? undefined,
  sortUndefined: 'last' as const,
  sortFn: (a: TableRow<Features, R>, b: TableRow<Features, R>, id: string) =>
    compareValues(a.getValue(id), b.getValue(id)),
  getGroupingValue: (row: R) => column.groupBy?.(row) ?? '',
})

/** Groups by what all their rows together come to, where the column says what that is; after what has no heading. */
function inOrderOfGroups<R extends object>(
  lines: readonly TableRow<Features, R>[],
  columns: readonly Column<R>[],
  sort: GridView['sort'],
  isPlain: Groups<R>['isPlain']
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
      return isKnown || sign * compareValues(a.value, b.value)
    })
    .map(({ line }) => line)
}

/** Rows one below the other. */
function listed<R extends object>(rows: readonly R[], from: number, rowId: (row: R) => string): Item<R>[] {
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

type Within = Pick<Item<never>, 'parent' | 'level' | 'depth'>

function laidOut<R extends object>(
  page: readonly TableRow<Features, R>[],
  from: number,
  total: number | undefined,
  isOpen: Source<R>['isOpen'],
  isPlain: Groups<R>['isPlain'],
  titleOf: Groups<R>['title']
): Item<R>[] {
  const items: Item<R>[] = []
  const add = (row: TableRow<Features, R>, within: Within, position: number, of: number) => {
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
