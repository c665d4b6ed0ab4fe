import {
  add,
  startOfDay,
  startOfHour,
  startOfISOWeek,
  startOfMinute,
  startOfMonth,
  startOfSecond,
  startOfYear,
} from 'date-fns'
import { inZone } from './time/zone'

const units = {
  s: { name: 'seconds', start: startOfSecond },
  m: { name: 'minutes', start: startOfMinute },
  h: { name: 'hours', start: startOfHour },
  d: { name: 'days', start: startOfDay },
  w: { name: 'weeks', start: startOfISOWeek },
  M: { name: 'months', start: startOfMonth },
  y: { name: 'years', start: startOfYear },
} as const
type Unit = keyof typeof units

const step = /([+-])(\d{1,6})(mo|[smhdwMy])|\/(mo|[smhdwMy])/g
const whole = /^now((?:[+-]\d{1,6}(?:mo|[smhdwMy])|\/(?:mo|[smhdwMy]))*)$/

/**
 * Parses a time written as date math (`now-2d`, `now+1h/h`, `now/d`) or as a timestamp. Units: s, m (minutes), h, d, w,
 * M or mo (months), y. `/unit` rounds down to the start of the unit; weeks start on Monday. Days and longer units
 * follow the calendar: a day has 23 or 25 hours when the clocks change.
 * @param timeZone the zone of the calendar, and of timestamps without an offset
 * @returns undefined for any other text.
 */
export function parseDatemath(text: string, now: Date, timeZone = 'UTC'): Date | undefined {
  const [, steps] = whole.exec(text.trim()) ?? []
  if (steps === undefined) return parseTimestamp(text.trim(), timeZone)
  const options = { in: inZone(timeZone) }
  let date = now
  for (const [, sign, amount, unit, floor] of steps.matchAll(step)) {
    if (floor) date = units[unitOf(floor)].start(date, options)
    else date = add(date, { [units[unitOf(unit)].name]: Number(`${sign}${amount}`) }, options)
  }
  // Converts to a plain date. A zoned date is formatted with its offset.
  return valid(new Date(date.getTime()))
}

const unitOf = (written: string | undefined) => (written === 'mo' ? 'M' : written) as Unit

/** Accepts complete dates only. The built-in parser accepts almost any text. */
const timestamp = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?( ?Z| ?[+-]\d{2}(?::?\d{2})?)?$/

/** Parses a date or a date and time in ISO 8601 or a similar format: `2026-11-21 05:33:27.123 +01:00`. */
export function parseTimestamp(text: string, timeZone = 'UTC'): Date | undefined {
  const match = timestamp.exec(text)
  if (!match) return undefined
  const offset = match[1]?.trim()
  const local = text.slice(0, text.length - (match[1]?.length ?? 0)).replace(' ', 'T')
  const read = new Date(`${local}${local.includes('T') ? '' : 'T00:00'}${offset ? iso(offset) : 'Z'}`)
  // Rejects dates such as 30 February, which the built-in parser turns into 2 March.
  if (Number.isNaN(read.getTime()) || (!offset && !read.toISOString().startsWith(local.slice(0, 10)))) return undefined
  return offset ? read : atWallTime(read, timeZone)
}

/**
 * The time at which the clocks of a zone show the UTC fields of `wall`. For a time skipped by a clock change, the time
 * after the change.
 */
export function atWallTime(wall: Date, timeZone: string): Date | undefined {
  const zoned = inZone(timeZone)(0)
  zoned.setFullYear(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate())
  zoned.setHours(wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds(), wall.getUTCMilliseconds())
  return valid(new Date(zoned.getTime()))
}

const iso = (offset: string) => (/^[+-]\d{2}$/.test(offset) ? `${offset}:00` : offset)
const valid = (date: Date) => (Number.isNaN(date.getTime()) ? undefined : date)
