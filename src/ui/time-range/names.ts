import { formatDates } from '../../lib/format-date'
import type { ShortRange } from '../../lib/time/lists'
import type { RecentRange } from '../../lib/time/recent'
import { nameOfRelative } from '../../lib/time/units'

/** `Last hour`. */
export const nameOfShortRange = (range: ShortRange) => nameOfRelative(`now-${range}`)

/** `18 Nov, 08:00 – 13:05`. */
export const nameOfDates = ({ from, to }: RecentRange, now: Date, timeZone: string) =>
  formatDates(new Date(from), new Date(to), { now, timeZone })
