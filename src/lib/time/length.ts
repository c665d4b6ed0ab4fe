import { isSameRange, type TimeRange } from './range'
import { parseStep } from './units'

/** Months have 30 days and years 360. Specification, "Business constants". */
const secondsPer = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, M: 2_592_000, y: 31_104_000 } as const

/** The length of a range up to now in minutes: 60 for `now-1h`. Undefined for any other range. */
function minutesUpToNow(range: TimeRange): number | undefined {
  const [, written = ''] = range.type === 'relative' ? (/^now-(\w+)$/.exec(range.range) ?? []) : []
  const step = parseStep(written)
  return step && (step.amount * secondsPer[step.unit]) / 60
}

/** @throws {RangeError} for a range whose length is not fixed, such as a calendar range. */
export function rangeMinutes(range: TimeRange): number {
  const minutes = minutesUpToNow(range)
  if (minutes === undefined) throw new RangeError('The time range has no fixed length')
  return minutes
}

/** The range of a list that is the same or has the same length up to now: `now-1d` for `now-24h`. */
export function findEqualRange(range: TimeRange, ranges: readonly TimeRange[]): TimeRange | undefined {
  const minutes = minutesUpToNow(range)
  return ranges.find((one) => isSameRange(one, range) || (minutes !== undefined && minutesUpToNow(one) === minutes))
}

/** The shortest range of a list that is at least twice as long; undefined at the end of the list. */
export const findLongerRange = (range: TimeRange, ranges: readonly TimeRange[]): TimeRange | undefined =>
  ranges.find((other) => rangeMinutes(other) >= 2 * rangeMinutes(range))
