import type { Point, Span } from '../../lib/series'
import type { Unit } from '../../lib/series-ticks'
import type { Health } from '../status'

export type Series = {
  name: string
  /** In order of time. */
  points: readonly Point[]
}

/** Something that happened, such as a deployment. */
export type ChartEvent = { time: number; label: string; health: Health }

type Titled = {
  title: string
  /** Which time, as it ends a sentence that begins `Latency over`: `the last hour`. */
  over: string
}

type Valued = {
  /** `duration`: values are milliseconds, and the scale is round in seconds and minutes too. */
  unit: Unit
  format: (value: number) => string
}

/** The runs in a stretch of time. */
export type Tally = Span & { passed: number; failed: number }

/** One to five lines over time. */
export type LinesSpec = Titled &
  Valued & {
    kind: 'lines'
    series: readonly Series[]
    /** What the axis shows; without it from the first point to the last. */
    range?: Span
    threshold?: { name: string; value: number }
    /** How the runs went that were measured, in a lane under the lines; in order of time. */
    tallies?: readonly Tally[]
    events?: {
      list: readonly ChartEvent[]
      /** Events that are too near to each other for a place each are opened together. */
      onOpen: (events: readonly ChartEvent[]) => void
    }
  }

export type Run = {
  time: number
  result: 'passed' | 'failed' | 'not run'
  durationMs: number | null
}

/** Runs in order of time, one bar each. */
export type StripSpec = {
  kind: 'strip'
  title: string
  runs: readonly Run[]
  /** There is a table of the same runs beside it already. */
  hasTable: boolean
}

/** How values are spread. */
export type HistogramSpec = Valued & {
  kind: 'histogram'
  title: string
  /** The values' name: `run`. */
  one: string
  values: readonly number[]
}

export type Tone = 'bad' | 'warn' | 'accent' | 'good' | 'idle'

export type Bucket = Span & {
  /** By the id of a layer; what is absent is 0. */
  counts: Readonly<Record<string, number>>
}

/** Counts over time, by kind; the first layer stands at the bottom. */
export type StackSpec = Titled & {
  kind: 'stack'
  /** What is counted: `change`. */
  one: string
  layers: readonly { id: string; name: string; tone: Tone }[]
  /** In order of time, without holes. */
  buckets: readonly Bucket[]
  /** A lane for each layer instead of one pile, to compare when things happened rather than how many. */
  inLanes?: boolean
  /** Half as high, above what it is about. */
  isLow?: boolean
  /** A stretch of buckets was chosen: by Shift and arrows and then Enter, or by dragging. */
  onBrush?(span: Span): void
}

/** Shapes tell kinds of marks apart without colour. */
export type MarkShape = 'circle' | 'square' | 'diamond' | 'up' | 'down' | 'ring'
export type Mark = {
  id: string
  /** Milliseconds since 1970. */
  time: number
  shape: MarkShape
  tone: Tone
  /** The mark in a few words: `OOMKilling`. */
  label: string
  /** Its place among the likeliest, written beside it. */
  rank?: number
}

/** Single events over time, each in the lane of what it happened to. */
export type LanesSpec = Titled & {
  kind: 'lanes'
  range: Span
  lanes: readonly { id: string; name: string; marks: readonly Mark[] }[]
  legend: readonly { name: string; shape: MarkShape }[]
  /** The moment that all of it is about. */
  moment?: { time: number; name: string }
  /** The mark that is chosen beside the drawing, too. */
  chosen: string | undefined
  /** Enter or a press on the mark at the cursor. */
  onChoose(id: string): void
}

export type ChartSpec = LinesSpec | StripSpec | HistogramSpec | StackSpec | LanesSpec

export const STRIP_HEIGHT = 36
const LANE_HEIGHT = 28
export const EVENT_LANE_HEIGHT = 22
/** The name of the moment, above the lanes. */
export const MOMENT_HEIGHT = 16
const AXIS_HEIGHT = 22
/** The lane of runs under the lines, with the room above it. */
export const TALLY_HEIGHT = 18

/** Height of the drawing in CSS pixels; the place is kept while the chart is loaded. */
export function heightOf(spec: ChartSpec): number {
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
      return (spec.events ? 184 : 160) + (spec.tallies ? TALLY_HEIGHT : 0)
  }
}
