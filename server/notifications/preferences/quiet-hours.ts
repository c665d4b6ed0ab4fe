import { tzOffset } from '@date-fns/tz'
import { type QuietHours, type Weekday, weekdays } from '@/shared/notifications/preferences'

const MINUTE = 60_000
const DAY = 86_400_000
/** Quiet hours that follow each other without a break for longer than a week never end. */
const MOST_PERIODS = 8

/**
 * The end of the quiet hours that a time is in; undefined if it is in none. Quiet hours that follow each other are one. A
 * time of day that occurs twice when the clocks are set back is its first occurrence, and one that is left out when they
 * are set forward is the moment of that change.
 */
export function findQuietEnd(quiet: QuietHours, now: Date): Date | undefined {
  let end: number | undefined
  for (let count = 0; count < MOST_PERIODS; count++) {
    const next = endOfPeriod(quiet, end ?? now.getTime())
    if (next === undefined) break
    end = next
  }
  return end === undefined ? undefined : new Date(end)
}

/** The end of the period that began yesterday or today and contains a time. */
function endOfPeriod({ from, to, days, timeZone }: QuietHours, at: number): number | undefined {
  const wall = at + offsetAt(at, timeZone)
  const today = wall - (((wall % DAY) + DAY) % DAY)
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  for (const day of [today - DAY, today]) {
    if (!days.includes(weekdayOf(day))) continue
    const startAt = toInstant(day + begin * MINUTE, timeZone)
    const endAt = toInstant(day + (end <= begin ? DAY : 0) + end * MINUTE, timeZone)
    if (startAt <= at && at < endAt) return endAt
  }
  return undefined
}

const weekdayOf = (day: number): Weekday => weekdays[(new Date(day).getUTCDay() + 6) % 7] ?? 'mon'

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * The moment at which the clocks of a zone first show a time.
 * @param wall the time on the clock, in milliseconds as if it were UTC.
 */
export function toInstant(wall: number, timeZone: string): number {
  const [before, after] = [offsetAt(wall - DAY, timeZone), offsetAt(wall + DAY, timeZone)]
  const [first, second] = [wall - before, wall - after]
  if (offsetAt(first, timeZone) === before) return first
  if (offsetAt(second, timeZone) === after) return second
  // The clocks skip the time. The change is between the two.
  let [low, high] = [Math.min(first, second), Math.max(first, second)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, timeZone) === before) low = middle
    else high = middle
  }
  return high
}

/** The difference between the clocks of a zone and UTC, in milliseconds. */
export const offsetAt = (at: number, timeZone: string): number => tzOffset(timeZone, new Date(at)) * MINUTE

/** The time of day on the clocks of a zone: `03:12`. */
export function formatTimeOfDay(at: Date, timeZone: string): string {
  return new Date(at.getTime() + offsetAt(at.getTime(), timeZone)).toISOString().slice(11, 16)
}
