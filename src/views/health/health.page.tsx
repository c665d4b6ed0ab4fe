import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { checks } from '@/api/health/checks'
import { refetchWhenOpened } from '../../api/client'
import { formatDuration } from '@/shared/format'
import { parseRefreshRate } from '@/lib/health/refresh-rate'
import { metricRanges } from '@/lib/time/lists'
import { Notice } from '../../ui/notice'
import { useSearchText } from '../../ui/search-field'
import { announce } from '../../ui/voice'
import { useConsole } from '../shared/console'
import { CommandButton } from '../shared/commands/command-button'
import { Page } from '../shared/page/page'
import { Freshness } from '../shared/list/freshness'
import { backToList, type DetailProps } from '../shared/list/detail/detail-props'
import { lazyComponent } from '@/ui/lazy-component'
import { useDetail } from '../shared/list/detail/use-detail'
import { useFilterPicker } from '../shared/list/filter-button'
import { useSearchLeave } from '../shared/list/use-search-leave'
import { QueryState } from '../shared/query/query-state'
import { useLiveUpdates, usePreferences } from '../shared/stores'
import { useListedRange } from '../shared/listed-range'
import { checkAddress } from './detail/url'
import { collectLabels } from './dimension'
import css from './health.module.css'
import { CheckListing } from './listing'
import { type HealthRow, toCheckTarget } from './order'
import { healthChoices, healthHandlers } from './page-commands'
import { ChecksSkeleton } from './skeleton'
import { tallyChecks } from './tally'
import { CheckTotals } from './totals'
import { checkRangeAddress, healthUrl } from './url'
import { useCheckListQuery, useCheckRows } from './use-list-query'
import { useDigest } from './use-digest'

const none: never[] = []
const checkDetail = lazyComponent<DetailProps<HealthRow>>({
  what: 'the check',
  load: () => import('./detail/check-detail'),
  otherwise: backToList,
})
const setQuery = (query: string) => healthUrl.set({ query }, 'replace')

export default function HealthView() {
  const state = healthUrl.use()
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
  const { list, page, isCovering, enter } = useDetail({
    address: checkAddress,
    detail: checkDetail,
    of: 'check',
    rows: summary.isPending ? undefined : rows,
    targetOf: toCheckTarget,
  })
  const result = useCheckListQuery(rows, state, text, list)
  const { found } = result
  const field = useRef<HTMLInputElement>(null)
  const answer = result.query.search === text ? 'shown' : 'coming'
  const onLeave = useSearchLeave({ list: list.ref, field, text, settle, answer, back: enter })
  const { place: time } = useListedRange(checkRangeAddress, metricRanges)
  const hasDetail = list.open !== undefined
  const { perform } = useConsole()
  const picking = useFilterPicker(enter)
  const tally = useMemo(() => tallyChecks(rows), [rows])
  useDigest(summary.data && rows)

  const runShown = () => {
    const shown = found.shown.map(({ id }) => `check:${id}`).join(',')
    if (shown === '') announce('No checks are listed.')
    else void perform({ call: `check.run?checks=${shown}`, origin: 'button' }, [])
  }
  const stepProblem = (by: number) => list.ref.current?.stepProblem(by)

  return (
    <Page
      title="Health"
      of="check"
      facts={rows.length > 0 && <CheckTotals all={tally} shown={found.shown.length} />}
      actions={
        <>
          {rows.length > 0 && <span className={css.window}>Last hour</span>}
          <Freshness updatedAt={summary.dataUpdatedAt} isFetching={summary.isFetching} everyMs={everyMs}>
            <CommandButton
              call="prefs.refreshRate"
              tone="bare"
              className={css.rate}
              label="Refresh"
              value={everyMs === undefined ? 'None' : formatDuration(everyMs)}
            />
          </Freshness>
        </>
      }
      {...page}
      handlers={{
        // The time range applies only to the detail.
        ...(hasDetail && time.handlers),
        ...(rows.length > 0 && {
          ...healthHandlers(state, () => setText('')),
          'list.enter': enter,
          ...(!isCovering && {
            'list.nextProblem': stepProblem,
            'list.previousProblem': (count: number) => stepProblem(-count),
          }),
          'list.search': () => field.current?.focus(),
          'list.group': (_count, { group }) => list.ref.current?.groupBy(group === 'none' ? undefined : String(group)),
          'list.filters': () => picking.open(),
          'check.runShown': runShown,
        }),
      }}
      choices={{ ...(hasDetail && time.choices), ...healthChoices(labels, found) }}
    >
      <QueryState query={summary} what="the checks" as="page" pending={<ChecksSkeleton />} empty={<NoCheckYet />}>
        {() => (
          <CheckListing
            {...{ state, result, rows, labels, text, field, picking, onLeave }}
            {...list}
            onText={setText}
          />
        )}
      </QueryState>
    </Page>
  )
}

const NoCheckYet = () => (
  <Notice tone="empty" title="No data available">
    No check has reported yet. Add a canary to the backend. Its checks appear here automatically.
  </Notice>
)
