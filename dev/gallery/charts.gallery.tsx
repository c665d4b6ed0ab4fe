import { useState } from 'react'
import { formatCount, formatDuration } from '../../src/shared/format'
import { countBetween, type SeriesPoint } from '../../src/lib/charts/series'
import { LazyChart, createLazyChart } from '@/ui/charts/chart'
import { Sparkline } from '@/ui/charts/sparkline'
import type { ChartEvent, LinesSpec, ChartRun, StackSpec } from '@/ui/charts/chart-spec'
import type { Exhibit } from './exhibit'
import { sampleLatency } from './sample-latency'

const start = Date.parse('2026-11-03T13:00:00Z')
const MINUTE = 60_000

/** Latencies that look real, the same each time. */
const latencies = (count: number, stepMs: number, seed = 1): SeriesPoint[] =>
  Array.from({ length: count }, (_, at) => ({ time: start + at * stepMs, value: Math.round(sampleLatency(at, seed)) }))

const without = (points: readonly SeriesPoint[], from: number, to: number): SeriesPoint[] =>
  points.map((point, at) => (at >= from && at < to ? { ...point, value: null } : point))

const lines = (series: LinesSpec['series'], more: Partial<LinesSpec> = {}): LinesSpec => ({
  kind: 'lines',
  title: 'Latency of payments-api',
  over: 'the last hour',
  unit: 'duration',
  format: formatDuration,
  series,
  ...more,
})
const one = (points: readonly SeriesPoint[], more?: Partial<LinesSpec>) =>
  lines([{ name: 'payments-api', points }], more)

const full = one(latencies(300, 12_000))
const three = lines(
  ['payments-api', 'checkout', 'ledger-with-a-name-that-is-much-longer-than-the-others'].map((name, at) => ({
    name,
    points: latencies(60, MINUTE, at + 1),
  })),
  { title: 'Latency by service' }
)
const gaps = one(without(without(latencies(60, MINUTE), 12, 20), 40, 44))
const limited = one(latencies(60, MINUTE), { threshold: { name: 'limit', value: 400 } })
const zero = one(latencies(30, MINUTE).map(({ time }) => ({ time, value: 0 })))
const huge = one(latencies(30, MINUTE).map(({ time, value }) => ({ time, value: (value ?? 0) * 1e9 })))

const events: ChartEvent[] = [
  { time: start + 8 * MINUTE, label: 'payments-api 2.14.0 deployed', health: 'healthy' },
  { time: start + 30 * MINUTE, label: 'Incident opened', health: 'unhealthy' },
  { time: start + 31 * MINUTE, label: 'Node drained', health: 'warning' },
  { time: start + 55 * MINUTE, label: 'Config changed', health: 'unknown' },
]

const failingLately = one(latencies(60, MINUTE), {
  tallies: latencies(60, MINUTE).map(({ time }, at) => ({
    from: time,
    to: time + MINUTE,
    passed: at === 45 ? 3 : at > 45 ? 0 : 6,
    failed: at === 45 ? 3 : at > 45 ? 6 : 0,
  })),
})

function WithEvents() {
  const [opened, setOpened] = useState<readonly ChartEvent[]>([])
  const [spec] = useState(() => one(latencies(60, MINUTE), { events: { list: events, onOpen: setOpened } }))
  return (
    <>
      <LazyChart spec={spec} />
      <p>Opened: {opened.map(({ label }) => label).join(', ') || 'none'}</p>
    </>
  )
}

const runs = (count: number, resultAt: (at: number) => ChartRun['result']): ChartRun[] =>
  Array.from({ length: count }, (_, at) => ({
    time: start + at * MINUTE,
    result: resultAt(at),
    durationMs: resultAt(at) === 'not run' ? null : Math.round(sampleLatency(at, 3)),
  }))
const strip = (all: readonly ChartRun[]) => ({ kind: 'strip', title: 'Runs', runs: all, hasTable: false }) as const
const mixed = strip(runs(50, (at) => (at % 9 === 4 ? 'failed' : at % 13 === 7 ? 'not run' : 'passed')))
const failing = strip(runs(50, () => 'failed'))
const manyRuns = strip(runs(1000, (at) => (at % 97 === 4 ? 'failed' : 'passed')))

const spread = (values: readonly number[]) =>
  ({
    kind: 'histogram',
    title: 'How long runs took',
    one: 'run',
    unit: 'duration',
    format: formatDuration,
    values,
  }) as const
const values = latencies(300, 1).map(({ value }) => value ?? 0)

const kinds = ['critical', 'high', 'medium', 'low'] as const
const tones = { critical: 'bad', high: 'warn', medium: 'accent', low: 'idle' } as const
const edges = Array.from({ length: 25 }, (_, at) => start + at * 60 * MINUTE)
const changes = Array.from({ length: 160 }, (_, at) => ({
  time: start + ((at * 7919) % (24 * 60)) * MINUTE,
  kind: kinds[at % 11 === 0 ? 0 : at % 5 === 0 ? 1 : at % 3 === 0 ? 2 : 3] ?? 'low',
}))
const stack = (more: Partial<StackSpec> = {}): StackSpec => ({
  kind: 'stack',
  title: 'Changes by severity',
  over: 'the last day',
  one: 'change',
  layers: kinds.map((id) => ({ id, name: id, tone: tones[id] })).toReversed(),
  buckets: countBetween(changes, edges),
  ...more,
})
const piled = stack()
const inLanes = stack({ inLanes: true })
const noChanges = stack({ buckets: countBetween([], edges) })

const many = one(latencies(1000, 12_000), { over: 'the last 3 hours' })
const ten = Array.from({ length: 10 }, (_, at) =>
  one(latencies(300, 12_000, at + 1), { title: `Latency of service ${at + 1}` })
)
const nothing = one([])
const onePoint = one(latencies(1, MINUTE))
const noValues = spread([])
const fullSpread = spread(values)
const allEqual = spread([120, 120, 120])

const Never = createLazyChart(() => new Promise(() => undefined))
const Broken = createLazyChart(() => Promise.reject(new Error('gone')))

export default {
  title: 'Charts',
  states: {
    'Lines: 300 points': () => <LazyChart spec={full} />,
    'Lines: three series': () => <LazyChart spec={three} />,
    'Lines: gaps': () => <LazyChart spec={gaps} />,
    'Lines: a threshold': () => <LazyChart spec={limited} />,
    'Lines: events': WithEvents,
    'Lines: runs that failed': () => <LazyChart spec={failingLately} />,
    'Lines: 1,000 points': () => <LazyChart spec={many} />,
    'Lines: empty': () => <LazyChart spec={nothing} />,
    'Lines: one point': () => <LazyChart spec={onePoint} />,
    'Lines: all zero': () => <LazyChart spec={zero} />,
    'Lines: huge values': () => <LazyChart spec={huge} />,
    'Lines: little room': () => (
      <div style={{ width: 140 }}>
        <LazyChart spec={gaps} />
      </div>
    ),
    'Strip: some failed': () => <LazyChart spec={mixed} />,
    'Strip: all failed': () => <LazyChart spec={failing} />,
    'Strip: 1,000 runs': () => <LazyChart spec={manyRuns} />,
    'Strip: empty': () => <LazyChart spec={strip([])} />,
    'Histogram: 300 values': () => <LazyChart spec={fullSpread} />,
    'Histogram: all equal': () => <LazyChart spec={allEqual} />,
    'Histogram: empty': () => <LazyChart spec={noValues} />,
    'Stack: a day': () => <LazyChart spec={piled} />,
    'Stack: lanes': () => <LazyChart spec={inLanes} />,
    'Stack: empty': () => <LazyChart spec={noChanges} />,
    Sparkline: () => (
      <p>
        {[values.slice(0, 40), [5], [], [3, 3, 3]].map((some) => (
          <span key={some.length}>
            {formatCount(some.length, 'value')}{' '}
            <Sparkline points={some.map((value, at) => ({ time: at, value }))} />{' '}
          </span>
        ))}
      </p>
    ),
    Loading: () => <Never spec={full} />,
    'Could not be loaded': () => <Broken spec={full} />,
  },
  apart: {
    'Ten charts': () => (
      <>
        {ten.map((spec) => (
          <LazyChart key={spec.title} spec={spec} />
        ))}
      </>
    ),
  },
} satisfies Exhibit
