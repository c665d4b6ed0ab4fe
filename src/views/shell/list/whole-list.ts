import { useMemo, useRef } from 'react'
import { useSearchText } from '../../../ui/search-field'
import type { QueryFacts } from '../query/query-state'
import type { CollectionHandle } from './collection'
import { useAddressedView } from './list-address'
import { listUrl } from './list-url'
import type { ListSource } from './source'

const setQuery = (query: string) => listUrl.set({ query }, 'replace')
const nothing = {}
const none: never[] = []

/**
 * A list that is loaded completely, and searched and sorted in the browser.
 * @param textOf returns the text of a row to search
 * @param address where its order and groups are, if they begin as something else than in other lists
 */
export function useWholeList<R extends object>(
  query: QueryFacts<readonly R[]> & { isFetching: boolean },
  textOf: (row: R) => string,
  address?: Parameters<typeof useAddressedView>[0]
): ListSource<R> {
  const { data } = query
  const [text, setText, settle] = useSearchText(listUrl.use().query, setQuery)
  const [view, onView] = useAddressedView(address)
  const list = useRef<CollectionHandle<R>>(null)
  const rows = useMemo(() => narrow(data ?? [], text, textOf), [data, text, textOf])
  return {
    query,
    list,
    rows,
    loaded: data ?? (query.error ? none : undefined),
    count: data?.length,
    isEmpty: data?.length === 0,
    text,
    setText,
    settle,
    answer: 'shown',
    filters: undefined,
    question: text,
    found: { question: text, count: rows.length },
    view,
    onView,
    grid: nothing,
  }
}

/** The rows that contain every word. */
function narrow<R>(rows: readonly R[], text: string, textOf: (row: R) => string): readonly R[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0
    ? rows
    : rows.filter((row) => words.every((word) => textOf(row).toLowerCase().includes(word)))
}
