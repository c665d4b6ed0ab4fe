import { uptimePercent } from '../../api/checks'
import { formatDuration, formatPercent } from '../../lib/format'
import type { Column } from '../../ui/grid/column'
import { Status } from '../../ui/status'
import { Time } from '../../ui/time'
import css from './health.module.css'
import type { Row } from './order'

const badness: Record<Row['status'], number> = { unhealthy: 0, unknown: 1, healthy: 2 }
const healthWords: Record<Row['status'], string> = { unhealthy: 'Unhealthy', unknown: 'Unknown', healthy: 'Healthy' }

export const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    title: 'Checks',
    width: 'minmax(0, 1fr)',
    sortBy: ({ name }) => name,
    cell: ({ name, type, description }) => (
      <>
        <bdi className={css.name}>{name}</bdi>
        <span className={css.type}>{type}</span>
        {description && <span className={css.quiet}>{description}</span>}
      </>
    ),
  },
  {
    id: 'health',
    title: 'Health',
    width: '6.25rem',
    sortBy: ({ status }) => badness[status],
    groupBy: ({ status }) => healthWords[status],
    cell: ({ status, isRunning }) =>
      isRunning ? <span className={css.running}>Running…</span> : <Status health={status} />,
  },
  {
    id: 'uptime',
    title: 'Uptime',
    width: '4.75rem',
    align: 'end',
    priority: 3,
    sortBy: uptimePercent,
    cell: (check) => {
      const percent = uptimePercent(check)
      return percent === null ? <None words="never ran" /> : formatPercent(percent)
    },
  },
  {
    id: 'latency',
    title: 'Latency',
    width: '4.75rem',
    align: 'end',
    priority: 2,
    sortBy: ({ latency: { p95 } }) => p95,
    cell: ({ latency: { p95 } }) => (p95 === undefined ? <None words="not measured" /> : formatDuration(p95)),
  },
  {
    id: 'transition',
    title: 'Transition',
    width: '5.25rem',
    align: 'end',
    priority: 1,
    sortBy: ({ last_transition_time: at }) => at,
    cell: ({ last_transition_time: at }) => (at ? <Time at={at} as="ago" /> : <None words="never" />),
  },
]

/** Nothing to show: a dash for the eyes, words for the ears. */
function None({ words }: { words: string }) {
  return (
    <>
      <span aria-hidden="true" className={css.none}>
        –
      </span>
      <span className="visually-hidden">{words}</span>
    </>
  )
}
