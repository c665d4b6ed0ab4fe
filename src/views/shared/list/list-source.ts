import type { ReactNode, RefObject } from 'react'
import type { ListQuery } from '@/lib/list-query'
import type { FilterField, FilterSet } from '@/ui/filter/filter'
import type { GridProps } from '@/ui/grid/props'
import type { GridView } from '@/ui/grid/grid-view'
import type { Target } from '@/commands/command'
import type { QueryResult } from '../query/query-state'
import type { TimePlace } from '../address-range'
import type { CollectionHandle } from './collection'
import type { SearchResultState } from './use-search-leave'

/** The rows of a `ListPage`, from `useWholeList` or `usePagedList`. */
export type ListSource<R extends object> = {
  /** The state of the whole list. Its data is undefined until rows can be shown. */
  query: QueryResult<unknown> & { isFetching: boolean }
  /** Milliseconds between checks for new rows while live updates are on; undefined for refreshes on request only. */
  everyMs?: number | undefined
  list: RefObject<CollectionHandle<R> | null>
  rows: readonly R[]
  /** All loaded rows, including those that the search hides, to find the row of a detail; undefined while loading. */
  loaded: readonly R[] | undefined
  /** The total for the page heading; undefined when unknown. */
  count: number | undefined
  /** Says what the list does not show: matching rows that are omitted, or data that could not be loaded. */
  note?: string | undefined
  /** Whether there are no rows even without search and filters. */
  isEmpty: boolean
  text: string
  setText(text: string): void
  /** Searches for the text without waiting for a pause in typing. */
  settle(): void
  resultState: SearchResultState
  filters: ListFilters | undefined
  /** The time range of the list, if it can be limited to one. */
  time?: ListTime | undefined
  /** The current search and filters, as text. */
  question: string
  /** The same as sent to a server that searches, for other data about the list on the page. */
  serverQuery?: ListQuery
  /** The number of rows of the last response, with its `question`, and the announcement if there are none. */
  found: { question: string; count: number; none?: string }
  view: GridView
  onView(view: GridView): void
  grid: Pick<
    GridProps<R>,
    | 'paging'
    | 'Pager'
    | 'paged'
    | 'status'
    | 'isBusy'
    | 'gone'
    | 'news'
    | 'childrenOf'
    | 'parentOf'
    | 'isSorted'
    | 'heightOf'
  > & {
    matching?: () => Promise<readonly Target[]>
  }
}

type ListTime = {
  place: TimePlace
  /** False for any time. */
  isLimited: boolean
  /** Whether the user has chosen the range; otherwise it is the initial one. */
  isChosen: boolean
  picker: ReactNode
}

export type ListFilters = {
  fields: readonly FilterField[]
  /** The same with the number of rows per value. Called only while they are shown, because it may iterate all rows. */
  countedFields?(): readonly FilterField[]
  values: FilterSet
  /** The number of active filters, if there are others than `values`. */
  activeCount?: number
  /** Replaces the values of these fields. */
  set(changed: FilterSet): void
  clear(): void
  /** Texts that replace the usual ones. */
  texts?: {
    /** The title of the picker. */
    title: string
    /** A chip for several values of a field. */
    counted(count: number, is: 'include' | 'exclude'): string
    /** The announcement of a new filter. */
    added(field: string, value: string, is: 'include' | 'exclude'): string
  }
}
