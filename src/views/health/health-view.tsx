import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { checks } from '../../api/checks'
import { parseRefreshRate } from '../../lib/refresh-rate'
import type { ShortRange } from '../../lib/time/lists'
import { Notice } from '../../ui/notice'
import { useSearchText } from '../../ui/search-field'
import { ShortRangePicker } from '../../ui/time-range/short-range'
import { say } from '../../ui/voice'
import type { CollectionHandle } from '../shell/list/collection'
import { useConsole } from '../shell/console'
import { Page } from '../shell/frame/page'
import { QueryState } from '../shell/query/query-state'
import { useLive, usePreferences } from '../shell/stores'
import { useShortRange } from '../shell/time-range'
import { useFollow } from './detail/follow'
import { detailUrl, showCheck } from './detail/url'
import { labelsOf } from './dimension'
import { Freshness } from './freshness'
import { LazyDetail, useDetailSoon } from './late-detail'
import { Listing } from './listing'
import type { Row } from './order'
import { choicesFor, handlersFor } from './page-commands'
import { Skeleton } from './skeleton'
import { tallyOf } from './tally'
import { Totals } from './totals'
import { healthUrl } from './url'
import { useListQuery, useRows } from './use-list-query'
import { useDigest } from './use-digest'
import { useFilters } from './use-filters'

const none: never[] = []
const setTimeRange = (range: ShortRange) => healthUrl.set({ timeRange: range }, 'replace')
const setQuery = (query: string) => healthUrl.set({ query }, 'replace')

export function HealthView() {
  const state = healthUrl.use()
  const { checkId, timeRange } = state
  const isFull = detailUrl.use().detail === 'full'
  const isLive = useLive()
  const everyMs = parseRefreshRate(usePreferences().health_refresh_rate)
  const summary = useQuery({
    ...checks.summary(),
    // Hidden tabs do not ask.
    refetchInterval: isLive && everyMs !== undefined && everyMs,
    refetchOnMount: 'always',
  })
  const { data = none, dataUpdatedAt, isFetching, isPending } = summary
  const rows = useRows(data)
  const labels = useMemo(() => labelsOf(rows), [rows])
  const [text, setText] = useSearchText(state.query, setQuery)
  const [cursor, setCursor] = useState(checkId)
  const result = useListQuery(rows, state, text, cursor)
  const { found } = result
  const grid = useRef<CollectionHandle<Row>>(null)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const time = useShortRange(timeRange, setTimeRange)
  const { perform } = useConsole()
  const filters = useFilters(checkId !== undefined)
  const totals = useMemo(() => ({ all: tallyOf(rows), shown: tallyOf(found.shown) }), [rows, found.shown])
  const nameOf = (id: string | undefined) => rows.find((row) => row.id === id)?.name ?? ''
  useFollow(cursor)
  useDetailSoon()
  useDigest(summary.data && rows)

  function openCheck(id: string, how: 'enter' | 'peek') {
    setCursor(id)
    if (id !== checkId) showCheck(id, how === 'enter' ? 'open' : 'push')
    else if (how === 'enter') heading.current?.focus()
    if (how === 'peek') say(`Detail opened: ${nameOf(id)}`)
  }
  function close() {
    if (checkId === undefined) return
    showCheck(undefined, 'push')
    // The list may have been covered by the detail: it is there again after the next paint.
    requestAnimationFrame(() => grid.current?.focusRow(cursor ?? checkId))
  }
  function step(by: number) {
    const next = checkId === undefined ? undefined : grid.current?.beside(checkId, by)
    if (next === undefined) return say(by > 0 ? 'No next check.' : 'No previous check.')
    setCursor(next)
    showCheck(next, 'step')
  }
  const runShown = () => {
    const shown = found.shown.map(({ id }) => `check:${id}`).join(',')
    if (shown === '') say('No check is shown.')
    else void perform({ call: `check.run?checks=${shown}`, origin: 'button' }, [])
  }

  const detail = checkId !== undefined && !isPending && (
    <LazyDetail
      id={checkId}
      check={rows.find(({ id }) => id === checkId)}
      heading={heading}
      onClose={close}
      onStep={step}
    />
  )

  return (
    <Page
      title="Health"
      facts={rows.length > 0 && <Totals {...totals} />}
      actions={
        <>
          <ShortRangePicker value={timeRange} onChange={setTimeRange} />
          <Freshness updatedAt={dataUpdatedAt} isFetching={isFetching} everyMs={everyMs} />
        </>
      }
      detail={detail || undefined}
      isDetailFull={isFull}
      handlers={{
        ...time.handlers,
        ...(rows.length > 0
          ? {
              // Where the detail covers the list, there is nothing to enter but the detail.
              'list.enter': () => (isFull && checkId !== undefined ? heading.current?.focus() : grid.current?.enter()),
              ...handlersFor(state, () => setText('')),
              ...(!(isFull && checkId !== undefined) && {
                'list.nextProblem': (count: number) => grid.current?.stepProblem(count),
                'list.previousProblem': (count: number) => grid.current?.stepProblem(-count),
              }),
              'list.search': () => field.current?.focus(),
              'list.group': (_count, { group }) => grid.current?.groupBy(group === 'none' ? undefined : String(group)),
              'health.filters': filters.toggle,
              'check.runShown': runShown,
            }
          : {}),
      }}
      choices={{ ...time.choices, ...choicesFor(labels, found) }}
    >
      <QueryState query={summary} what="the checks" as="page" pending={<Skeleton />} empty={<NoCheckYet />}>
        {() => (
          <Listing
            {...{ state, result, labels, text, field, cursor, filters }}
            onText={setText}
            onCursor={setCursor}
            open={checkId}
            onOpen={openCheck}
            onClose={close}
            list={grid}
          />
        )}
      </QueryState>
    </Page>
  )
}

const NoCheckYet = () => (
  <Notice tone="empty" title="No data available">
    No check has reported yet. Add a canary to the backend, and its checks appear here by themselves.
  </Notice>
)
