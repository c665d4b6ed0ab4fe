import { uptimePercent } from '@/api/health/checks'
import { formatAge, formatDuration, formatPercent } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import { useNow } from '../../ui/use-now'
import type { GridColumn } from '../../ui/grid/column'
import { Status, StatusShape } from '../../ui/status'
import { Time } from '../../ui/time'
import { UptimeStrip } from '../../ui/uptime-strip'
import { CheckName } from './check-name'
import css from './health.module.css'
import { statusRank, formatUnhealthy, failureMessageOf, type HealthRow } from './order'
import {
  aggregateHealth,
  aggregateDot,
  describeMissingUptime,
  healthRank,
  type CheckTally,
  tallyChecks,
  tallyUptime,
} from './tally'

/** The columns of the list. The figures of a group are those of all its checks, including hidden ones. */
export const checkColumns = (
  tallyOf: (rows: readonly HealthRow[]) => CheckTally,
  hasNamespace: boolean
): readonly GridColumn<HealthRow>[] => [
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
    width: 'minmax(8.25rem, 1fr)',
    below: true,
    sortBy: ({ status }) => statusRank[status],
    groupSortBy: (rows) => healthRank(tallyOf(rows)),
    cell: (check) => <CheckHealth check={check} />,
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
    groupSortBy: (rows) => tallyUptime(tallyOf(rows)),
    cell: (check) => <UptimeValue tally={tallyChecks([check])} />,
    groupCell: (rows) => <UptimeValue tally={tallyOf(rows)} />,
  },
  {
    id: 'latency',
    title: 'Latency',
    width: '4.25rem',
    align: 'end',
    priority: 2,
    sortBy: ({ latency: { p95 } }) => p95,
    groupSortBy: (rows) => tallyOf(rows).latencyMs,
    cell: ({ latency: { p95 } }) => <LatencyValue ms={p95} />,
    groupCell: (rows) => <LatencyValue ms={tallyOf(rows).latencyMs} />,
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
    cell: ({ last_transition_time: at }) => <TransitionTime at={at ?? undefined} />,
    groupCell: (rows) => <TransitionTime at={tallyOf(rows).transition} />,
  },
]

export function UptimeValue({ tally }: { tally: CheckTally }) {
  const percent = tallyUptime(tally)
  return percent === null ? <MissingValue words={describeMissingUptime(tally)} /> : formatPercent(percent)
}

export const LatencyValue = ({ ms }: { ms: number | undefined }) =>
  ms === undefined ? <MissingValue words="not measured" /> : formatDuration(ms)

export const TransitionTime = ({ at }: { at: string | undefined }) =>
  at === undefined ? <MissingValue words="never" /> : <Time at={at} as="ago" />

/** The health of a check; with the age of the last run when a run is overdue. */
export const CheckHealth = ({ check }: { check: HealthRow }) =>
  check.isRunning ? (
    <span className={css.running}>Running…</span>
  ) : (
    <span className={css.health}>
      <State check={check} />
      {check.last_runtime && <Stale at={check.last_runtime} />}
    </span>
  )

/** The state as a shape with text. Once the failure message has loaded, it replaces the text. */
function State({ check }: { check: HealthRow }) {
  const failure = failureMessageOf(check)
  if (!failure) return <Status health={toHealthDot(check.status)} />
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

export function GroupHealth({ tally, words = formatUnhealthy(tally) }: { tally: CheckTally; words?: string }) {
  const aggregate = aggregateHealth(tally)
  const dot = aggregateDot(aggregate)
  return (
    <span className={css.aggregate} data-health={dot} title={words}>
      <StatusShape health={dot} />
      <span>{words}</span>
    </span>
  )
}

/** A missing value: a dash on screen, words for screen readers. */
export function MissingValue({ words }: { words: string }) {
  return (
    <>
      <span aria-hidden="true" className={css.none}>
        –
      </span>
      <span className="visually-hidden">{words}</span>
    </>
  )
}
