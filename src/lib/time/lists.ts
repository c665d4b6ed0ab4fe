import { INDEFINITELY, mappedRange, relativeRange, type TimeRange } from './range'

/** Name of the choice of ranges in places that offer only some ranges. */
export const RANGE_CHOICE = 'time.range'

const metricSteps = '15m 1h 2h 3h 6h 12h 1d 2d 3d 1w 2w 3w 1mo 2mo 3mo 6mo 1y 2y 3y 5y'.split(' ')

/** The ranges of metrics, from the shortest to the longest. Specification, "Business constants". */
export const metricRanges: readonly TimeRange[] = metricSteps.map((step) => relativeRange(`now-${step}`))

/** `6M` is six months: in this list, `m` is minutes. */
const steps = '5m 15m 30m 1h 3h 6h 12h 24h 2d 7d 30d 90d 6M 1y 2y 5y'.split(' ')

export const pastRanges: readonly TimeRange[] = steps.map((step) => relativeRange(`now-${step}`))
export const futureRanges: readonly TimeRange[] = [
  relativeRange(INDEFINITELY),
  ...steps.map((step) => relativeRange(`now+${step}`)),
]

/**
 * Calendar ranges as date math: start (inclusive) and end (exclusive). Rounding to the unit comes last, because a day
 * may have no midnight to start from.
 */
export const quickRanges = {
  Yesterday: ['now-1d/d', 'now/d'],
  'Day before yesterday': ['now-2d/d', 'now-1d/d'],
  'This day last week': ['now-7d/d', 'now-6d/d'],
  'Previous week': ['now-1w/w', 'now/w'],
  'Previous month': ['now-1M/M', 'now/M'],
  'Previous year': ['now-1y/y', 'now/y'],
  Today: ['now/d', 'now+1d/d'],
  'Today so far': ['now/d', 'now'],
  'This week': ['now/w', 'now+1w/w'],
  'This week so far': ['now/w', 'now'],
  'This month': ['now/M', 'now+1M/M'],
  'This month so far': ['now/M', 'now'],
  'This year': ['now/y', 'now+1y/y'],
  'This year so far': ['now/y', 'now'],
} as const satisfies Record<string, readonly [string, string]>
export type QuickRange = keyof typeof quickRanges
export const quickRangeNames = Object.keys(quickRanges) as [QuickRange, ...QuickRange[]]
export const calendarRanges: readonly TimeRange[] = quickRangeNames.map(mappedRange)
