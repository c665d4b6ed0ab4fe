import { useMemo, useRef, useState } from 'react'
import type { Target } from '../../../commands/command'
import { checkDetails } from '../../../api/check-detail'
import { type CheckStatus, resultOf, runMessage } from '../../../api/checks'
import type { RelatedEvent } from '../../../api/related-events'
import { formatDuration } from '../../../lib/format'
import { formatAbsolute } from '../../../lib/format-date'
import { readRunDuration, runDurations } from '../../../lib/run-duration'
import { Button } from '../../../ui/button'
import { useTimeDisplay } from '../../../ui/time'
import { say } from '../../../ui/voice'
import { Collection, type CollectionHandle } from '../../shell/list/collection'
import { useAddressedView } from '../../shell/list/list-address'
import { usePaged } from '../../shell/list/paged'
import { gridState } from '../../shell/query/grid-state'
import { Stale } from '../../shell/query/query-state'
import { useLive } from '../../shell/stores'
import { around, transitionsIn } from './around'
import { columnsOf, type HistoryRow } from './history-columns'
import css from './history.module.css'
import { type FilterChanges, HistoryFilters, resultNames } from './history-filters'
import { historyListUrl, historyUrl, setHistoryPage } from './history-url'
import { RunDialog } from './run-dialog'

const POLL_MS = 10_000

type Props = {
  id: string
  windowMs: number
  /** The name of the range in a sentence: `the last hour`. */
  over: string
  relatedEvents: readonly RelatedEvent[]
  /** Called by leaving the list to the detail around it. */
  onLeave(): void
}

/** The runs in the time range, in pages, at first the newest. */
export function History({ id, windowMs, over, relatedEvents, onLeave }: Props) {
  const { result, duration } = historyUrl.use()
  const [view, setView] = useAddressedView(historyListUrl)
  const { timeZone } = useTimeDisplay()
  const [cursor, setCursor] = useState<string>()
  const [opened, setOpened] = useState<HistoryRow>()
  const list = useRef<CollectionHandle<HistoryRow>>(null)
  const isLive = useLive()
  const durationMs = duration === undefined ? undefined : readRunDuration(duration)
  const isFiltered = result !== undefined || durationMs !== undefined
  const runs = usePaged({
    ask: (page) => checkDetails.history(id, windowMs, { status: result, durationMs }, page, view.sort),
    paging: 'pages',
    view,
    onPage: setHistoryPage,
    idOf: timeOf,
    everyMs: isLive && POLL_MS,
    list,
  })
  const isNewestFirst = !view.sort || (view.sort.column === 'age' && !view.sort.isDescending)
  const isWhole = !isFiltered && isNewestFirst
  const rows = useMemo(
    () => rowsOf(runs.rows, isWhole ? relatedEvents : [], isWhole),
    [runs.rows, relatedEvents, isWhole]
  )
  const columns = useMemo(() => columnsOf(setOpened), [setOpened])

  const targetOf = ({ run }: HistoryRow): Target => ({
    kind: 'result',
    id: run.time,
    label: `${formatAbsolute(new Date(run.time), timeZone)} ${sentenceOf(run)}`,
  })

  return (
    <div className={css.history}>
      <HistoryFilters result={result} duration={duration} onChange={filter} />
      <Stale query={runs.query} what="the history" as="part" />
      <Collection<HistoryRow>
        {...runs.grid}
        ref={list}
        of="result"
        label="History"
        className={css.list}
        rows={rows}
        columns={columns}
        targetOf={targetOf}
        rowLabel={({ run, turned }) => `${sentenceOf(run)}${turned ? `, ${turnedWords[turned]}` : ''}`}
        isProblem={({ run }) => run.status === false}
        view={view}
        onView={setView}
        query={[id, windowMs, result, durationMs, runs.edition].join(' ')}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={setOpened}
        onClose={onLeave}
        onOut={onLeave}
        {...gridState(runs.query, {
          what: 'the history',
          empty: `No runs in ${over}.`,
          filtered: isFiltered && (
            <>
              No run in {over} fits these filters. <Button onPress={clear}>Clear filters</Button>
            </>
          ),
        })}
        filters={{
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
        }}
      />
      {opened && <RunDialog {...opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

const timeOf = ({ time }: CheckStatus) => time

const filter = (changes: FilterChanges) => historyUrl.set({ ...changes, pageIndex: 0 }, 'replace')
const clear = () => filter({ result: undefined, duration: undefined })

function filterBy(field: string, value: string, mode: 'include' | 'exclude') {
  if (field === 'result')
    return filter({ result: (value === 'healthy') === (mode === 'include') ? 'healthy' : 'unhealthy' })
  if (mode === 'exclude') return say('Runs can be filtered by how long they took at least.', { urgent: true })
  filter({ duration: value })
}

const turnedWords = { failed: 'began to fail', passed: 'recovered' } as const

function sentenceOf(run: CheckStatus): string {
  const took = typeof run.duration === 'number' && run.status !== null ? formatDuration(run.duration) : undefined
  return [resultOf(run), took, runMessage(run)].filter(Boolean).join(', ')
}

/**
 * Adds transitions and the events around them.
 * @param isWhole all runs, newest first: with gaps or in another order, there would be false transitions
 */
function rowsOf(runs: readonly CheckStatus[], relatedEvents: readonly RelatedEvent[], isWhole: boolean): HistoryRow[] {
  const turns = isWhole ? transitionsIn(runs) : new Map<string, never>()
  return runs.map((run) => {
    const turned = turns.get(run.time)
    return { run, turned, near: turned ? around(relatedEvents, run.time) : [] }
  })
}
