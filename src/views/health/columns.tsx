import { uptimePercent } from '../../api/checks'
import { formatAge, formatDuration, formatPercent } from '../../lib/format'
import { dotOf } from '../../lib/health-status'
import { useNow } from '../../ui/clock'
import type { Column } from '../../ui/grid/column'
import { Status, StatusShape } from '../../ui/status'
import { Time } from '../../ui/time'
import { CheckName } from './check-name'
import css from './health.module.css'
import { badness, failingOf, type Row } from './order'
import { aggregateOf, dotOfAggregate, healthOf, type Tally, uptimeOf } from './tally'

/** The columns of the list. The figures of a group are those of all its checks, including hidden ones. */
export const columnsOf = (tallyOf: (rows: readonly Row[]) => Tally, hasNamespace: boolean): readonly Column<Row>[] => [
  {
    id: 'name',
    title: 'Checks',
    width: 'minmax(0, 1fr)',
    sortBy: ({ name }) => name,
    cell: (check) => <CheckName check={check} hasNamespace={hasNamespace} />,
  },
  {
    id: 'health',
    title: 'Health',
    width: 'clamp(6.75rem, 24cqi, 8.25rem)',
    sortBy: ({ status }) => badness[status],
    groupSortBy: (rows) => healthOf(tallyOf(rows)),
    cell: (check) => <Health check={check} />,
    groupCell: (rows) => <GroupHealth tally={tallyOf(rows)} />,
  },
  {
    id: 'uptime',
    title: 'Uptime',
    width: '4.25rem',
    align: 'end',
    priority: 3,
    sortBy: uptimePercent,
    groupSortBy: (rows) => uptimeOf(tallyOf(rows)),
    cell: (check) => <Uptime percent={uptimePercent(check)} />,
    groupCell: (rows) => <Uptime percent={uptimeOf(tallyOf(rows))} />,
  },
  {
    id: 'latency',
    title: 'Latency',
    width: '4.25rem',
    align: 'end',
    priority: 2,
    sortBy: ({ latency: { p95 } }) => p95,
    groupSortBy: (rows) => tallyOf(rows).latencyMs,
    cell: ({ latency: { p95 } }) => <Latency ms={p95} />,
    groupCell: (rows) => <Latency ms={tallyOf(rows).latencyMs} />,
  },
  {
    id: 'transition',
    title: 'Transition',
    width: 'var(--moment-width, 5.25rem)',
    align: 'end',
    priority: 1,
    sortBy: ({ last_transition_time: at }) => at,
    groupSortBy: (rows) => tallyOf(rows).transition,
    cell: ({ last_transition_time: at }) => <Transition at={at ?? undefined} />,
    groupCell: (rows) => <Transition at={tallyOf(rows).transition} />,
  },
]

export const Uptime = ({ percent }: { percent: number | null }) =>
  percent === null ? <None words="never ran" /> : formatPercent(percent)

export const Latency = ({ ms }: { ms: number | undefined }) =>
  ms === undefined ? <None words="not measured" /> : formatDuration(ms)

export const Transition = ({ at }: { at: string | undefined }) =>
  at === undefined ? <None words="never" /> : <Time at={at} as="ago" />

/** The health of a check; with the age of the last run when a run is overdue. */
export const Health = ({ check }: { check: Row }) =>
  check.isRunning ? (
    <span className={css.running}>Running…</span>
  ) : (
    <>
      <Status health={dotOf(check.status)} />
      {check.last_runtime && <Stale at={check.last_runtime} />}
    </>
  )

const STALE_MS = 3_600_000
const FORGOTTEN_MS = 7 * 24 * STALE_MS

/** Says that the last run is over an hour old, so the health may be outdated. After a week it would be of no use. */
function Stale({ at }: { at: string }) {
  const age = useNow((now) => {
    const ms = now - Date.parse(at)
    return ms > STALE_MS && ms < FORGOTTEN_MS ? formatAge(ms) : ''
  })
  return age === '' ? null : <span className={css.stale}>{age} ago</span>
}

export function GroupHealth({ tally, words = failingOf(tally) }: { tally: Tally; words?: string }) {
  const aggregate = aggregateOf(tally)
  const dot = dotOfAggregate(aggregate)
  return (
    <span className={css.aggregate} data-health={dot}>
      <StatusShape health={dot} />
      {words}
    </span>
  )
}

/** A missing value: a dash on screen, words for screen readers. */
export function None({ words }: { words: string }) {
  return (
    <>
      <span aria-hidden="true" className={css.none}>
        –
      </span>
      <span className="visually-hidden">{words}</span>
    </>
  )
}
