import {
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { ApiError, ResultPage } from '@/api/http'
import type { GridHandle, GridProps } from '@/ui/grid/props'
import { type GridView, countPages } from '@/ui/grid/grid-view'
import { Pager } from './lazy-pager'
import { type PageChanges, comparePages } from './page-changes'

type Options<R, K extends QueryKey> = {
  /** The query of one page; `index` counts from 0. */
  ask(page: { index: number; size: number }): UseQueryOptions<ResultPage<R>, ApiError, ResultPage<R>, K>
  paging: 'pages' | 'endless'
  view: Pick<GridView, 'pageIndex' | 'pageSize' | 'reach'>
  /** Called with the last page if the current one is beyond the end, after deletions or from an old link. */
  onPage(index: number): void
  idOf(row: R): string
  /** Milliseconds between checks for new rows on the first page; false for none. New rows would move later pages. */
  everyMs: number | false
  list: RefObject<Pick<GridHandle, 'isLookedAt'> | null>
}

const noIds: ReadonlySet<string> = new Set()

/**
 * A page of a list that the server pages, sorts and filters. Without focus in the list, the page refreshes
 * automatically. With focus, no row moves: deleted rows stay and are marked, and new rows are offered.
 */
export function useListPage<R, K extends QueryKey>({ ask, paging, view, onPage, idOf, everyMs, list }: Options<R, K>) {
  const isEndless = paging === 'endless'
  const index = isEndless ? 0 : view.pageIndex
  const options = ask({ index, size: isEndless ? Math.max(view.pageSize, view.reach) : view.pageSize })
  const query = useQuery({ placeholderData: keepPreviousData, ...options })
  const { data, dataUpdatedAt, isPlaceholderData } = query

  const lastPage = data && !isPlaceholderData ? countPages(data.total, view.pageSize) - 1 : Infinity
  useEffect(() => {
    if (index > lastPage) onPage(lastPage)
  }, [index, lastPage, onPage])

  // A separate query, so that only background changes are held back; changes by the user show immediately.
  const live = useQuery<ResultPage<R>, ApiError>({
    queryKey: ['live', ...options.queryKey],
    queryFn: options.queryFn as QueryFunction<ResultPage<R>>,
    enabled: everyMs !== false && index === 0 && data !== undefined && !isPlaceholderData,
    initialData: () => (isPlaceholderData ? undefined : data),
    initialDataUpdatedAt: dataUpdatedAt,
    refetchInterval: everyMs,
    staleTime: Infinity,
    gcTime: 0,
  })
  const now = index === 0 && !isPlaceholderData && live.dataUpdatedAt > dataUpdatedAt ? live.data : undefined
  const nowAt = live.dataUpdatedAt

  const client = useQueryClient()
  const adopt = () => void (now && client.setQueryData<ResultPage<R>>(options.queryKey, now, { updatedAt: nowAt }))
  const latest = useRef(adopt)
  useEffect(() => {
    latest.current = adopt
  })
  useEffect(() => {
    if (nowAt > dataUpdatedAt && list.current?.isLookedAt() !== true) latest.current()
  }, [nowAt, dataUpdatedAt, list])

  /** How often offered rows were shown. Each time counts as a new list, not as a change of the old one. */
  const [edition, setEdition] = useState(0)
  const page = useMemo(
    (): PageChanges<R> =>
      data && now ? comparePages(data, now, idOf) : { rows: data?.rows ?? [], gone: noIds, news: 0 },
    [data, now, idOf]
  )
  const first = now?.rows[0]
  return {
    query: {
      ...query,
      error: query.error ?? live.error,
      dataUpdatedAt: Math.max(dataUpdatedAt, now ? nowAt : 0),
      refetch: () => (live.error ? Promise.all([query.refetch(), live.refetch()]) : query.refetch()),
    },
    rows: page.rows,
    total: data?.total,
    edition,
    grid: {
      paging,
      Pager,
      paged: { total: data?.total },
      gone: page.gone,
      news:
        now && page.news > 0
          ? {
              count: page.news,
              first: first && idOf(first),
              show() {
                setEdition(edition + 1)
                adopt()
              },
            }
          : undefined,
    } satisfies Partial<GridProps<never>>,
  }
}
