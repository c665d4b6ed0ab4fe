import { uptimePercent } from '../../api/checks'
import { formatAge, formatDuration, formatPercent } from '../../lib/format'
import { dotOf } from '../../lib/health-status'
import { useNow } from '../../ui/clock'
import type { Column } from '../../ui/grid/column'
import { Status, StatusShape } from '../../ui/status'
import { Time } from '../../ui/time'
import { UptimeStrip } from '../../ui/uptime-strip'
import { CheckName } from './check-name'
import css from './health.module.css'
import { badness, failingOf, failureOf, type Row } from './order'
import { aggregateOf, dotOfAggregate, healthOf, type Tally, uptimeOf } from './tally'

/** The columns of the list. The figures of a group are those of all its checks, including hidden ones. */
export const columnsOf = (tallyOf: (rows: readonly Row[]) => Tally, hasNamespace: boolean): readonly Column<Row>[] => [
  {
    id: 'name',
    title: 'Checks',
    width: 'minmax(0, 1.1fr)',
    sortBy: ({ name }) => name,
    cell: (check) => <CheckName check={check} hasNamespace={hasNamespace} />,
  },
  {
    id: 'health',
    title: 'Health',
    // Wide enough for a failure message, and always for the longest text of a group.
    width: 'minmax(7.75rem, 1fr)',
    below: true,
    sortBy: ({ status }) => badness[status],
    groupSortBy: (rows) => healthOf(tallyOf(rows)),
    cell: (check) => <Health check={check} />,
    groupCell: (rows) => <GroupHealth tally={tallyOf(rows)} />,
  },
  {
    id: 'buckets',
    title: 'Last hour',
    width: '3.75rem',
    priority: 0,
    cell: ({ recent }) => recent?.buckets && <UptimeStrip buckets={recent.buckets} />,
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
    isTime: true,
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
    <span className={css.health}>
      <State check={check} />
      {check.last_runtime && <Stale at={check.last_runtime} />}
    </span>
  )

/** The state as a shape with text. Once the failure message has loaded, it replaces the text. */
function State({ check }: { check: Row }) {
  const failure = failureOf(check)
  if (!failure) return <Status health={dotOf(check.status)} />
  return (
    <span className={css.failure} title={failure}>
      <StatusShape health="unhealthy" />
      <span className="visually-hidden">Unhealthy: </span>
      <bdi>{failure}</bdi>
    </span>
  )
}

const STALE_MS = 3_600_000
const FORGOTTEN_MS = 7 * 24 * STALE_MS

/** Marks a check whose last run was over an hour ago, so its health may be outdated. Not shown after a week. */
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
    <span className={css.aggregate} data-health={dot} title={words}>
      <StatusShape health={dot} />
      <span>{words}</span>
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
