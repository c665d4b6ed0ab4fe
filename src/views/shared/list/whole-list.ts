import { useMemo, useRef } from 'react'
import { noFilter } from '@/shared/filter-values'
import { type FilterField, hasActiveFilters, matchesFilter } from '@/ui/filter/filter'
import { useSearchText } from '@/ui/search-field'
import { announce } from '@/ui/voice'
import { filterParam } from '../url-state/fields'
import { defineUrlState } from '../url-state/url-state'
import type { QueryResult } from '../query/query-state'
import type { CollectionHandle } from './collection'
import { useAddressedView } from './list-address'
import { listUrl } from './list-url'
import type { ListSource } from './list-source'

const setQuery = (query: string) => listUrl.set({ query }, 'replace')
const nothing = {}
const none: never[] = []

/** A filter field with all of its values. */
type RowFilter<R> = FilterField & { of(row: R): string }

/** The filter fields of a completely loaded list. The chosen values are in the address by the names of the fields. */
export const defineRowFilters = <R>(fields: readonly RowFilter<R>[]) => ({
  fields,
  url: defineUrlState(Object.fromEntries(fields.map(({ field }) => [field, filterParam]))),
})

const noRowFilters = defineRowFilters<never>([])

type Options<R> = {
  /** The address state of order and groups, if their defaults differ from other lists. */
  address?: Parameters<typeof useAddressedView>[0]
  filters?: ReturnType<typeof defineRowFilters<R>>
}

/**
 * A list that is loaded completely, and searched, filtered and sorted in the browser.
 * @param textOf returns the text of a row to search
 */
export function useWholeList<R extends object>(
  query: QueryResult<readonly R[]> & { isFetching: boolean },
  textOf: (row: R) => string,
  { address, filters }: Options<R> = {}
): ListSource<R> {
  const { data } = query
  const { fields, url } = filters ?? (noRowFilters as ReturnType<typeof defineRowFilters<R>>)
  const values = url.use()
  const chosen = JSON.stringify(values)
  const [text, setText, settle] = useSearchText(listUrl.use().query, setQuery)
  const [view, onView] = useAddressedView(address)
  const list = useRef<CollectionHandle<R>>(null)
  const kept = useMemo(
    () => (data ?? []).filter((row) => fields.every((one) => matchesFilter(values[one.field], one.of(row)))),
    // `values` is a new object in each render; `chosen` is its content.
    // oxlint-disable-next-line react/exhaustive-deps
    [data, fields, chosen]
  )
  const rows = useMemo(() => narrow(kept, text, textOf), [kept, text, textOf])
  const withCounts = useMemo(() => counted(fields, data ?? none), [fields, data])
  const question = hasActiveFilters(values) ? `${text} ${chosen}` : text
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
    resultState: 'shown',
    filters: filters && {
      fields: withCounts,
      values,
      set: (changed) => url.set(changed, 'replace'),
      clear() {
        setText('')
        url.set(Object.fromEntries(fields.map(({ field }) => [field, noFilter])), 'replace')
        setQuery('')
        announce('Filters cleared.', { key: 'filter' })
      },
    },
    question,
    found: { question, count: rows.length },
    view,
    onView,
    grid: nothing,
  }
}

/** Adds the number of loaded rows to each value. */
const counted = <R>(fields: readonly RowFilter<R>[], rows: readonly R[]): FilterField[] =>
  fields.map(({ field, label, values, of }) => {
    const counts = new Map<string, number>()
    for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1)
    return { field, label, values: values.map((one) => ({ ...one, count: counts.get(one.value) ?? 0 })) }
  })

/** The rows that contain every word. */
function narrow<R>(rows: readonly R[], text: string, textOf: (row: R) => string): readonly R[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0
    ? rows
    : rows.filter((row) => words.every((word) => textOf(row).toLowerCase().includes(word)))
}
