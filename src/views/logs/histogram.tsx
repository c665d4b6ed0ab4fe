import { useMemo } from 'react'
import { bucketsOf } from '../../lib/logs/histogram'
import type { LogLine } from '../../lib/logs/line'
import type { Span } from '../../lib/series'
import { Chart } from '../../ui/charts/chart'
import type { Bucket, StackSpec } from '../../ui/charts/spec'

const MOST_BUCKETS = 60

const layers = [
  { id: 'bad', name: 'Error', tone: 'bad' },
  { id: 'warn', name: 'Warning', tone: 'warn' },
  { id: 'info', name: 'Info', tone: 'accent' },
  { id: 'rest', name: 'Other', tone: 'idle' },
] as const satisfies StackSpec['layers']

type Props = {
  lines: readonly LogLine[]
  span: Span
  /** The time range in words. */
  over: string
  onBrush(span: Span): void
}

/** The number of lines over time, by level. */
export function Histogram({ lines, span, over, onBrush }: Props) {
  const { from, to } = span
  const buckets = useMemo(
    () =>
      bucketsOf(lines, { from, to }, MOST_BUCKETS).map(({ counts, ...rest }): Bucket => ({
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
    <Chart
      spec={{ kind: 'stack', title: 'Lines over time', over, one: 'line', layers, buckets, isLow: true, onBrush }}
    />
  )
}
