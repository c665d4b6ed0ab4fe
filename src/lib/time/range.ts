import { describeRelative } from './units'

/** A range that starts now and has no end. */
export const INDEFINITELY = 'indefinitely'

/** A selected time range. `display` is its name on screen and in the URL. */
export type TimeRange =
  /** ISO times; `to` is exclusive. */
  | { type: 'absolute'; from: string; to: string; display: 'Custom' }
  /** A range between now and date math: `now-5m`, `now+2h`, or `indefinitely`. */
  | { type: 'relative'; range: string; display: string }
  /** A calendar range by name: `Yesterday`. */
  | { type: 'mapped'; display: string }

export const absoluteRange = (from: Date, to: Date): TimeRange => ({
  type: 'absolute',
  from: from.toISOString(),
  to: to.toISOString(),
  display: 'Custom',
})

export const relativeRange = (range: string): TimeRange => ({
  type: 'relative',
  range,
  display: range === INDEFINITELY ? 'Indefinitely' : describeRelative(range),
})

export const mappedRange = (name: string): TimeRange => ({ type: 'mapped', display: name })

/** Formats a range for copying, so that `parseRange` returns the same range. */
export function formatRange(range: TimeRange): string {
  switch (range.type) {
    case 'absolute':
      return `${range.from}/${range.to}`
    case 'relative':
      return range.range
    case 'mapped':
      return range.display
  }
}

export const isSameRange = (a: TimeRange, b: TimeRange): boolean =>
  a.type === b.type && formatRange(a) === formatRange(b)
