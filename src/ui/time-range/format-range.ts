import { formatDates } from '../../lib/format-date'
import type { TimeRange } from '../../lib/time/range'

/** `Last hour`, `Yesterday`, or two dates: `18 Nov, 08:00 – 13:05`. */
export function formatRangeName(range: TimeRange | undefined, now: Date, timeZone: string): string {
  if (!range) return 'Any time'
  if (range.type !== 'absolute') return range.display
  return formatDates(new Date(range.from), new Date(range.to), { now, timeZone })
}
