import {
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
  useQueries,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import type { ApiError, ResultPage } from '@/api/http'
import type { Target } from '@/commands/command'
import { type PreferenceValues, prefs } from '@/commands/stores/preference-store'
import type { Choice } from '@/shared/forms/choice'
import { type FilterValues, noFilter } from '@/shared/filter-values'
import type { ListQuery } from '@/lib/list-query'
import type { TimeRange } from '@/lib/time/range'
import { anyRangeCodec } from '@/lib/time/range-params'
import { type FilterField, hasActiveFilters } from '@/ui/filter/filter'
import { useSearchText } from '@/ui/search-field'
import { TimeRangePicker } from '@/ui/time-range/time-range'
import { announce } from '@/ui/voice'
import { filterParam, filterParamWithDefault } from '../url-state/fields'
import { defineRangeAddress, noRangeAddress } from '../url-state/range-address'
import { changeAddress, defineUrlState } from '../url-state/url-state'
import { toGridState } from '../query/grid-state'
import { useLiveUpdates, usePreferences } from '../stores'
import { resolveSpan, useTimeRange } from '../time-range'
import type { CollectionHandle } from './collection'
import { parseAddressSort, useAddressedView } from './list-address'
import { resetPage, listUrl } from './list-url'
import { storedPageSize } from './list-view'
import { useListPage } from './use-list-page'
import type { ListSource } from './list-source'

/** A filter of a list, with its values or the query for values that only the server knows. */
type ListedFilter = Omit<FilterField, 'values'> & {
  /** The default selection, used if the address has none, and then added to the address. */
  initial?: FilterValues
} & (Pick<FilterField, 'values'> | { known(): UseQueryOptions<Choice[], ApiError, Choice[], readonly string[]> })

type Definition<R, K extends QueryKey> = {
  paging: 'pages' | 'endless'
  filters: readonly ListedFilter[]
  /** The list can include deleted rows, if the user prefers that. */
  hasDeleted?: true
  /** The address state of order and groups, if their defaults differ from other lists. */
  address?: Parameters<typeof useAddressedView>[0]
  /** The page size if the address has none. By default, it is the preferred one. */
  pageSize?: number
  /** The list can be limited to a time range, with an initial range or undefined for any time. */
  time?: { initial: TimeRange | undefined }
  /** The query of one page; `index` counts from 0. */
  page(
    question: ListQuery,
    page: { index: number; size: number }
  ): UseQueryOptions<ResultPage<R>, ApiError, ResultPage<R>, K>
  targetOf(row: R): Target
  /** All matching resources on all pages, for commands. Without it, only rows of the current page can be selected. */
  matching?(question: ListQuery): Promise<readonly Target[]>
}

/** A list that the server searches, filters, sorts and pages. Filters are in the address by their names. */
export const definePagedList = <R, K extends QueryKey>(definition: Definition<R, K>) => ({
  ...definition,
  idOf: (row: R) => definition.targetOf(row).id,
  rangeAddress: definition.time
    ? defineRangeAddress({ ...definition.time, codec: anyRangeCodec, alongside: resetPage })
    : noRangeAddress,
  url: defineUrlState(
    Object.fromEntries(
      definition.filters.map(({ field, initial }) => [field, initial ? filterParamWithDefault(initial) : filterParam])
    ),
    definition.filters.flatMap(({ field, initial }) => (initial ? [field] : []))
  ),
})
type PagedList<R, K extends QueryKey> = ReturnType<typeof definePagedList<R, K>>

const setPage = (pageIndex: number) => listUrl.set({ pageIndex }, 'replace')

const withQuery = (query: string) => (search: string) => listUrl.format(search, { query, pageIndex: 0 })
const setQuery = (query: string) => changeAddress('replace', withQuery(query))

/** Prefetches the page in the address before the list renders, unless the page was requested before. */
export async function prefetchListPage<R, K extends QueryKey>(
  queries: QueryClient,
  list: PagedList<R, K>
): Promise<void> {
  const { search } = location
  const { query, pageIndex, pageSize = list.pageSize ?? storedPageSize(), ...address } = listUrl.parse(search)
  const { range } = list.rangeAddress.parse(search)
  const question = toListQuery({
    search: query,
    sort: parseAddressSort(address),
    filters: list.url.parse(search),
    range,
    withDeleted: isWithDeleted(list, prefs.get()),
  })
  const page = list.page(question, {
    index: list.paging === 'endless' ? 0 : pageIndex,
    size: pageSize,
  }) as FetchQueryOptions<ResultPage<R>, ApiError, ResultPage<R>, K>
  if (!queries.getQueryState(page.queryKey)) await queries.prefetchQuery(page)
}

/** The router dispatches the first two before it renders the address. */
const addressEvents = ['pushState', 'replaceState', 'popstate']

/** Requests the rows of a new address immediately, in parallel with rendering its page. */
function usePrefetchOnNavigation<R, K extends QueryKey>(list: PagedList<R, K>): void {
  const queries = useQueryClient()
  const [path] = useState(location.pathname)
  useEffect(() => {
    // The page may stay mounted for a moment after its address was left.
    const prefetch = () => void (location.pathname === path && prefetchListPage(queries, list))
    for (const event of addressEvents) window.addEventListener(event, prefetch)
    return () => {
      for (const event of addressEvents) window.removeEventListener(event, prefetch)
    }
  }, [queries, list, path])
}

/** Whether the list includes deleted rows. */
const isWithDeleted = (
  { hasDeleted }: { hasDeleted?: boolean },
  { show_deleted_items_preference: shown }: PreferenceValues
) => hasDeleted === true && shown === 'yes'

type ListRequest = Pick<ListQuery, 'search' | 'sort' | 'filters'> & {
  range: TimeRange | undefined
  withDeleted: boolean
}

const toListQuery = ({ range, withDeleted, ...asked }: ListRequest): ListQuery => ({
  ...asked,
  time: range && { range, span: () => resolveSpan(range, new Date()) },
  ...(withDeleted && { withDeleted }),
})

/** @param everyMs milliseconds between checks for new rows while live updates are on; undefined for no checks */
export function usePagedList<R extends object, K extends QueryKey>(
  definition: PagedList<R, K>,
  everyMs: number | undefined
): ListSource<R> {
  const { url, idOf, matching, paging } = definition
  useDefaultFilters(definition)
  usePrefetchOnNavigation(definition)
  const isLive = useLiveUpdates()
  const search = listUrl.use().query
  const filters = url.use()
  const [text, setText, settle] = useSearchText(search, setQuery)
  const [view, onView] = useAddressedView(definition.address, definition.pageSize)
  const list = useRef<CollectionHandle<R>>(null)
  const { range, isChosen, set, place } = useTimeRange<TimeRange | undefined>(definition.rangeAddress)
  const preferences = usePreferences()
  const withDeleted = isWithDeleted(definition, preferences)
  const asked = toListQuery({ search, sort: view.sort, filters, range, withDeleted })
  const { query, rows, total, edition, grid } = useListPage({
    ask: (page) => definition.page(asked, page),
    paging,
    view,
    onPage: setPage,
    idOf,
    everyMs: isLive && (everyMs ?? false),
    list,
  })
  const { data, isPlaceholderData } = query
  const fields = useFields(definition.filters, data !== undefined)
  const question = JSON.stringify([search, filters, range, withDeleted])
  const isNarrowed = search !== '' || hasActiveFilters(filters) || range !== undefined

  // The list stays if a later page fails: the failure is shown inside it.
  const [last, setLast] = useState<{ data: ResultPage<R>; question: string }>()
  if (data && !isPlaceholderData && (last?.data !== data || last.question !== question)) setLast({ data, question })
  const { status, isBusy } = toGridState(query, { what: 'this page', empty: undefined, filtered: false })
  const isInside = last !== undefined && data === undefined
  const [begun] = useState(question)
  const known = last?.question === question ? last.data.total : undefined

  return {
    query: {
      ...query,
      data: data ?? last?.data,
      error: isInside ? null : query.error,
      failureReason: isInside ? null : query.failureReason,
    },
    // Later pages do not refresh automatically.
    everyMs: paging === 'pages' && view.pageIndex > 0 ? undefined : everyMs,
    list,
    rows,
    loaded: data || last || query.error ? rows : undefined,
    count: total ?? known,
    note: data?.omitted,
    isEmpty: !isNarrowed && data?.total === 0 && !isPlaceholderData,
    text,
    setText,
    settle,
    resultState: text !== search || isPlaceholderData || query.isPending ? 'coming' : data ? 'shown' : 'failed',
    filters:
      definition.filters.length === 0
        ? undefined
        : {
            fields,
            values: filters,
            set(changed) {
              changeAddress('replace', (before) => url.format(before, changed), resetPage)
            },
            clear() {
              setText('')
              const none = Object.fromEntries(definition.filters.map(({ field }) => [field, noFilter]))
              changeAddress('replace', (before) => url.format(before, none), withQuery(''))
              announce('Filters cleared.', { key: 'filter' })
            },
          },
    time: definition.time && {
      place,
      isLimited: range !== undefined,
      isChosen,
      picker: <TimeRangePicker value={range} onChange={set} recent={preferences.recentlyUsedTimeRanges} />,
    },
    question: `${question} ${edition}`,
    serverQuery: asked,
    found: { question: last?.question ?? begun, count: last?.data.total ?? 0 },
    view,
    onView,
    grid: {
      ...grid,
      paged: { total: total ?? known },
      status,
      isBusy,
      ...(matching && { matching: () => matching(asked) }),
    },
  }
}

/** Adds the default filters to the address, so that they are visible and part of a link. */
function useDefaultFilters<R, K extends QueryKey>({ filters, url }: PagedList<R, K>) {
  const search = useSearch()
  const [path] = useState(location.pathname)
  useEffect(() => {
    // The page may stay mounted for a moment after its address was left.
    if (location.pathname !== path) return
    const params = new URLSearchParams(search)
    const missing = filters.flatMap(({ field, initial }) => (initial && !params.has(field) ? [[field, initial]] : []))
    if (missing.length > 0) url.set(Object.fromEntries(missing), 'replace')
  }, [filters, url, path, search])
}

const none: never[] = []

/** The filters with their values. Values that only the server knows are requested after the rows have rendered. */
function useFields(filters: readonly ListedFilter[], isHere: boolean): FilterField[] {
  const isReady = useDeferredValue(isHere, false)
  const found = useQueries({
    queries: filters.flatMap((one) => ('known' in one ? [{ ...one.known(), enabled: isReady }] : [])),
  }).values()
  return filters.map((one) => {
    const values = 'known' in one ? (found.next().value?.data ?? none) : one.values
    return { field: one.field, label: one.label, values }
  })
}
