import { useMemo } from 'react'
import { absoluteRange } from '../../lib/time/range'
import { countLevelBuckets } from '../../lib/logs/histogram'
import type { LogLine } from '../../lib/logs/line'
import type { SeriesSpan } from '@/lib/charts/series'
import { LazyChart } from '../../ui/charts/chart'
import type { ChartBucket, StackSpec } from '../../ui/charts/chart-spec'
import { Banner } from '../../ui/notice'
import { type Logs, useThrottledValue } from './use-logs'

/** The failures of the request and the number of lines over time, above the lines. */
export function LogLead({ logs: { feed, state, found, time } }: { logs: Logs }) {
  const shownLines = useThrottledValue(found)
  const { start, end } = feed?.question ?? {}
  const from = start === undefined ? 0 : Date.parse(start)
  const to = end === undefined ? Math.max(state.updatedAt, from + 1) : Date.parse(end)
  return (
    <>
      {state.failure !== undefined && <Banner>{`Not all lines could be loaded: ${state.failure}`}</Banner>}
      {state.notes.length > 0 && <Banner>{state.notes.join(' ')}</Banner>}
      {shownLines.length > 0 && (
        <LogHistogram
          lines={shownLines}
          span={{ from, to }}
          over="the selected time range"
          onBrush={(span) => time.set(absoluteRange(new Date(span.from), new Date(span.to)))}
        />
      )}
    </>
  )
}

const MOST_BUCKETS = 60

const layers = [
  { id: 'bad', name: 'Error', tone: 'bad' },
  { id: 'warn', name: 'Warning', tone: 'warn' },
  { id: 'info', name: 'Info', tone: 'accent' },
  { id: 'rest', name: 'Other', tone: 'idle' },
] as const satisfies StackSpec['layers']

type Props = {
  lines: readonly LogLine[]
  span: SeriesSpan
  /** The time range in words. */
  over: string
  onBrush(span: SeriesSpan): void
}

/** The number of lines over time, by level. */
function LogHistogram({ lines, span, over, onBrush }: Props) {
  const { from, to } = span
  const buckets = useMemo(
    () =>
      countLevelBuckets(lines, { from, to }, MOST_BUCKETS).map(({ counts, ...rest }): ChartBucket => ({
        ...rest,
        counts: {
          bad: (counts.fatal ?? 0) + (counts.error ?? 0),
          warn: counts.warning ?? 0,
          info: counts.info ?? 0,
          rest: (counts.debug ?? 0) + (counts.trace ?? 0) + (counts.other ?? 0),
        },
      })),
    [lines, from, to]
  )
  return (
    <LazyChart
      spec={{ kind: 'stack', title: 'Lines over time', over, one: 'line', layers, buckets, isLow: true, onBrush }}
    />
  )
}
