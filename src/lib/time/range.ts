import { INDEFINITELY } from './lists'
import { nameOfRelative } from './units'

/** What somebody chose to look at. `display` is what it is called on screen and in the URL. */
export type TimeRange =
  /** ISO times; `to` is not part of it. */
  | { type: 'absolute'; from: string; to: string; display: 'Custom' }
  /** Between now and arithmetic on now: `now-5m`, `now+2h`, or `indefinitely`. */
  | { type: 'relative'; range: string; display: string }
  /** A stretch of the calendar, by its name: `Yesterday`. */
  | { type: 'mapped'; display: string }

export const absolute = (from: Date, to: Date): TimeRange => ({
  type: 'absolute',
  from: from.toISOString(),
  to: to.toISOString(),
  display: 'Custom',
})

export const relative = (range: string): TimeRange => ({
  type: 'relative',
  range,
  display: range === INDEFINITELY ? 'Indefinitely' : nameOfRelative(range),
})

export const mapped = (name: string): TimeRange => ({ type: 'mapped', display: name })

/** A range in writing, to be copied and read again by `parseRange`. */
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
