import { type CheckStatus, runVerdict, runMessage } from '@/api/health/checks'
import type { RelatedEvent } from '@/api/health/related-events'
import { formatCount, formatDuration } from '@/shared/format'
import type { GridColumn } from '@/ui/grid/column'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import css from './history.module.css'
import { resultShapes } from './check-state'

export type HistoryRow = {
  run: CheckStatus
  /** The id of the span of adjacent runs with the same result and message. */
  span: string
  /** The result, if it differs from the previous run. */
  turned: 'failed' | 'passed' | undefined
  /** The events around such a transition. */
  near: readonly RelatedEvent[]
}

const turnedWords = { failed: 'Started failing', passed: 'Recovered' } as const

const Turned = ({ turned }: HistoryRow) => turned && <span className={css.turned}>{turnedWords[turned]}</span>

const Near = ({ row, onOpen }: { row: HistoryRow; onOpen: (row: HistoryRow) => void }) =>
  row.near.length > 0 && (
    <button type="button" className={css.near} onClick={() => onOpen(row)}>
      {formatCount(row.near.length, 'event')}
      <span className="visually-hidden"> at the same time</span>
    </button>
  )

type SpanProps = {
  rows: readonly HistoryRow[]
  /** The number of runs, such as `148` or `50+`. */
  count: string
  /** The time span, such as `06:09 to now`. */
  times: string
  onOpen(row: HistoryRow): void
}

/** The line of a span of runs with the same result and message: message, count and times. */
export function SpanLine({ rows, count, times, onOpen }: SpanProps) {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return null
  const result = runVerdict(newest.run)
  return (
    <span className={css.message} data-result={result}>
      <StatusShape health={resultShapes[result]} size={8} />
      <span className={css.words}>{runMessage(newest.run) ?? result}</span>
      <span className={css.count}>×{count}</span>
      <span className={css.times}>{times}</span>
      <Turned {...oldest} />
      <Near row={oldest} onOpen={onOpen} />
    </span>
  )
}

export const historyColumns = (onOpen: (row: HistoryRow) => void): readonly GridColumn<HistoryRow>[] => [
  {
    id: 'age',
    title: 'Age',
    width: '5.75rem',
    sortBy: ({ run }) => -Date.parse(run.time),
    cell: ({ run }) => (
      <span className={css.age}>
        <StatusShape health={resultShapes[runVerdict(run)]} size={8} />
        <Time at={run.time} as="age" />
      </span>
    ),
  },
  {
    id: 'duration',
    title: 'Duration',
    width: '4.5rem',
    align: 'end',
    sortBy: ({ run }) => run.duration,
    cell: ({ run }) => (typeof run.duration === 'number' && run.status !== null ? formatDuration(run.duration) : '–'),
  },
  {
    id: 'message',
    title: 'Message',
    width: 'minmax(0, 1fr)',
    sortBy: ({ run }) => runMessage(run),
    cell: (row) => (
      <span className={css.message} data-result={runVerdict(row.run)}>
        <Turned {...row} />
        <span className={css.words}>{runMessage(row.run) ?? ''}</span>
        <Near row={row} onOpen={onOpen} />
      </span>
    ),
  },
]
