/**
 * The short list of time ranges, in minutes. Months have 30 days and years 360. Specification, "Business constants".
 */
export const shortRanges = {
  '15m': 15,
  '1h': 60,
  '2h': 120,
  '3h': 180,
  '6h': 360,
  '12h': 720,
  '1d': 1440,
  '2d': 2880,
  '3d': 4320,
  '1w': 10_080,
  '2w': 20_160,
  '3w': 30_240,
  '1mo': 43_200,
  '2mo': 86_400,
  '3mo': 129_600,
  '6mo': 259_200,
  '1y': 518_400,
  '2y': 1_036_800,
  '3y': 1_555_200,
  '5y': 2_592_000,
} as const
export type ShortRange = keyof typeof shortRanges
export const shortRangeNames = Object.keys(shortRanges) as [ShortRange, ...ShortRange[]]
export const DEFAULT_SHORT_RANGE: ShortRange = '1h'

/** `6M` is six months: in this list, `m` is minutes. */
export const rangeSteps = [
  '5m',
  '15m',
  '30m',
  '1h',
  '3h',
  '6h',
  '12h',
  '24h',
  '2d',
  '7d',
  '30d',
  '90d',
  '6M',
  '1y',
  '2y',
  '5y',
] as const

/** A range that starts now and has no end. */
export const INDEFINITELY = 'indefinitely'

export const pastRanges: readonly string[] = rangeSteps.map((step) => `now-${step}`)
export const futureRanges: readonly string[] = [INDEFINITELY, ...rangeSteps.map((step) => `now+${step}`)]

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
