import { useMutationState, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { checks } from '../../api/checks'
import { asSentence } from '../../lib/format'
import type { ShortRange } from '../../lib/time/lists'
import { Banner, Notice } from '../../ui/notice'
import { Time } from '../../ui/time'
import { ShortRangePicker } from '../../ui/time-range/short-range'
import { say } from '../../ui/voice'
import type { CollectionHandle } from '../shell/collection'
import { CommandButton } from '../shell/command-button'
import { Page } from '../shell/page'
import { useLive } from '../shell/stores'
import { useShortRange } from '../shell/time-range'
import { ChecksList } from './checks-list'
import { CheckDetail } from './detail/check-detail'
import { useFollow } from './detail/follow'
import { detailUrl, showCheck } from './detail/url'
import { Freshness } from './freshness'
import { problemsFirst, type Row } from './order'
import { Skeleton } from './skeleton'
import { Totals } from './totals'
import { healthUrl } from './url'

/** Often enough to triage by, seldom enough for a backend with many watchers. Hidden tabs do not ask. */
const POLL_MS = 10_000
const none: never[] = []
const setTimeRange = (range: ShortRange) => healthUrl.set({ timeRange: range }, 'replace')

export function HealthView() {
  const { checkId, timeRange } = healthUrl.use()
  const isFull = detailUrl.use().detail === 'full'
  const isLive = useLive()
  const summary = useQuery({ ...checks.summary(), refetchInterval: isLive && POLL_MS, refetchOnMount: 'always' })
  const { data = none, error, failureReason, dataUpdatedAt, isFetching, isPending } = summary
  const trouble = error ?? failureReason
  const running = useMutationState({
    filters: { mutationKey: checks.running, status: 'pending' },
    select: ({ state }) => String(state.variables),
  })
  const rows = useMemo(
    () => problemsFirst(data).map((check): Row => (running.includes(check.id) ? { ...check, isRunning: true } : check)),
    [data, running]
  )
  const [cursor, setCursor] = useState(checkId)
  const grid = useRef<CollectionHandle<Row>>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const time = useShortRange(timeRange, setTimeRange)
  useFollow(cursor)
  const open = rows.find(({ id }) => id === checkId)

  function openCheck(id: string, how: 'enter' | 'peek') {
    setCursor(id)
    if (id !== checkId) showCheck(id, how === 'enter' ? 'open' : 'push')
    else if (how === 'enter') heading.current?.focus()
    if (how === 'peek') say(`Detail opened: ${rows.find((row) => row.id === id)?.name ?? ''}`)
  }
  function close() {
    if (checkId === undefined) return
    showCheck(undefined, 'push')
    // The list may have been covered by the detail: it is there again after the next paint.
    requestAnimationFrame(() => grid.current?.focusRow(cursor ?? checkId))
  }
  function step(by: number) {
    const next = rows[rows.findIndex(({ id }) => id === checkId) + by]
    if (!next) return say(by > 0 ? 'No next check.' : 'No previous check.')
    setCursor(next.id)
    showCheck(next.id, 'step')
  }

  const enter = () => {
    const first = rows.find(({ id }) => id === cursor) ?? rows[0]
    if (first) grid.current?.focusRow(first.id)
  }
  const detail = checkId !== undefined && !isPending && (
    <CheckDetail key={checkId} id={checkId} check={open} heading={heading} onClose={close} onStep={step} />
  )

  return (
    <Page
      title="Health"
      facts={rows.length > 0 && <Totals checks={rows} />}
      actions={
        <>
          <ShortRangePicker value={timeRange} onChange={setTimeRange} />
          <Freshness updatedAt={dataUpdatedAt} isFetching={isFetching} />
        </>
      }
      detail={detail || undefined}
      isDetailFull={isFull}
      handlers={{ 'list.enter': enter, ...time.handlers }}
      choices={time.choices}
    >
      {isPending ? (
        <Skeleton trouble={failureReason?.message} />
      ) : dataUpdatedAt === 0 && error ? (
        <Notice
          tone="bad"
          title="Could not load the checks"
          actions={<CommandButton call="page.refresh" tone="primary" label="Try again" />}
        >
          {error.message}
        </Notice>
      ) : (
        <>
          {trouble && (
            <Banner actions={<CommandButton call="page.refresh" label="Try again" />}>
              {asSentence(trouble.message)} Shown is what was known{' '}
              <Time at={new Date(dataUpdatedAt).toISOString()} as="ago" />.
            </Banner>
          )}
          {rows.length === 0 ? (
            <Notice tone="empty" title="No data available">
              No check has reported yet. Add a canary to the backend, and its checks appear here by themselves.
            </Notice>
          ) : (
            <ChecksList
              rows={rows}
              cursor={cursor}
              onCursor={setCursor}
              open={checkId}
              onOpen={openCheck}
              onClose={close}
              list={grid}
            />
          )}
        </>
      )}
    </Page>
  )
}
