import { expect, test } from 'vitest'
import { formatDuration } from '@/shared/format'
import { describeHistogram, describeLineChart, describeStack, describeStrip } from './chart-descriptions'
import type { ChartBucket, LinesSpec, ChartRun } from './chart-spec'

const start = Date.parse('2026-11-03T13:00Z')
const lines = (more: Partial<LinesSpec>): string =>
  describeLineChart(
    {
      kind: 'lines',
      title: 'Latency of payments-api',
      over: 'the last hour',
      unit: 'duration',
      format: formatDuration,
      series: [],
      ...more,
    },
    'Europe/Berlin'
  )
/** A value every five minutes from 14:00 in Berlin. */
const measured = (...values: (number | null)[]) => ({
  series: [{ name: 'payments-api', points: values.map((value, at) => ({ time: start + at * 300_000, value })) }],
})

test.each<[string, Partial<LinesSpec>, string]>([
  ['no series', {}, 'no data'],
  ['no measurements', measured(null, null), 'no data'],
  ['one point', measured(null, 120, null), 'one value, 120 ms at 14:05, 2 gaps'],
  ['all equal', measured(5, 5, 5), 'always 5 ms'],
  ['all zero', measured(0, 0), 'always 0 ms'],
  ['gaps', measured(100, null, 2400, 120, 110), 'median 110 ms, highest 2.4 s at 14:10, 1 gap'],
  ['huge', measured(1, 9e15), 'median 1 ms, highest 285388y 1mo at 14:05:00'],
  [
    'a threshold',
    { ...measured(100, 700, 900), threshold: { name: 'limit', value: 500 } },
    'median 700 ms, highest 900 ms at 14:10, 2 above limit 500 ms',
  ],
  [
    'failed runs',
    {
      ...measured(100, 200),
      tallies: [
        { from: start, to: start + 300_000, passed: 5, failed: 0 },
        { from: start + 300_000, to: start + 600_000, passed: 1, failed: 4 },
      ],
    },
    'median 100 ms, highest 200 ms at 14:05:00, 4 of 10 runs failed, at 14:05:00',
  ],
  [
    'runs without failures',
    { ...measured(100, 200), tallies: [{ from: start, to: start + 1, passed: 5, failed: 0 }] },
    'median 100 ms, highest 200 ms at 14:05:00, 5 runs, none failed',
  ],
  [
    'events',
    {
      ...measured(100, 200),
      events: {
        onOpen: () => undefined,
        list: [
          { time: start + 300_000, label: 'Node drained', health: 'warning' },
          { time: start, label: 'checkout deployed', health: 'unknown' },
        ],
      },
    },
    'median 100 ms, highest 200 ms at 14:05:00, 2 events: checkout deployed at 14:00:00 and Node drained at 14:05:00',
  ],
  [
    'two series',
    { series: [...measured(1, 2, 3).series, { name: 'checkout', points: [] }] },
    'payments-api median 2 ms, highest 3 ms at 14:10; checkout no data',
  ],
])('lines: %s', (_name, spec, expected) => {
  expect(lines(spec)).toBe(`Latency of payments-api over the last hour: ${expected}`)
})

const run = (result: ChartRun['result'], durationMs: number | null = 5, at = 0): ChartRun => ({
  time: start + at,
  result,
  durationMs,
})

test.each<[ChartRun[], string]>([
  [[], 'Runs: no runs'],
  [[run('passed', 431)], 'Runs: 1 run, none failed, longest passed run 431 ms'],
  [[run('failed', 9000)], 'Runs: 1 run, 1 failed'],
  [[run('passed'), run('failed'), run('not run', null)], 'Runs: 3 runs, 1 failed, 1 not run, longest passed run 5 ms'],
])('strip: %#', (runs, expected) => {
  expect(describeStrip({ kind: 'strip', title: 'Runs', runs, hasTable: false })).toBe(expected)
})

test.each<[number[], string]>([
  [[], 'Duration: no data'],
  [[Number.NaN], 'Duration: no data'],
  [[7, 7], 'Duration: 2 runs, all 7 ms'],
  [[100, 110, 115, 900], 'Duration: 4 runs, most often (3) from 100 ms to 200 ms, median 110 ms, highest 900 ms'],
])('histogram: %#', (values, expected) => {
  const spec = { kind: 'histogram', title: 'Duration', one: 'run', unit: 'duration', format: formatDuration } as const
  expect(describeHistogram({ ...spec, values })).toBe(expected)
})

test.each<[Record<string, number>[], string]>([
  [[], 'no changes'],
  [[{}, {}], 'no changes'],
  [[{ low: 1 }], '1 change, 1 low, most from 14:00 to 15:00 (1)'],
  [[{ low: 2 }, { low: 1, critical: 3 }], '6 changes, 3 critical and 3 low, most from 15:00 to 16:00 (4)'],
])('stack: %#', (counts, expected) => {
  const buckets: ChartBucket[] = counts.map((count, at) => ({
    from: start + at * 3_600_000,
    to: start + (at + 1) * 3_600_000,
    counts: count,
  }))
  const layers = [
    { id: 'critical', name: 'critical', tone: 'bad' as const },
    { id: 'low', name: 'low', tone: 'idle' as const },
  ]
  const spec = { kind: 'stack', title: 'Changes', over: 'the last hours', one: 'change', layers, buckets } as const
  expect(describeStack(spec, 'Europe/Berlin')).toBe(`Changes over the last hours: ${expected}`)
})
