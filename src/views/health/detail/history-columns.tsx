import { type CheckStatus, resultOf, runMessage } from '../../../api/checks'
import type { RelatedEvent } from '../../../api/related-events'
import { formatCount, formatDuration } from '../../../lib/format'
import type { Column } from '../../../ui/grid/column'
import { StatusShape } from '../../../ui/status'
import { Time } from '../../../ui/time'
import css from './history.module.css'
import { shapes } from './state'

export type HistoryRow = {
  run: CheckStatus
  /** The result, if the run before had another one. */
  turned: 'failed' | 'passed' | undefined
  /** The events around such a transition. */
  near: readonly RelatedEvent[]
}

const turnedWords = { failed: 'Began to fail', passed: 'Recovered' } as const

export const columnsOf = (onOpen: (row: HistoryRow) => void): readonly Column<HistoryRow>[] => [
  {
    id: 'age',
    title: 'Age',
    width: '4rem',
    sortBy: ({ run }) => -Date.parse(run.time),
    cell: ({ run }) => (
      <span className={css.age}>
        <StatusShape health={shapes[resultOf(run)]} size={8} />
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
      <span className={css.message} data-result={resultOf(row.run)}>
        {row.turned && <span className={css.turned}>{turnedWords[row.turned]}</span>}
        <span className={css.words}>{runMessage(row.run) ?? ''}</span>
        {row.near.length > 0 && (
          <button type="button" className={css.near} onClick={() => onOpen(row)}>
            {formatCount(row.near.length, 'event')}
            <span className="visually-hidden"> around it</span>
          </button>
        )}
      </span>
    ),
  },
]
