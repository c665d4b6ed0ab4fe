import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { checks } from '@/api/health/checks'
import { parseRefreshRate } from '@/lib/health/refresh-rate'
import { refetchWhenOpened } from '../../api/client'
import type { FilterField, FilterSet } from '../../ui/filter/filter'
import { useSearchText } from '../../ui/search-field'
import { announce } from '../../ui/voice'
import { lazyComponent } from '../../ui/lazy-component'
import { backToList, type DetailProps } from '../shared/list/detail/detail-props'
import { useDetail } from '../shared/list/detail/use-detail'
import { useAddressedView } from '../shared/list/list-address'
import type { ListFilters, ListSource } from '../shared/list/list-source'
import { useLiveUpdates, usePreferences } from '../shared/stores'
import { countLabelValues } from './check-filters'
import { checkAddress } from './detail/url'
import { collectLabels } from './dimension'
import { countFilters } from './list-query'
import { type HealthRow, toCheckTarget } from './order'
import { checkListAddress, type HealthState, healthUrl } from './url'
import { useDigest } from './use-digest'
import { useCheckListQuery, useCheckRows } from './use-list-query'

const none: never[] = []
const noValues: ListSource<HealthRow>['grid'] = {}
const checkDetail = lazyComponent<DetailProps<HealthRow>>({
  what: 'the check',
  load: () => import('./detail/check-detail'),
  otherwise: backToList,
})
const setQuery = (query: string) => healthUrl.set({ query }, 'replace')

/** The checks for the address, as the source of a `ListPage` with the detail of a check. */
export function useCheckList(state: HealthState) {
  const isLive = useLiveUpdates()
  const everyMs = parseRefreshRate(usePreferences().health_refresh_rate)
  const summary = useQuery({
    ...checks.summary(),
    // TanStack Query pauses this while the tab is hidden.
    refetchInterval: isLive && everyMs !== undefined && everyMs,
    refetchOnMount: refetchWhenOpened,
  })
  const rows = useCheckRows(summary.data ?? none)
  const labels = useMemo(() => collectLabels(rows), [rows])
  const [text, setText, settle] = useSearchText(state.query, setQuery)
  const [view, onView] = useAddressedView(checkListAddress)
  const loaded = summary.isPending ? undefined : rows
  const detail = useDetail({
    address: checkAddress,
    detail: checkDetail,
    of: 'check',
    rows: loaded,
    targetOf: toCheckTarget,
  })
  const { found, query, names, key } = useCheckListQuery(rows, state, text, detail.list)
  useDigest(summary.data && rows)
  const filters = useLabelFilters(rows, labels, query.filters)
  const source: ListSource<HealthRow> = {
    query: summary,
    everyMs,
    list: detail.list.ref,
    rows: found.shown,
    loaded,
    count: rows.length,
    isEmpty: rows.length === 0,
    text,
    setText,
    settle,
    resultState: query.search === text ? 'shown' : 'coming',
    filters: {
      ...filters,
      activeCount: countFilters(query),
      clear() {
        setText('')
        // Whether passing checks are listed is a setting of the list and not a filter.
        healthUrl.set({ query: '', labels: {}, tab: undefined }, 'replace')
        announce('Filters cleared.', { key: 'filter' })
      },
    },
    question: key,
    found: { question: key, count: found.shown.length, none: 'No checks are listed.' },
    view,
    onView,
    grid: noValues,
  }
  return { source, detail, rows, labels, found, query, agents: names }
}

const texts: NonNullable<ListFilters['texts']> = {
  title: 'Filter by Label',
  counted: (count, is) => `${is === 'include' ? 'including' : 'excluding'} ${count} labels`,
  added: (key, value, is) => `${is === 'exclude' ? 'Without' : 'Only'} ${key} ${value}.`,
}

/** Computes a value when it is first needed. */
function once<T>(compute: () => T): () => T {
  let known: T | undefined
  return () => (known ??= compute())
}

/** The labels of the checks as filters. */
function useLabelFilters(
  rows: readonly HealthRow[],
  labels: ReadonlyMap<string, readonly string[]>,
  values: FilterSet
): Omit<ListFilters, 'clear'> {
  const fields = useMemo(
    () =>
      [...labels].map(([key, all]): FilterField => ({
        field: key,
        label: key,
        values: all.map((value) => ({ value, label: value })),
      })),
    [labels]
  )
  const countedFields = useMemo(() => once(() => countLabelValues(rows, labels, values)), [rows, labels, values])
  return {
    fields,
    countedFields,
    values,
    set: (changed) => healthUrl.set({ labels: { ...values, ...changed } }, 'replace'),
    texts,
  }
}
