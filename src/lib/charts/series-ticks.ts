import { findExtent, roundStep } from './series'

const [MILLISECOND, SECOND, MINUTE, HOUR, DAY] = [1, 1000, 60_000, 3_600_000, 86_400_000] as const

type TimeTick = { time: number; label: string }

const clockSteps = [
  ...[1, 5, 15, 30].map((n) => n * SECOND),
  ...[1, 5, 15, 30].map((n) => n * MINUTE),
  ...[1, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14].map((n) => n * DAY),
]
const monthSteps = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200]

/**
 * Round times on the clock of the reader, at most `atMost`. A full hour in Kathmandu is a quarter past in London, and a
 * day can have 23 hours.
 */
export function timeTicks(from: number, to: number, atMost: number, timeZone: string): TimeTick[] {
  if (!(to > from) || atMost < 1) return []
  const [first, last] = [toWallTime(from, timeZone), toWallTime(to, timeZone)]
  for (const step of clockSteps) {
    if ((last - first) / step > atMost + 1) continue
    const ticks = within(wallMultiples(first, last, step))
    if (ticks.length <= atMost) return ticks.map((time) => ({ time, label: clockLabel(time, step) }))
  }
  for (const step of monthSteps) {
    const ticks = within(wallMonths(first, last, step))
    if (ticks.length <= atMost) return ticks.map((time) => ({ time, label: monthLabel(time, step) }))
  }
  return []

  function within(wallTimes: readonly number[]): number[] {
    const times = wallTimes.map((wall) => instantOf(wall, timeZone)).filter((time) => time >= from && time <= to)
    return [...new Set(times)].toSorted((a, b) => a - b)
  }
  function clockLabel(time: number, step: number): string {
    const wall = toWallTime(time, timeZone)
    if (wall % DAY === 0 || step >= DAY) return dayLabel(wall)
    return step < MINUTE ? timeOfDay(wall, true) : timeOfDay(wall, false)
  }
  function monthLabel(time: number, step: number): string {
    const date = new Date(toWallTime(time, timeZone))
    return step >= 12 || date.getUTCMonth() === 0 ? String(date.getUTCFullYear()) : (months[date.getUTCMonth()] ?? '')
  }
}

export type ValueUnit = 'number' | 'count' | 'duration'

/** Steps of a duration scale in milliseconds, round in the unit in which they are displayed. */
const durationSteps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((n) => n * MILLISECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((n) => n * DAY),
]

/** Ticks of a value scale: at least two round numbers that include 0 and all values. */
export function valueTicks(values: readonly number[], atMost: number, unit: ValueUnit = 'number'): number[] {
  const [lowest, highest] = findExtent([0, ...values.filter(Number.isFinite)])
  // If all values are 0, the scale still needs a height.
  const high = lowest === highest ? 1 : highest
  const least = (high - lowest) / Math.max(1, atMost - 2)
  const step =
    (unit === 'duration' ? durationSteps.find((one) => one >= least) : undefined) ??
    Math.max(roundStep(least), unit === 'count' ? 1 : 0)
  const [first, last] = [Math.floor(lowest / step), Math.ceil(high / step)]
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/**
 * Formats a time as precisely as a span of this length requires: `14:05:09`, `14:05`, `Tue 14:05`, `3 Nov 14:05`, `3
 * Nov 2026 14:05`.
 */
export function formatTickTime(time: number, spanMs: number, timeZone: string): string {
  const wall = toWallTime(time, timeZone)
  const clock = timeOfDay(wall, spanMs < 10 * MINUTE)
  if (spanMs <= 12 * HOUR) return clock
  if (spanMs <= 6 * DAY) return `${weekdays[new Date(wall).getUTCDay()]} ${clock}`
  return `${dayLabel(wall)}${spanMs <= 300 * DAY ? '' : ` ${new Date(wall).getUTCFullYear()}`} ${clock}`
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const weekdays = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')
const dayLabel = (wall: number) => `${new Date(wall).getUTCDate()} ${months[new Date(wall).getUTCMonth()]}`
const timeOfDay = (wall: number, hasSeconds: boolean) => new Date(wall).toISOString().slice(11, hasSeconds ? 19 : 16)

function wallMultiples(first: number, last: number, step: number): number[] {
  // Weeks start on Monday. 1 January 1970 was a Thursday.
  const origin = step % (7 * DAY) === 0 ? -3 * DAY : 0
  const start = Math.floor((first - origin) / step)
  const count = Math.ceil((last - origin) / step) - start + 1
  return Array.from({ length: count }, (_, at) => origin + (start + at) * step)
}

const monthOf = (wall: number) => new Date(wall).getUTCFullYear() * 12 + new Date(wall).getUTCMonth()

function wallMonths(first: number, last: number, step: number): number[] {
  const start = Math.floor(monthOf(first) / step)
  const count = Math.ceil(monthOf(last) / step) - start + 1
  return Array.from({ length: count }, (_, at) => Date.UTC(2000, (start + at) * step - 24_000))
}

/** Cached, because creating a formatter takes a thousand times longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** The wall-clock time in a zone, expressed as if it were UTC. */
export function toWallTime(time: number, timeZone: string): number {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
      timeZone,
    })
  formatters.set(timeZone, formatter)
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatter.formatToParts(time)) part[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((time % SECOND) + SECOND) % SECOND)
}

/**
 * The instant of a wall-clock time. For an ambiguous time, the first of two; for a skipped time, the time after the
 * change.
 */
function instantOf(wall: number, timeZone: string): number {
  const offsetAt = (time: number) => toWallTime(time, timeZone) - time
  // Offsets change by less than a day, so the offsets a day before and a day after are the only candidates.
  const candidates = [offsetAt(wall - DAY), offsetAt(wall + DAY)].map((offset) => wall - offset)
  const right = candidates.filter((time) => toWallTime(time, timeZone) === wall)
  return right.length > 0 ? Math.min(...right) : Math.max(...candidates)
}
