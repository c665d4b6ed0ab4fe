import { type ShortRange, shortRangeNames, shortRanges } from './lists'
import { relativeRange, type TimeRange } from './range'
import { parseStep } from './units'

/** Name of the choice of ranges in places that support only some of them. */
export const RANGE_CHOICE = 'time.range'

const minutesPer = { s: 1 / 60, m: 1, h: 60, d: 1440, w: 10_080, M: 43_200, y: 518_400 } as const

/** The short range that equals a range: `1d` for `now-24h`. */
export function toShortRange(range: TimeRange): ShortRange | undefined {
  const [, written = ''] = range.type === 'relative' ? (/^now-(\w+)$/.exec(range.range) ?? []) : []
  const step = parseStep(written)
  const minutes = step && step.amount * minutesPer[step.unit]
  return shortRangeNames.find((name) => shortRanges[name] === minutes)
}

export const fromShortRange = (name: ShortRange): TimeRange => relativeRange(`now-${name}`)

/** The shortest of these ranges that is at least twice as long; undefined at the end of the list. */
export const findLongerRange = (
  name: ShortRange,
  names: readonly ShortRange[] = shortRangeNames
): ShortRange | undefined => names.find((other) => shortRanges[other] >= 2 * shortRanges[name])
