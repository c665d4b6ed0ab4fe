import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { logs, type LogQuestion, type LogSubject } from '../../api/logs'
import { noFilter } from '../../lib/filter-values'
import { capital } from '../../lib/format'
import { levels } from '../../lib/logs/level'
import type { LogLine } from '../../lib/logs/line'
import { showLines } from '../../lib/logs/loaded'
import { MOST_FOLLOWED, surroundingIn, withSurroundings } from '../../lib/logs/merge'
import { labelCounts, narrowed } from '../../lib/logs/narrow'
import { levelCounts } from '../../lib/logs/histogram'
import { readSearch } from '../../lib/logs/search'
import { relative } from '../../lib/time/range'
import { isFiltered } from '../../ui/filter/filter'
import { useSearchText } from '../../ui/search-field'
import { announce } from '../../ui/voice'
import type { CollectionHandle } from '../shell/list/collection'
import { useAddressedView } from '../shell/list/list-address'
import { listUrl } from '../shell/list/list-url'
import type { ListFilters } from '../shell/list/source'
import { useLive } from '../shell/stores'
import { useTimeRange } from '../shell/time-range'
import type { Row } from './columns'
import { createFeed, type Feed, FIRST, type LogFeed, MOST_LOADED } from './feed'
import { filtersUrl, logsUrl, rangeUrl } from './url'

/** Without cursors of the backend, all of it is asked for again so often. */
const ASK_AGAIN_MS = 5000
/** Lines before and after one that are shown around it. */
const AROUND = 10
const NOW_MS = 5000

const usual = relative('now-1h')
const nothing: Feed = {
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
  question: Omit<LogQuestion, 'start' | 'end'>,
  range: string,
  span: () => { from: Date; to: Date | undefined }
) =>
  queryOptions({
    queryKey: [...logs.all, 'lines', question, range],
    queryFn: async ({ signal }): Promise<LogFeed> => {
      const { from, to } = span()
      const isUpToNow = !to || to.getTime() > Date.now() - NOW_MS
      const whole = { ...question, start: from.toISOString(), ...(!isUpToNow && { end: to.toISOString() }) }
      return createFeed(whole, await logs.newest(whole, FIRST, signal), Date.now())
    },
    // It holds its lines, and is no plain data.
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** The lines of a component as a list: what is asked for, loaded, narrowed and followed. */
export function useLogs(subject: LogSubject, selector: string) {
  const isLive = useLive()
  const search = listUrl.use().query
  const { follow } = logsUrl.use()
  const filters = filtersUrl.use()
  const [text, setText, settle] = useSearchText(search, setQuery)
  const [view, onView] = useAddressedView()
  const list = useRef<CollectionHandle<Row>>(null)
  const time = useTimeRange(rangeUrl, usual)
  const { range } = time
  const asked = useMemo(() => ({ id: subject.id, name: selector, query: search }), [subject.id, selector, search])
  const isFollowing = follow && isLive

  const [askAgain, setAskAgain] = useState(false)
  const query = useQuery({
    ...feedOf(asked, JSON.stringify(range), time.span),
    placeholderData: keepPreviousData,
    refetchInterval: askAgain && ASK_AGAIN_MS,
  })
  const { data: feed, isPlaceholderData } = query
  const canFollow = feed?.canFollow === true
  if (askAgain !== (isFollowing && feed !== undefined && !canFollow)) setAskAgain(!askAgain)
  const state = useSyncExternalStore(feed?.subscribe ?? never, feed?.get ?? (() => nothing))

  useEffect(() => {
    if (!feed || isPlaceholderData) return undefined
    const abort = new AbortController()
    void feed.loadOlder(follow ? MOST_FOLLOWED : MOST_LOADED, abort.signal)
    return () => abort.abort()
  }, [feed, isPlaceholderData, follow])
  useEffect(() => {
    if (!feed || isPlaceholderData || !isFollowing || !canFollow) return undefined
    const abort = new AbortController()
    void feed.follow(() => list.current?.isLookedAt() !== true, abort.signal)
    return () => abort.abort()
  }, [feed, isPlaceholderData, isFollowing, canFollow])

  const wanted = useMemo(() => readSearch(search), [search])
  const { lines } = state
  const found = useMemo(() => narrowed(lines, wanted, filters), [lines, wanted, filters])
  const { around, toggleAround } = useAround(feed, search !== '' || isFiltered(filters))
  const rows: readonly Row[] = useMemo(() => withSurroundings(found, around), [found, around])
  const fields = useFields(lines)

  const { id, name } = subject
  useEffect(
    () =>
      showLines((ids) => {
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
    wanted,
    time,
    range,
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
      answer: text !== search || isPlaceholderData || query.isPending ? 'coming' : query.error ? 'failed' : 'shown',
      filters: {
        fields,
        values: filters,
        set: (changed) => filtersUrl.set(changed, 'replace'),
        clear() {
          setText('')
          setQuery('')
          filtersUrl.set({ level: noFilter, labels: noFilter }, 'replace')
          announce('Filters cleared.', { key: 'filter' })
        },
      } satisfies ListFilters,
      question,
      found: last,
      view,
      onView,
    } as const,
  }
}

const setQuery = (query: string) => listUrl.set({ query }, 'replace')

/** What is counted of lines need not be of this moment: while thousands come, it is counted anew so often. */
const COUNTED_EVERY_MS = 2000

/** A value that changes often, as it was some time ago at most; what replaces it after a rest is there at once. */
export function useSeldom<T>(value: T): T {
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

/** Levels and labels that lines have, with how many have them. */
function useFields(lines: readonly LogLine[]): ListFilters['fields'] {
  const counted = useSeldom(lines)
  return useMemo(() => {
    const byLevel = levelCounts(counted)
    return [
      {
        field: 'level',
        label: 'Level',
        values: levels.map((value) => ({ value, label: capital(value), count: byLevel.get(value) ?? 0 })),
      },
      {
        field: 'labels',
        label: 'Label',
        values: labelCounts(counted).map(([value, count]) => ({ value, label: value, count })),
      },
    ]
  }, [counted])
}

/** What stands around some lines, where it is not shown anyway. */
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
  async function toggleAround(row: Row | undefined): Promise<void> {
    if (!feed || !row) return
    const id = 'beside' in row ? row.beside : row.id
    if (around.has(id)) {
      put(id, undefined)
      return announce('Lines around it hidden.')
    }
    if (!isNarrowed) return announce('All lines are shown already.')
    // Where nothing was searched for, they are here.
    const here = feed.question.query === '' ? surroundingIn(feed.get().lines, id, AROUND) : []
    try {
      const lines = here.length > 1 ? here : await logs.around(feed.question, id, AROUND)
      if (!lines.some((line) => line.id === id)) return announce('The lines around it cannot be had.', { urgent: true })
      put(id, lines)
      announce(`${lines.length - 1} lines around it shown.`)
    } catch (error) {
      announce(error instanceof Error ? error.message : 'The lines around it cannot be had.', { urgent: true })
    }
  }
  return { around, toggleAround }
}
