import { formatCount, formatDuration, formatNames } from '@/shared/format'
import {
  findExtent,
  type KnownPoint,
  type SeriesPoint,
  isKnownPoint,
  median,
  splitAtGaps,
  collectTimes,
} from '@/lib/charts/series'
import { formatTickTime } from '@/lib/charts/series-ticks'
import { toBins } from './bins'
import type {
  ChartBucket,
  ChartEvent,
  HistogramSpec,
  LinesSpec,
  ChartRun,
  StackSpec,
  StripSpec,
  TallySpan,
} from './chart-spec'

/** `Latency of payments-api over the last hour: median 120 ms, highest 2.4 s at 14:05, 3 gaps`. */
export function describeLineChart(spec: LinesSpec, timeZone: string): string {
  const { title, over, series, threshold, format, tallies, events, range } = spec
  const [from, to] = range ? [range.from, range.to] : findExtent(collectTimes(series))
  const moment = (time: number) => formatTickTime(time, to - from, timeZone)
  const descriptions = series.map(({ name, points }) => {
    const text = describePoints(points, format, moment)
    return series.length === 1 ? text : `${name} ${text}`
  })
  const above = threshold && describeAbove(spec, threshold)
  const runs = tallies && describeTallies(tallies, moment)
  const eventList = events && describeEvents(events.list, moment)
  return `${title} over ${over}: ${[descriptions.join('; ') || 'no data', above, runs, eventList].filter(Boolean).join(', ')}`
}

/** `22 of 120 runs failed, from 11:50 to 12:01`. */
function describeTallies(tallies: readonly TallySpan[], moment: (time: number) => string): string {
  const all = tallies.reduce((sum, { passed, failed }) => sum + passed + failed, 0)
  const failing = tallies.filter(({ failed }) => failed > 0)
  const [first, last] = [failing[0], failing.at(-1)]
  if (!first || !last) return all === 0 ? '' : `${formatCount(all, 'run')}, none failed`
  const failed = failing.reduce((sum, one) => sum + one.failed, 0)
  const when = first === last ? `at ${moment(first.from)}` : `from ${moment(first.from)} to ${moment(last.to)}`
  return `${failed} of ${formatCount(all, 'run')} failed, ${when}`
}

/** `2 events: checkout changed at 11:49 and playbook Restart at 11:53`. */
function describeEvents(list: readonly ChartEvent[], moment: (time: number) => string): string {
  if (list.length === 0) return ''
  const entries = list.toSorted((a, b) => a.time - b.time).map(({ time, label }) => `${label} at ${moment(time)}`)
  return `${formatCount(list.length, 'event')}: ${formatNames(entries, 3)}`
}

function describePoints(
  points: readonly SeriesPoint[],
  format: (value: number) => string,
  moment: (time: number) => string
) {
  const known = points.filter(isKnownPoint)
  const [first] = known
  if (!first) return 'no data'
  const gaps = splitAtGaps(points).gaps.length
  return [describeValues(known, first, format, moment), gaps > 0 && formatCount(gaps, 'gap')].filter(Boolean).join(', ')
}

function describeValues(
  known: readonly KnownPoint[],
  first: KnownPoint,
  format: (value: number) => string,
  moment: (time: number) => string
): string {
  if (known.length === 1) return `one value, ${format(first.value)} at ${moment(first.time)}`
  const highest = known.reduce((a, b) => (b.value > a.value ? b : a))
  if (known.every(({ value }) => value === first.value)) return `always ${format(first.value)}`
  const middle = median(known.map(({ value }) => value)) ?? first.value
  return `median ${format(middle)}, highest ${format(highest.value)} at ${moment(highest.time)}`
}

function describeAbove({ series, format }: LinesSpec, { name, value }: { name: string; value: number }): string {
  const known = series.flatMap(({ points }) => points.filter(isKnownPoint))
  const above = known.filter((point) => point.value > value).length
  return known.length === 0 ? '' : `${above === 0 ? 'none' : above} above ${name} ${format(value)}`
}

/** `50 runs, 2 failed, longest passed run 431 ms`. */
export function describeStrip({ runs, title }: StripSpec): string {
  if (runs.length === 0) return `${title}: no runs`
  const count = (result: ChartRun['result']) => runs.filter((run) => run.result === result).length
  const [failed, notRun] = [count('failed'), count('not run')]
  const durations = runs.flatMap(({ result, durationMs }) => (result === 'passed' ? [durationMs ?? 0] : []))
  return [
    `${title}: ${formatCount(runs.length, 'run')}`,
    failed === 0 ? 'none failed' : `${failed} failed`,
    notRun > 0 && `${notRun} not run`,
    durations.length > 0 && `longest passed run ${formatDuration(findExtent(durations)[1])}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** `Duration of runs: 300 runs, most often (182) from 100 ms to 200 ms, median 120 ms, highest 2.4 s`. */
export function describeHistogram(spec: HistogramSpec): string {
  const { title, one, format } = spec
  const values = spec.values.filter(Number.isFinite)
  const [lowest, highest] = findExtent(values)
  const middle = median(values)
  if (middle === undefined) return `${title}: no data`
  const counted = `${title}: ${formatCount(values.length, one)}`
  if (lowest === highest) return `${counted}, all ${format(lowest)}`
  const fullest = toBins(spec).reduce((a, b) => (b.count > a.count ? b : a))
  const bin = `most often (${fullest.count}) from ${format(fullest.from)} to ${format(fullest.to)}`
  return `${counted}, ${bin}, median ${format(middle)}, highest ${format(highest)}`
}

export const sumBucket = ({ counts }: ChartBucket) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** `Changes over the last day: 34 changes, 3 critical and 31 low, most from 14:00 to 15:00 (9)`. */
export function describeStack({ title, over, one, layers, buckets }: StackSpec, timeZone: string): string {
  const total = buckets.reduce((sum, bucket) => sum + sumBucket(bucket), 0)
  const begin = `${title} over ${over}: `
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (total === 0 || !first || !last) return `${begin}no ${one}s`
  const fullest = buckets.reduce((a, b) => (sumBucket(b) > sumBucket(a) ? b : a))
  const moment = (time: number) => formatTickTime(time, last.to - first.from, timeZone)
  const byLayer = layers.flatMap(({ id, name }) => {
    const count = buckets.reduce((sum, { counts }) => sum + (counts[id] ?? 0), 0)
    return count > 0 ? [`${count} ${name}`] : []
  })
  const most = `most from ${moment(fullest.from)} to ${moment(fullest.to)} (${sumBucket(fullest)})`
  return `${begin}${formatCount(total, one)}, ${formatNames(byLayer)}, ${most}`
}
