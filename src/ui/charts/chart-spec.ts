import type { SeriesPoint, SeriesSpan } from '@/lib/charts/series'
import type { ValueUnit } from '@/lib/charts/series-ticks'
import type { HealthShape } from '../status'

type ChartSeries = {
  name: string
  /** Ordered by time. */
  points: readonly SeriesPoint[]
}

/** An event such as a deployment. */
export type ChartEvent = { time: number; label: string; health: HealthShape }

type Titled = {
  title: string
  /** The period, as in `Latency over the last hour`. */
  over: string
  /** Renders the chart at a reduced height, for use above a list. Only for lines and stacks. */
  isLow?: boolean
}

type Valued = {
  /** `duration` means that values are milliseconds and that the scale also uses round seconds and minutes. */
  unit: ValueUnit
  format: (value: number) => string
}

/** The number of runs in a period. */
export type TallySpan = SeriesSpan & { passed: number; failed: number }

/** One to five lines over time. */
export type LinesSpec = Titled &
  Valued & {
    kind: 'lines'
    series: readonly ChartSeries[]
    /** The time range of the axis. Default: from the first point to the last. */
    range?: SeriesSpan
    threshold?: { name: string; value: number }
    /** The results of the measured runs, shown in a lane under the lines. Ordered by time. */
    tallies?: readonly TallySpan[]
    events?: {
      list: readonly ChartEvent[]
      /** Events that are too close for a button each are opened together. */
      onOpen: (events: readonly ChartEvent[]) => void
    }
  }

export type ChartRun = {
  time: number
  result: 'passed' | 'failed' | 'not run'
  durationMs: number | null
}

/** Runs ordered by time, one bar each. */
export type StripSpec = {
  kind: 'strip'
  title: string
  runs: readonly ChartRun[]
  /** Whether the page already has a table of the same runs. */
  hasTable: boolean
}

/** The distribution of values. */
export type HistogramSpec = Valued & {
  kind: 'histogram'
  title: string
  /** The singular noun for one value, such as `run`. */
  one: string
  values: readonly number[]
}

export type ChartTone = 'bad' | 'warn' | 'accent' | 'good' | 'idle'

export type ChartBucket = SeriesSpan & {
  /** Counts by layer id. A missing layer counts 0. */
  counts: Readonly<Record<string, number>>
}

/** Counts over time by kind. The first layer is at the bottom. */
export type StackSpec = Titled & {
  kind: 'stack'
  /** The singular noun for what is counted, such as `change`. */
  one: string
  layers: readonly { id: string; name: string; tone: ChartTone }[]
  /** Ordered by time, without gaps. */
  buckets: readonly ChartBucket[]
  /** Shows a lane per layer instead of a stack, to compare times rather than counts. */
  inLanes?: boolean
  /** Called when a range of buckets was selected: by Shift with arrows and then Enter, or by dragging. */
  onBrush?(span: SeriesSpan): void
}

/** Shapes distinguish the kinds of marks without colour. */
export type MarkShape = 'circle' | 'square' | 'diamond' | 'up' | 'down' | 'ring'
export type ChartMark = {
  id: string
  /** Milliseconds since 1970. */
  time: number
  shape: MarkShape
  tone: ChartTone
  /** A short description, such as `OOMKilling`. */
  label: string
  /** The rank among the likely causes, shown next to the mark. */
  rank?: number
}

/** Single events over time, each in the lane of its resource. */
export type LanesSpec = Titled & {
  kind: 'lanes'
  range: SeriesSpan
  lanes: readonly { id: string; name: string; marks: readonly ChartMark[] }[]
  legend: readonly { name: string; shape: MarkShape }[]
  /** The reference time of the chart. */
  moment?: { time: number; name: string }
  /** The id of the selected mark, which is also selected in the list. */
  chosen: string | undefined
  /** Called on Enter or a press on the mark at the cursor. */
  onChoose(id: string): void
}

export type ChartSpec = LinesSpec | StripSpec | HistogramSpec | StackSpec | LanesSpec

export const STRIP_HEIGHT = 36
const LANE_HEIGHT = 28
export const EVENT_LANE_HEIGHT = 22
/** The height of the label of the reference time above the lanes. */
export const MOMENT_HEIGHT = 16
const AXIS_HEIGHT = 22
/** The height of the lane of runs under the lines, including the space above it. */
export const TALLY_HEIGHT = 18

/** Height of the drawing in CSS pixels, which is reserved while the chart loads. */
export function chartHeight(spec: ChartSpec): number {
  switch (spec.kind) {
    case 'strip':
      return STRIP_HEIGHT
    case 'stack':
      return spec.inLanes ? spec.layers.length * LANE_HEIGHT + AXIS_HEIGHT : spec.isLow ? 84 : 140
    case 'lanes':
      return spec.lanes.length * EVENT_LANE_HEIGHT + AXIS_HEIGHT + MOMENT_HEIGHT
    case 'histogram':
      return 140
    case 'lines':
      return spec.isLow ? 120 : (spec.events ? 184 : 160) + (spec.tallies ? TALLY_HEIGHT : 0)
  }
}
