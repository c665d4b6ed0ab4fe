import type { RefObject } from 'react'
import type { FilterValues } from '../../../lib/filter-values'
import type { GridProps } from '../../../ui/grid/props'
import type { GridView } from '../../../ui/grid/view'
import type { Target } from '../../../commands/command'
import type { QueryFacts } from '../query/query-state'
import type { CollectionHandle } from './collection'
import type { ListFilter } from './list-choices'

/** Where the rows of a `ListPage` come from: `useWholeList` or `usePagedList`. */
export type ListSource<R extends object> = {
  /** How the list as a whole stands. Its data is undefined until there is something to draw. */
  query: QueryFacts<unknown> & { isFetching: boolean }
  list: RefObject<CollectionHandle<R> | null>
  rows: readonly R[]
  /** What a detail finds its row in: all that is loaded, also what the search leaves out; undefined: still being loaded. */
  loaded: readonly R[] | undefined
  /** How many there are, for the head of the page; undefined: not known. */
  count: number | undefined
  /** There is none at all, however little is asked for. */
  isEmpty: boolean
  text: string
  setText(text: string): void
  filters: ListFilters | undefined
  /** What is asked for, in writing. */
  question: string
  /** How many were found for what was asked last, and for which question that was. */
  found: { question: string; count: number }
  view: GridView
  onView(view: GridView): void
  grid: Pick<GridProps<R>, 'paging' | 'paged' | 'status' | 'isBusy' | 'gone' | 'news'> & {
    matching?: () => Promise<readonly Target[]>
  }
}

/** Whether any of the filters leaves something out. */
export const isFiltered = (values: ListFilters['values']): boolean =>
  Object.values(values).some((one) => Object.keys(one).length > 0)

export type ListFilters = {
  fields: readonly ListFilter[]
  values: Readonly<Record<string, FilterValues>>
  set(field: string, values: FilterValues): void
  clear(): void
}
