import { formatDates } from '../../lib/format-date'
import type { ShortRange } from '../../lib/time/lists'
import type { RecentRange } from '../../lib/time/recent'
import { describeRelative } from '../../lib/time/units'

/** `Last hour`. */
export const formatShortRange = (range: ShortRange) => describeRelative(`now-${range}`)

/** `18 Nov, 08:00 – 13:05`. */
export const formatDateRange = ({ from, to }: RecentRange, now: Date, timeZone: string) =>
  formatDates(new Date(from), new Date(to), { now, timeZone })
