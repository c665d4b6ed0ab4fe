import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { logs, type LogQuery, type LogSubject } from '@/api/logs/logs'
import { noFilter } from '@/shared/filter-values'
import { capital } from '@/shared/format'
import { logLevels } from '../../lib/logs/level'
import type { LogLine } from '../../lib/logs/line'
import { registerLines } from '../../lib/logs/displayed-lines'
import { MOST_FOLLOWED, sliceSurroundings, insertSurroundings } from '../../lib/logs/merge'
import { countLabels, filterLines } from '../../lib/logs/filter-lines'
import { countLevels } from '../../lib/logs/histogram'
import { parseLineSearch } from '@/shared/logs/search'
import { hasActiveFilters } from '../../ui/filter/filter'
import { useSearchText } from '../../ui/search-field'
import { announce } from '../../ui/voice'
import type { CollectionHandle } from '../shared/list/collection'
import { useAddressedView } from '../shared/list/list-address'
import { listUrl } from '../shared/list/list-url'
import type { ListFilters } from '../shared/list/list-source'
import { useLiveUpdates } from '../shared/stores'
import { useTimeRange } from '../shared/time-range'
import type { LogRow } from './columns'
import { createLogFeed, type FeedState, FIRST_PAGE_LINES, type LogFeed, MAX_LOADED_LINES } from './feed'
import { logFiltersUrl, logsUrl, logRangeAddress } from './url'

/** Milliseconds between full reloads while following a backend without cursors. */
const RELOAD_MS = 5000
/** Number of surrounding lines shown before and after a line. */
const AROUND = 10
const CONTEXT_FAILED = 'The surrounding lines could not be loaded.'
const NOW_MS = 5000

const nothing: FeedState = {
  lines: [],
  news: [],
  hasOlder: false,
  isLoading: false,
  notes: [],
  failure: undefined,
  updatedAt: 0,
}
const never = () => () => {}
const none: ReadonlyMap<string, readonly LogLine[]> = new Map()

const feedOf = (
  question: Omit<LogQuery, 'start' | 'end'>,
  range: string,
  span: () => { from: Date; to: Date | undefined }
) =>
  queryOptions({
    queryKey: [...logs.all, 'lines', question, range],
    queryFn: async ({ signal }): Promise<LogFeed> => {
      const { from, to } = span()
      const isUpToNow = !to || to.getTime() > Date.now() - NOW_MS
      const whole = { ...question, start: from.toISOString(), ...(!isUpToNow && { end: to.toISOString() }) }
      return createLogFeed(whole, await logs.newest(whole, FIRST_PAGE_LINES, signal), Date.now())
    },
    // A feed is a store and not plain data.
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** The log lines of a component as a list source: requests, loads, filters and follows them. */
export function useLogs(subject: LogSubject, selector: string) {
  const isLive = useLiveUpdates()
  const search = listUrl.use().query
  const { follow } = logsUrl.use()
  const filters = logFiltersUrl.use()
  const [text, setText, settle] = useSearchText(search, setQuery)
  const [view, onView] = useAddressedView()
  const list = useRef<CollectionHandle<LogRow>>(null)
  const time = useTimeRange(logRangeAddress)
  const { range } = time
  const request = useMemo(() => ({ id: subject.id, name: selector, query: search }), [subject.id, selector, search])
  const isFollowing = follow && isLive

  const [needsReload, setNeedsReload] = useState(false)
  const query = useQuery({
    ...feedOf(request, JSON.stringify(range), time.span),
    placeholderData: keepPreviousData,
    refetchInterval: needsReload && RELOAD_MS,
  })
  const { data: feed, isPlaceholderData } = query
  const canFollow = feed?.canFollow === true
  if (needsReload !== (isFollowing && feed !== undefined && !canFollow)) setNeedsReload(!needsReload)
  const state = useSyncExternalStore(feed?.subscribe ?? never, feed?.get ?? (() => nothing))

  useEffect(() => {
    if (!feed || isPlaceholderData) return undefined
    const abort = new AbortController()
    void feed.loadOlder(follow ? MOST_FOLLOWED : MAX_LOADED_LINES, abort.signal)
    return () => abort.abort()
  }, [feed, isPlaceholderData, follow])
  useEffect(() => {
    if (!feed || isPlaceholderData || !isFollowing || !canFollow) return undefined
    const abort = new AbortController()
    void feed.follow(() => list.current?.isLookedAt() !== true, abort.signal)
    return () => abort.abort()
  }, [feed, isPlaceholderData, isFollowing, canFollow])

  const parsedSearch = useMemo(() => parseLineSearch(search), [search])
  const { lines } = state
  const found = useMemo(() => filterLines(lines, parsedSearch, filters), [lines, parsedSearch, filters])
  const { around, toggleAround } = useAround(feed, search !== '' || hasActiveFilters(filters))
  const rows: readonly LogRow[] = useMemo(() => insertSurroundings(found, around), [found, around])
  const fields = useFields(lines)

  const { id, name } = subject
  useEffect(
    () =>
      registerLines((ids) => {
        const all = [...(feed?.get().lines ?? []), ...[...around.values()].flat()]
        const known = new Map(all.flatMap((line) => (ids.has(line.id) ? [[line.id, line] as const] : [])))
        return [...known.values()].map((line) => ({ ...line, componentId: id, component: name }))
      }),
    [feed, around, id, name]
  )

  const question = JSON.stringify([search, filters, range, selector])
  const [last, setLast] = useState({ question, count: 0 })
  if (feed && !isPlaceholderData && last.question !== question) setLast({ question, count: found.length })

  return {
    feed,
    state,
    rows,
    found,
    parsedSearch,
    time,
    canFollow,
    isFollowing,
    toggleAround,
    source: {
      query,
      list,
      rows,
      loaded: feed ? rows : undefined,
      count: feed && found.length,
      isEmpty: false,
      text,
      setText,
      settle,
      resultState:
        text !== search || isPlaceholderData || query.isPending ? 'coming' : query.error ? 'failed' : 'shown',
      filters: {
        fields,
        values: filters,
        set: (changed) => logFiltersUrl.set(changed, 'replace'),
        clear() {
          setText('')
          setQuery('')
          logFiltersUrl.set({ level: noFilter, labels: noFilter }, 'replace')
          announce('Filters cleared.', { key: 'filter' })
        },
      } satisfies ListFilters,
      question,
      found: last,
      view: { ...view, density: 'lines' },
      onView,
    } as const,
  }
}

export type Logs = ReturnType<typeof useLogs>

const setQuery = (query: string) => listUrl.set({ query }, 'replace')

/** Milliseconds between updates of counts while many lines arrive. */
const COUNTED_EVERY_MS = 2000

/** Throttles a value that changes often. The first change after a pause is returned at once. */
export function useThrottledValue<T>(value: T): T {
  const [seldom, setSeldom] = useState(value)
  const changedAt = useRef(0)
  useEffect(() => {
    if (seldom === value) return undefined
    const wait = Math.max(0, changedAt.current + COUNTED_EVERY_MS - Date.now())
    const timer = setTimeout(() => {
      changedAt.current = Date.now()
      setSeldom(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [seldom, value])
  return seldom
}

/** The filter fields: levels and labels with the number of lines for each. */
function useFields(lines: readonly LogLine[]): ListFilters['fields'] {
  const counted = useThrottledValue(lines)
  return useMemo(() => {
    const byLevel = countLevels(counted)
    return [
      {
        field: 'level',
        label: 'Level',
        values: logLevels.map((value) => ({ value, label: capital(value), count: byLevel.get(value) ?? 0 })),
      },
      {
        field: 'labels',
        label: 'Label',
        values: countLabels(counted).map(([value, count]) => ({ value, label: value, count })),
      },
    ]
  }, [counted])
}

/** The surrounding lines that the user has opened. Without a search or filter, all lines are shown already. */
function useAround(feed: LogFeed | undefined, isNarrowed: boolean) {
  const [shown, setShown] = useState({ feed, around: none })
  if (shown.feed !== feed) setShown({ feed, around: none })
  const { around } = shown
  const put = (id: string, lines: readonly LogLine[] | undefined) =>
    setShown((now) => {
      const next = new Map(now.around)
      if (lines) next.set(id, lines)
      else next.delete(id)
      return { feed: now.feed, around: next }
    })
  async function toggleAround(row: LogRow | undefined): Promise<void> {
    if (!feed || !row) return
    const id = 'beside' in row ? row.beside : row.id
    if (around.has(id)) {
      put(id, undefined)
      return announce('Surrounding lines are hidden.')
    }
    if (!isNarrowed) return announce('No search or filter is set, so surrounding lines are already visible.')
    // Without a search, the loaded lines include them.
    const here = feed.question.query === '' ? sliceSurroundings(feed.get().lines, id, AROUND) : []
    try {
      const lines = here.length > 1 ? here : await logs.around(feed.question, id, AROUND)
      if (!lines.some((line) => line.id === id)) return announce(CONTEXT_FAILED, { urgent: true })
      put(id, lines)
      announce(`${lines.length - 1} surrounding lines are shown.`)
    } catch (error) {
      announce(error instanceof Error ? error.message : CONTEXT_FAILED, { urgent: true })
    }
  }
  return { around, toggleAround }
}
