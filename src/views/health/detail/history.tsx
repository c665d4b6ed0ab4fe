import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Target } from '@/commands/command'
import { checkDetails } from '@/api/health/check-detail'
import { type CheckStatus, runVerdict, runMessage } from '@/api/health/checks'
import type { RelatedEvent } from '@/api/health/related-events'
import { formatDuration } from '@/shared/format'
import { formatAbsolute, formatDate } from '@/lib/format-date'
import { parseRunDuration, runDurations } from '@/lib/health/run-duration'
import { Button } from '@/ui/button'
import type { GroupOptions } from '@/ui/grid/column'
import type { GridView, SortOrder } from '@/ui/grid/grid-view'
import { useTimeDisplay } from '@/ui/time'
import { announce } from '@/ui/voice'
import { useConsole } from '../../shared/console'
import { Collection, type CollectionHandle } from '../../shared/list/collection'
import { useAddressedView } from '../../shared/list/list-address'
import type { ListFilterChoices } from '../../shared/list/list-choices'
import { useListPage } from '../../shared/list/use-list-page'
import { toGridState } from '../../shared/query/grid-state'
import { StaleNotice } from '../../shared/query/query-state'
import { useLiveUpdates } from '../../shared/stores'
import { eventsNear, findTransitions } from './event-marks'
import { historyColumns, type HistoryRow, SpanLine } from './history-columns'
import css from './history.module.css'
import { type HistoryFilterChanges, HistoryFilters, resultNames } from './history-filters'
import { historyListUrl, historyUrl, setHistoryPage } from './history-url'
import { RunDialog } from './run-dialog'
import {
  formatSpanCount,
  spanEdges,
  type HistoryPage,
  type RunSpan,
  describeSpan,
  formatSpanTimes,
  useRunSpans,
} from './spans'
import { type SpanContinuations, useSpanContinuations } from './use-span-continuations'
import { useSeekFailed } from './use-seek-failed'

const POLL_MS = 10_000

type Props = {
  id: string
  windowMs: number
  /** The name of the range in a sentence: `the last hour`. */
  over: string
  relatedEvents: readonly RelatedEvent[]
  /** Called when focus leaves the list for the surrounding detail. */
  onLeave(): void
  /** Number of failed runs to step, negative for backwards, once runs have loaded. Read once. */
  begin?: number
  /** Called after the steps of `begin`. */
  onBegun?(): void
  ref?: RefObject<HistoryHandle | null>
}

export type HistoryHandle = {
  /** Focuses the run under the cursor, else the newest. */
  enter(): void
  /** Focuses the failed run `by` steps further down the list, or up if negative. */
  stepFailed(by: number): void
}

/** The runs in the time range, in pages, newest first by default. */
export function CheckHistory({ id, windowMs, over, relatedEvents, onLeave, begin = 0, onBegun, ref }: Props) {
  const [view, setView] = useAddressedView(historyListUrl)
  const { timeZone } = useTimeDisplay()
  const [cursor, setCursor] = useState<string>()
  const list = useRef<CollectionHandle<HistoryRow>>(null)
  const box = useRef<HTMLDivElement>(null)
  const { runs, result, duration, filter, isFiltered } = useFilteredRuns(id, windowMs, view, list)
  const order = timeOrderOf(view.sort)
  const isWhole = !isFiltered && order === 'newest first'
  const { group, ...grouping } = useSpanGrouping(isWhole, view, setView)
  const isLoading = runs.query.isPlaceholderData || runs.query.isPending
  const page: HistoryPage = { index: view.pageIndex, size: view.pageSize, total: runs.total }
  // A public page may request its runs only page by page.
  const { isReadOnly = false } = useConsole().environment
  const canContinue = !isLoading && !isReadOnly
  const shown = { id, windowMs, runs: runs.rows, relatedEvents, isWhole, canContinue, page }
  const { rows, spans, beyond } = useHistoryRows(shown)
  const targetOf = (row: HistoryRow) => toResultTarget(row, timeZone)
  const onShow = (row: HistoryRow) => {
    setCursor(row.run.time)
    announce(targetOf(row).label, { key: 'run' })
  }
  const { opened, setOpened, show, stepRun, nextFailed } = useOpenedRun({ rows, page, order, over, isLoading, onShow })
  const groups = useSpanGroups(isWhole, spans, page, beyond, setOpened)
  const columns = useMemo(() => historyColumns(setOpened), [setOpened])
  const stepFailed = useStepFailed({ list, box, cursor, setCursor, begin, onBegun, hasRows: rows.length > 0 })
  useImperativeHandle(ref, () => ({ enter: () => list.current?.enter(), stepFailed }))

  const { isSeeking, seek } = useSeekFailed({
    id,
    windowMs,
    filter,
    over,
    order: isReadOnly ? undefined : order,
    page: { ...page, count: rows.length },
    isLoading,
    onFound(time, from) {
      const row = rows.find(({ run }) => run.time === time)
      if (row && from === 'dialog') show(row)
      else if (row) list.current?.focusRow(time)
      return row !== undefined
    },
  })
  function seekFromList(by: number) {
    const start = seekStart(by, { runs: runs.rows, cursor, isGrouped: group !== undefined, spans, beyond })
    if (start) void seek(start.time, start.by, 'list')
  }
  function stepFailedRun(by: number) {
    const next = nextFailed(by)
    if (next) return show(next)
    if (opened) void seek(opened.run.time, by, 'dialog')
  }

  return (
    <div ref={box} className={css.history}>
      <HistoryFilters result={result} duration={duration} onChange={filterRuns} />
      <StaleNotice query={runs.query} what="the history" as="part" />
      <Collection<HistoryRow>
        {...runs.grid}
        ref={list}
        of="result"
        label="History"
        className={css.list}
        rows={rows}
        columns={columns}
        targetOf={targetOf}
        rowLabel={describeRow}
        isProblem={isFailed}
        onProblemBeyond={seekFromList}
        {...(groups && { groups })}
        {...grouping}
        query={[id, windowMs, result, filter.durationMs, runs.edition].join(' ')}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={setOpened}
        onClose={onLeave}
        onOut={onLeave}
        {...toGridState(runs.query, {
          what: 'the history',
          empty: `No runs in ${over}.`,
          filtered: isFiltered && <NoRunMatches over={over} />,
        })}
        isBusy={isSeeking || runs.query.isPlaceholderData}
        filters={filterChoices}
      />
      {opened && (
        <RunDialog
          {...opened}
          isSeeking={isSeeking || runs.query.isPlaceholderData}
          onStep={stepRun}
          onStepFailed={stepFailedRun}
          onClose={() => {
            setOpened(undefined)
            requestAnimationFrame(() => list.current?.focusRow(opened.run.time))
          }}
        />
      )}
    </div>
  )
}

const toResultTarget = ({ run }: HistoryRow, timeZone: string): Target => ({
  kind: 'result',
  id: run.time,
  label: `${formatAbsolute(new Date(run.time), timeZone)} ${sentenceOf(run)}`,
})

const describeRow = ({ run, turned }: HistoryRow) => `${sentenceOf(run)}${turned ? `, ${turnedWords[turned]}` : ''}`

/** Runs with the same result and message are one group, unless the list is filtered or sorted, or the user ungroups it. */
function useSpanGrouping(isWhole: boolean, view: GridView, setView: (next: GridView) => void) {
  const [isInSpans, setInSpans] = useState(true)
  const group = isWhole && isInSpans ? SPAN : undefined
  return {
    group,
    view: useMemo(() => ({ ...view, group }), [view, group]),
    onView(next: GridView) {
      if (isWhole) setInSpans(next.group === SPAN)
      setView({ ...next, group: undefined })
    },
  }
}

const NoRunMatches = ({ over }: { over: string }) => (
  <>
    No run in {over} matches these filters. <Button onPress={clear}>Clear filters</Button>
  </>
)

/** A page of the runs that match the filters of the address. */
function useFilteredRuns(
  id: string,
  windowMs: number,
  view: GridView,
  list: RefObject<CollectionHandle<HistoryRow> | null>
) {
  const { result, duration } = historyUrl.use()
  const isLive = useLiveUpdates()
  const filter = { status: result, durationMs: duration === undefined ? undefined : parseRunDuration(duration) }
  const runs = useListPage({
    ask: (page) => checkDetails.history(id, windowMs, filter, page, view.sort),
    paging: 'pages',
    view,
    onPage: setHistoryPage,
    idOf: timeOf,
    everyMs: isLive && POLL_MS,
    list,
  })
  return { runs, result, duration, filter, isFiltered: result !== undefined || filter.durationMs !== undefined }
}

type SeekOptions = {
  runs: readonly CheckStatus[]
  cursor: string | undefined
  /** Whether the list shows the spans. */
  isGrouped: boolean
  spans: readonly RunSpan[]
  beyond: SpanContinuations
}

/** The run at which a search beyond the page starts, and its number of steps. */
function seekStart(
  by: number,
  { runs, cursor, isGrouped, spans, beyond }: SeekOptions
): { time: string; by: number } | undefined {
  const edge = runs.at(by > 0 ? -1 : 0)
  if (!edge) return undefined
  const at = runs.find((run) => run.time === cursor)
  // Spans step to the next span, because the rest of the last span is the same failure.
  if (!isGrouped && at) return { time: at.time, by }
  const isWithin = at !== undefined && spans.some(({ runs: of }) => of.length > 1 && of.includes(at))
  const continued = by > 0 ? beyond.earlier : beyond.later
  const end = edge.status === false && !isWithin ? continued?.farthest : undefined
  return { time: end ?? edge.time, by: Math.sign(by) }
}

type TimeOrder = 'newest first' | 'oldest first' | undefined

/** The order of the runs by time; undefined if they are sorted by another column. */
function timeOrderOf(sort: SortOrder | undefined): TimeOrder {
  if (!sort) return 'newest first'
  return sort.column === 'age' ? (sort.isDescending ? 'oldest first' : 'newest first') : undefined
}

type RowOptions = Pick<Props, 'id' | 'windowMs' | 'relatedEvents'> & {
  runs: readonly CheckStatus[]
  /** Whether the runs are not filtered, and newest first. */
  isWhole: boolean
  /** Whether continuations of spans on other pages can be requested. */
  canContinue: boolean
  page: HistoryPage
}

/** The rows of a page, its spans, and where they continue. */
function useHistoryRows({ id, windowMs, runs, relatedEvents, isWhole, canContinue, page }: RowOptions) {
  const spans = useRunSpans(runs)
  const rows = useMemo(
    () => rowsOf(runs, spans, isWhole ? relatedEvents : [], isWhole),
    [runs, spans, relatedEvents, isWhole]
  )
  const beyond = useSpanContinuations(id, windowMs, isWhole && canContinue ? runs : undefined, page)
  return { rows, spans, beyond }
}

/** The groups of the rows by span; undefined if the runs are filtered or in another order. */
function useSpanGroups(
  isWhole: boolean,
  spans: readonly RunSpan[],
  { index, size, total }: HistoryPage,
  { earlier, later }: SpanContinuations,
  onOpen: (row: HistoryRow) => void
) {
  const { timeZone } = useTimeDisplay()
  return useMemo(
    () => (isWhole ? groupsOf(spans, { index, size, total }, { earlier, later }, timeZone, onOpen) : undefined),
    [isWhole, spans, index, size, total, earlier, later, timeZone, onOpen]
  )
}

type OpenedOptions = {
  rows: readonly HistoryRow[]
  page: HistoryPage
  order: TimeOrder
  over: string
  isLoading: boolean
  /** Called when another run is shown. */
  onShow(row: HistoryRow): void
}

/** The run in the dialog, and steps from it to other runs, across pages. */
function useOpenedRun({ rows, page: { index, size, total }, order, over, isLoading, onShow }: OpenedOptions) {
  const [opened, setOpened] = useState<HistoryRow>()
  function show(row: HistoryRow) {
    setOpened(row)
    onShow(row)
  }
  /** A run on a page that is loading; `page` and `at` count from 0. */
  const awaited = useRef<{ page: number; at: number }>(undefined)
  useEffect(() => {
    const { current: run } = awaited
    if (!run || isLoading) return
    awaited.current = undefined
    const row = run.page === index ? rows[run.at] : undefined
    if (row) show(row)
  })
  /** Opens the run `by` steps from the open one. */
  function stepRun(by: number) {
    const at = rows.findIndex(({ run }) => run.time === opened?.run.time)
    const next = at === -1 ? undefined : rows[at + by]
    if (next) return show(next)
    const place = index * size + at + by
    const which = order ? (by > 0 === (order === 'newest first') ? 'older' : 'newer') : 'further'
    if (at === -1 || place < 0 || place >= (total ?? 0)) return announce(`No ${which} run in ${over}.`, { key: 'run' })
    const page = Math.floor(place / size)
    awaited.current = { page, at: place % size }
    setHistoryPage(page)
  }
  /** The failed run `by` steps from the open one on this page. */
  function nextFailed(by: number): HistoryRow | undefined {
    const failed = rows.filter((row) => isFailed(row) || row.run.time === opened?.run.time)
    const at = failed.findIndex(({ run }) => run.time === opened?.run.time)
    return at === -1 ? undefined : failed[at + by]
  }
  return { opened, setOpened, show, stepRun, nextFailed }
}

type StepOptions = {
  list: RefObject<CollectionHandle<HistoryRow> | null>
  /** The element around the list. */
  box: RefObject<HTMLElement | null>
  cursor: string | undefined
  setCursor(cursor: undefined): void
  begin: number
  onBegun: (() => void) | undefined
  hasRows: boolean
}

/** Steps to failed runs from anywhere in the detail, also before the runs have loaded. */
function useStepFailed({ list, box, cursor, setCursor, begin, onBegun, hasRows }: StepOptions): (by: number) => void {
  const pending = useRef(begin)
  useEffect(() => {
    const by = pending.current
    if (by === 0 || !hasRows) return
    pending.current = 0
    list.current?.stepProblem(by)
    onBegun?.()
  })
  return (by) => {
    const isInside = box.current?.contains(document.activeElement)
    if (isInside || cursor === undefined) return list.current?.stepProblem(by)
    // From elsewhere in the detail, stepping starts at the newest run, regardless of the previous cursor.
    pending.current = by
    setCursor(undefined)
  }
}

const timeOf = ({ time }: CheckStatus) => time
const isFailed = ({ run }: HistoryRow) => run.status === false

const filterRuns = (changes: HistoryFilterChanges) => historyUrl.set({ ...changes, pageIndex: 0 }, 'replace')
const clear = () => filterRuns({ result: undefined, duration: undefined })

function filterBy(field: string, value: string, mode: 'include' | 'exclude') {
  if (field === 'result')
    return filterRuns({ result: (value === 'healthy') === (mode === 'include') ? 'healthy' : 'unhealthy' })
  if (mode === 'exclude') return announce('Runs can be filtered only by a minimum duration.', { urgent: true })
  filterRuns({ duration: value })
}

const filterChoices: ListFilterChoices = {
  fields: [
    { value: 'result', label: 'Status' },
    { value: 'duration', label: 'Duration' },
  ],
  valuesOf: (field) =>
    field === 'result'
      ? Object.entries(resultNames).map(([value, label]) => ({ value, label }))
      : runDurations.map((text) => ({ value: text, label: `${text} or longer` })),
  onFilter: filterBy,
  onClear: clear,
}

const turnedWords = { failed: 'started failing', passed: 'recovered' } as const

function sentenceOf(run: CheckStatus): string {
  const took = typeof run.duration === 'number' && run.status !== null ? formatDuration(run.duration) : undefined
  return [runVerdict(run), took, runMessage(run)].filter(Boolean).join(', ')
}

const SPAN = 'span'
const bySpan = [{ id: SPAN, title: 'Same result', groupBy: ({ span }: HistoryRow) => span }]

/** Groups adjacent runs with the same result and message into one line that expands into the runs. */
function groupsOf(
  spans: readonly RunSpan[],
  page: HistoryPage,
  beyond: SpanContinuations,
  timeZone: string,
  onOpen: (row: HistoryRow) => void
): GroupOptions<HistoryRow> {
  const now = new Date()
  const clock = (time: string) => formatDate(new Date(time), 'medium', { now, timeZone })
  const byId = new Map(spans.map((span) => [span.id, span]))
  const spanOf = ([row]: readonly HistoryRow[]) => {
    const span = row && byId.get(row.span)
    return span && { span, edges: spanEdges(span, spans, page, beyond) }
  }
  const sentence = (rows: readonly HistoryRow[]) => {
    const found = spanOf(rows)
    return found ? describeSpan(found.span, found.edges, clock) : ''
  }
  return {
    by: bySpan,
    isPlain: ({ length }) => length === 1,
    title: sentence,
    label: (_title, rows) => {
      const turned = rows.at(-1)?.turned
      return `${sentence(rows)}${turned ? `, ${turnedWords[turned]}` : ''}`
    },
    renderLine: (rows) => {
      const found = spanOf(rows)
      if (!found) return null
      const { span, edges } = found
      return (
        <SpanLine
          rows={rows}
          count={formatSpanCount(span, edges)}
          times={formatSpanTimes(span, edges, clock)}
          onOpen={onOpen}
        />
      )
    },
  }
}

/**
 * Adds transitions and the events around them.
 * @param isWhole whether `runs` has all runs, newest first; gaps or another order would produce false transitions
 */
function rowsOf(
  runs: readonly CheckStatus[],
  spans: readonly RunSpan[],
  relatedEvents: readonly RelatedEvent[],
  isWhole: boolean
): HistoryRow[] {
  const turns = isWhole ? findTransitions(runs) : new Map<string, never>()
  const spanOf = new Map(spans.flatMap(({ id, runs: members }) => members.map(({ time }) => [time, id] as const)))
  return runs.map((run) => {
    const turned = turns.get(run.time)
    return {
      run,
      span: spanOf.get(run.time) ?? run.time,
      turned,
      near: turned ? eventsNear(relatedEvents, run.time) : [],
    }
  })
}
