import type { ReactNode } from 'react'
import type { CheckDetail, CheckGraph } from '@/api/health/check-detail'
import { uptimePercent } from '@/api/health/checks'
import { formatDuration, formatPercent } from '@/shared/format'
import type { TimeRange } from '@/lib/time/range'
import { useNow } from '@/ui/use-now'
import { Time, TimeUntil, ZoneNote } from '@/ui/time'
import { TimeRangePicker } from '@/ui/time-range/time-range'
import type { QueryResult } from '../../shared/query/query-state'
import type { CheckStateFields } from './check-state'
import { checkRanges } from '../url'
import css from './stats.module.css'

type FactsProps = {
  /** The state of the check; undefined until it is known. */
  state: CheckStateFields | undefined
  severity: string | null | undefined
  detail: CheckDetail | undefined
  /** False if the next run is not available. */
  hasPlan?: boolean
}

type FiguresProps = {
  /** The data of the selected range. */
  graph: QueryResult<CheckGraph>
  range: TimeRange
  onRange(range: TimeRange | undefined): void
  /** The chart of the same range. */
  children?: ReactNode
}

/** The severity of a check with its last and next run. */
export function RunFacts({ state, severity, detail, hasPlan = true }: FactsProps) {
  const lastRun = state?.last_runtime
  const transition = state?.last_transition_time
  const next = detail?.next_runtime
  return (
    <dl className={css.stats} data-one-row>
      <Stat name="Severity">{severity ? <span className={css.word}>{severity}</span> : 'None'}</Stat>
      <Stat name="Last run">
        {lastRun ? <LastRunAge at={lastRun} /> : 'Never'}
        <Aside>{transition ? <>Changed {<Time at={transition} as="ago" />}</> : 'No change yet'}</Aside>
      </Stat>
      {hasPlan && <Stat name="Next run">{!detail ? '…' : next ? <TimeUntil at={next} /> : 'Not scheduled'}</Stat>}
    </dl>
  )
}

/** Uptime, latency and their chart, below the picker of their time range. */
export function CheckFigures({ graph: { data, error }, range, onRange, children }: FiguresProps) {
  const percent = data && uptimePercent(data)
  const missing = error ? 'Not available' : '…'
  return (
    <section className={css.figures} aria-label="Figures">
      <div className={css.range}>
        <TimeRangePicker offer={checkRanges} value={range} onChange={onRange} />
        <span className={css.note}>
          <ZoneNote />
        </span>
      </div>
      <dl className={css.stats}>
        <Stat name="Uptime">
          {percent === undefined
            ? missing
            : percent === null
              ? `No runs in the ${range.display.toLowerCase()}`
              : formatPercent(percent)}
          {data && percent !== null && (
            <Aside>
              {data.uptime.passed.toLocaleString('en')} passed, {data.uptime.failed.toLocaleString('en')} failed
            </Aside>
          )}
        </Stat>
        <Stat name="Latency">{data ? <Latency latency={data.latency} /> : missing}</Stat>
      </dl>
      {children}
    </section>
  )
}

function Latency({ latency }: Pick<CheckGraph, 'latency'>) {
  const { p95, p97, p99 } = latency
  if (p95 === undefined && p97 === undefined && p99 === undefined) return 'Not measured'
  const parts = [
    ['p95', p95],
    ['p97', p97],
    ['p99', p99],
  ] as const
  return (
    <ul className={css.parts}>
      {parts.map(([name, value]) => (
        <li key={name}>
          <span className={css.part}>{name}</span> {value === undefined ? '–' : formatDuration(value)}
        </li>
      ))}
    </ul>
  )
}

const WEEK_MS = 7 * 86_400_000

/** The age of the last run within a week. Older times, or future times due to clock differences, are shown as dates. */
function LastRunAge({ at }: { at: string }) {
  const isAge = useNow((now) => (isRecent(at, now) ? 1 : 0)) === 1
  return <Time at={at} as={isAge ? 'elapsed' : 'exact'} />
}

/** From the specification: an age is shown only above 0 and within 7 days. @param now milliseconds since 1970 */
const isRecent = (at: string, now: number): boolean => {
  const ageMs = now - Date.parse(at)
  return ageMs > 0 && ageMs <= WEEK_MS
}

const Aside = ({ children }: { children: ReactNode }) => <span className={css.aside}>{children}</span>

const Stat = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={css.stat}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
