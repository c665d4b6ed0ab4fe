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
 * A moment written as arithmetic on now (`now-2d`, `now+1h/h`, `now/d`) or as a timestamp.
 * Units: s, m (minutes), h, d, w, M or mo (months), y. `/unit` goes back to the unit's beginning; weeks begin on Monday.
 * Days and longer are those of the calendar: a day is 23 or 25 hours long where the clocks change.
 * @param timeZone whose calendar it is, and whose clock a timestamp without an offset is read from.
 * @returns undefined for anything else.
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
  // A plain date: one with a zone writes itself with its offset.
  return valid(new Date(date.getTime()))
}

const unitOf = (written: string | undefined) => (written === 'mo' ? 'M' : written) as Unit

/** Only whole dates: the engine's own parser takes almost anything for a date. */
const timestamp = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?( ?Z| ?[+-]\d{2}(?::?\d{2})?)?$/

/** A date, or a date and a time, as ISO 8601 or as people write it: `2026-11-21 05:33:27.123 +01:00`. */
export function parseTimestamp(text: string, timeZone = 'UTC'): Date | undefined {
  const match = timestamp.exec(text)
  if (!match) return undefined
  const offset = match[1]?.trim()
  const local = text.slice(0, text.length - (match[1]?.length ?? 0)).replace(' ', 'T')
  const read = new Date(`${local}${local.includes('T') ? '' : 'T00:00'}${offset ? iso(offset) : 'Z'}`)
  // 30 February is no date, though the engine makes 2 March of it.
  if (Number.isNaN(read.getTime()) || (!offset && !read.toISOString().startsWith(local.slice(0, 10)))) return undefined
  return offset ? read : atWallTime(read, timeZone)
}

/** The moment at which the clocks of a zone show what `wall` says in UTC; after a jump forward if it falls into one. */
export function atWallTime(wall: Date, timeZone: string): Date | undefined {
  const zoned = inZone(timeZone)(0)
  zoned.setFullYear(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate())
  zoned.setHours(wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds(), wall.getUTCMilliseconds())
  return valid(new Date(zoned.getTime()))
}

const iso = (offset: string) => (/^[+-]\d{2}$/.test(offset) ? `${offset}:00` : offset)
const valid = (date: Date) => (Number.isNaN(date.getTime()) ? undefined : date)
