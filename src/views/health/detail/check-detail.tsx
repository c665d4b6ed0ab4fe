import { useMutationState, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { type CheckDetail, checkDetails } from '@/api/health/check-detail'
import { listCheckRelations } from '@/api/health/check-relations'
import { checks, runMessage } from '@/api/health/checks'
import { type RelatedEvent, relatedEvents } from '@/api/health/related-events'
import { rangeMinutes } from '@/lib/time/length'
import { Button } from '@/ui/button'
import { Banner, Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { StatusShape } from '@/ui/status'
import { Time, useTimeDisplay, ZoneNote } from '@/ui/time'
import { CommandButton } from '../../shared/commands/command-button'
import { useConsole } from '../../shared/console'
import { tabCount } from '@/ui/tabs'
import { DetailPane } from '../../shared/list/detail/detail-pane'
import type { DetailProps } from '../../shared/list/detail/detail-props'
import { MissingParts } from '../../shared/query/missing-parts'
import { type QueryResult, QueryState } from '../../shared/query/query-state'
import { useLiveUpdates, useMedia } from '../../shared/stores'
import { useListedRange } from '../../shared/listed-range'
import { CheckIcon } from '../check-icon'
import type { HealthRow } from '../order'
import { checkRangeAddress, checkRanges } from '../url'
import css from './check-detail.module.css'
import { CheckFooter } from './footer'
import { CheckFacts } from './check-facts'
import { CheckHistory, type HistoryHandle } from './history'
import { CheckIncidents } from './check-incidents'
import { type LastCheckRun, useLastRun } from './last-run'
import { OverviewChart } from './overview-chart'
import { CheckRelationships } from './relationships'
import { CheckSpec } from './spec'
import { CheckState, type CheckStateFields, describeState } from './check-state'
import { RunFacts, CheckFigures } from './stats'
import { checkAddress } from './url'

const POLL_MS = 10_000
/** Points of the graph are at least a minute apart, so polling more often shows nothing new. */
const GRAPH_POLL_MS = 60_000
/** On screens lower than this, in CSS pixels, chart and history do not both fit: the chart gets a tab of its own. */
const SHORT_SCREEN = 720

const nothing: readonly RelatedEvent[] = []

/** The detail of one check: health, last run, history, spec and relationships. */
export default function CheckDetailPanel({ row: check, controls }: DetailProps<HealthRow>) {
  const { id, heading } = controls
  const { range, set: setRange, place: time } = useListedRange(checkRangeAddress, checkRanges)
  // Beside the list, or on a screen without room for two columns, the history is below the facts and the chart.
  const isBeside = !checkAddress.use().isFull
  const isNarrow = useMedia('(max-width: 1023px)')
  const isShort = useMedia(`(max-height: ${SHORT_SCREEN - 1}px)`)
  const windowMs = rangeMinutes(range) * 60_000
  const over = `the ${range.display.toLowerCase()}`
  // A public page shows only the summary and the runs, because the spec of a check may contain secrets.
  const { isReadOnly = false, deployment } = useConsole().environment
  const isHealthOnly = deployment?.only === 'health'
  const { own, detail, graph, relations, around, isRunning } = useCheckDetail(id, windowMs, {
    isReadOnly,
    isHealthOnly,
  })

  const lastRun = useLastRun(id)
  const { timeZone } = useTimeDisplay()

  const name = check?.name ?? detail?.name ?? 'Check'
  const overview = (
    <Overview around={around} graph={graph} windowMs={windowMs} over={over} isLow={isBeside || isNarrow} />
  )
  const leaveList = () => heading.current?.focus()
  const { history, begin, begun, stepFailed } = useHistorySteps()
  const tabs = [
    {
      id: 'history' as const,
      label: 'History',
      aside: (
        <span className={css.aside}>
          Runs of {over}, <ZoneNote />
        </span>
      ),
      enter: () => history.current?.enter(),
      panel: (
        <CheckHistory
          ref={history}
          id={id}
          windowMs={windowMs}
          over={over}
          relatedEvents={around.data?.events ?? nothing}
          onLeave={leaveList}
          begin={begin}
          onBegun={begun}
        />
      ),
    },
    ...(isShort ? [{ id: 'graph' as const, label: 'Graph', panel: <div className={css.padded}>{overview}</div> }] : []),
    ...(isReadOnly ? [] : [{ id: 'spec' as const, label: 'Spec', panel: <CheckSpec id={id} name={name} /> }]),
    ...(isReadOnly || isHealthOnly ? [] : [relationshipsTab(detail && relations)]),
  ]
  const known = check ?? detail
  const state = known && joinStates(known.status, [check, detail, { last_runtime: lastRun.run?.time }])
  const isDeleted = Boolean(detail?.deleted_at)

  return (
    <DetailPane
      address={checkAddress}
      controls={controls}
      target={{ kind: 'check', id, label: name }}
      summary={state && !isDeleted ? summaryOf(state, lastRun, timeZone) : undefined}
      hasMenu={known !== undefined && !isDeleted}
      isGone={!known && own.data === null}
      choices={time.choices}
      handlers={{
        ...time.handlers,
        'list.nextProblem': stepFailed,
        'list.previousProblem': (count) => stepFailed(-count),
      }}
      lead={known && <CheckLead status={known.status} type={known.type} icon={detail?.icon} />}
      instead={!check && isReadOnly ? <NoSuchCheck /> : !known && <LoadingCheck query={own} />}
      banner={
        detail?.deleted_at && (
          <Banner>
            This check was deleted <Time at={detail.deleted_at} as="ago" /> and no longer runs.
          </Banner>
        )
      }
      side={
        <>
          {own.data !== null && <QueryState query={own} what="the details" as="part" pending={null} />}
          <CheckState check={isDeleted ? undefined : state} lastRun={lastRun} />
          <CheckIncidents id={id} />
          <CheckFacts check={check} detail={detail} isLinked={!isReadOnly && !isHealthOnly} />
          <RunFacts
            state={state}
            detail={detail}
            severity={check?.severity || detail?.severity}
            hasPlan={!isReadOnly}
          />
          <CheckFigures graph={graph} range={range} onRange={setRange}>
            {!isShort && overview}
          </CheckFigures>
        </>
      }
      tabs={tabs}
      footer={!isReadOnly && !isDeleted && <CheckFooter id={id} name={name} detail={detail} isRunning={isRunning} />}
    />
  )
}

/** The summary omits the times of some checks that have run. @param sources the first with a time is used */
const joinStates = (
  status: CheckStateFields['status'],
  sources: readonly (Omit<CheckStateFields, 'status'> | undefined)[]
): CheckStateFields => ({
  status,
  last_runtime: sources.map((one) => one?.last_runtime).find(Boolean),
  last_transition_time: sources.map((one) => one?.last_transition_time).find(Boolean),
})

type OverviewProps = Omit<Parameters<typeof OverviewChart>[0], 'relatedEvents'> & {
  around: QueryResult<{ events: readonly RelatedEvent[]; missing: readonly string[] }> & { refetch(): unknown }
}

/** The chart of the time range, and what could not be loaded for it. */
const Overview = ({ around, ...chart }: OverviewProps) => (
  <section className={css.overview} aria-label="Health overview">
    <QueryState query={around} what="related events" as="part" pending={null} />
    <MissingParts
      missing={around.data?.missing}
      of="related events"
      actions={<Button onPress={() => void around.refetch()}>Try again</Button>}
    />
    <OverviewChart {...chart} relatedEvents={around.data?.events ?? nothing} />
  </section>
)

type LeadProps = Pick<HealthRow, 'status' | 'type'> & { icon: string | null | undefined }

/** The health and the icon before the name. */
const CheckLead = ({ status, type, icon }: LeadProps) => (
  <>
    <StatusShape health={status} size={12} />
    <span className={css.icon}>
      <CheckIcon icon={icon} type={type} />
    </span>
  </>
)

type Visibility = { isReadOnly: boolean; isHealthOnly: boolean }

/** The requests of the detail, and whether the check is running. */
function useCheckDetail(id: string, windowMs: number, { isReadOnly, isHealthOnly }: Visibility) {
  const isLive = useLiveUpdates()
  const own = useQuery({
    ...checkDetails.byId(id, isHealthOnly),
    enabled: !isReadOnly,
    refetchInterval: isLive && POLL_MS,
  })
  const graph = useQuery({ ...checkDetails.graph(id, windowMs), refetchInterval: isLive && GRAPH_POLL_MS })
  const detail = own.data ?? undefined
  const relations = useMemo(() => (detail ? listCheckRelations(detail) : []), [detail])
  const around = useQuery({
    ...relatedEvents(id, idsOf(relations), windowMs),
    enabled: detail !== undefined && !isHealthOnly,
    refetchInterval: isLive && GRAPH_POLL_MS,
  })
  const running = useMutationState({
    filters: { mutationKey: checks.running, status: 'pending', predicate: ({ state }) => state.variables === id },
  })
  return { own, detail, graph, relations, around, isRunning: running.length > 0 }
}

/** Steps to failed runs, which open the tab of the history if another one is open. */
function useHistorySteps() {
  const history = useRef<HistoryHandle>(null)
  // Requested while another tab is open, and performed once the history has loaded.
  const [begin, setBegin] = useState(0)
  const begun = useCallback(() => setBegin(0), [])
  const stepFailed = (by: number) => {
    if (history.current) return history.current.stepFailed(by)
    checkAddress.showPanel('history')
    setBegin(by)
  }
  return { history, begin, begun, stepFailed }
}

/** @param relations undefined while they load */
const relationshipsTab = (relations: ReturnType<typeof listCheckRelations> | undefined) => ({
  id: 'relationships' as const,
  label: 'Relationships',
  ...tabCount(relations?.length, 'relationship'),
  panel: relations ? (
    <CheckRelationships list={relations} />
  ) : (
    <Skeleton label="Loading the relationships…" as="text" />
  ),
})

const LoadingCheck = ({ query }: { query: QueryResult<CheckDetail | null> }) => (
  <QueryState
    query={query}
    what="the check"
    as="page"
    pending={<Skeleton label="Loading the check…" as="text" />}
    gone={<NoSuchCheck />}
  />
)

const NoSuchCheck = () => (
  <Notice tone="empty" title="Check not found" actions={<CommandButton call="detail.back" />}>
    The link may be outdated, or the check may have been removed permanently.
  </Notice>
)

const summaryOf = (check: CheckStateFields, { run }: LastCheckRun, timeZone: string) =>
  describeState(check, run ? runMessage(run) : null, { now: new Date(), timeZone })

const idsOf = (relations: ReturnType<typeof listCheckRelations>) => ({
  configs: relations.flatMap(({ kind, id }) => (kind === 'config' ? [id] : [])),
  components: relations.flatMap(({ kind, id }) => (kind === 'component' ? [id] : [])),
})
