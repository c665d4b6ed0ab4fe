import { formatAge, formatAgo } from '../shared/format'

export const dateFormats = ['timestamp', 'short', 'medium', 'full'] as const
export type DateFormat = (typeof dateFormats)[number]

type Reader = { now: Date; timeZone: string }

/**
 * Formats a time in the preferred format of the reader. `timestamp`: `2026-11-21 14:05:09.123`; `short`: `4m ago`, `in
 * 2h`; `full`: `Saturday, 21 November 2026, 14:05:09 CET`; `medium`: as short as possible: `14:05` today, `Tue 14:05`
 * this week, `3 Nov, 14:05` this year, otherwise with the year.
 */
export function formatDate(at: Date, format: DateFormat, { now, timeZone }: Reader): string {
  switch (format) {
    case 'timestamp':
      return formatTimestamp(at, timeZone)
    case 'short':
      return formatRelative(at, now)
    case 'medium':
      return formatMedium(at, now, timeZone)
    case 'full':
      return formatFull(at, timeZone)
  }
}

/** `2026-11-21 14:05:09.123`. */
export function formatTimestamp(at: Date, timeZone: string): string {
  const part = partsOf(at, timeZone)
  return `${dateOf(part)} ${part.hour}:${part.minute}:${part.second}.${part.fractionalSecond}`
}

/** `2026-11-21 14:05:09 CET`, with seconds and time zone. */
export function formatAbsolute(at: Date, timeZone: string): string {
  const part = partsOf(at, timeZone)
  return `${dateOf(part)} ${part.hour}:${part.minute}:${part.second} ${part.timeZoneName}`
}

/** The abbreviation of the zone at a time: `CET`, `GMT+5:30`. */
export const formatZone = (at: Date, timeZone: string): string => partsOf(at, timeZone).timeZoneName

/** As short as possible, with the time zone: `14:05 CET` today, `Tue 14:05 CET` this week, `3 Nov, 14:05 CET`. */
export const formatClock = (at: Date, { now, timeZone }: Reader): string =>
  `${formatMedium(at, now, timeZone)} ${formatZone(at, timeZone)}`

/** With milliseconds, regardless of the preferred format: `14:05:09.123` today, otherwise `21 Nov 14:05:09.123`. */
export function formatPrecise(at: Date, { now, timeZone }: Reader): string {
  const part = partsOf(at, timeZone)
  const time = `${part.hour}:${part.minute}:${part.second}.${part.fractionalSecond}`
  return dayOf(part) === dayOf(partsOf(now, timeZone)) ? time : `${shortDate(part)} ${time}`
}

/** The exact time: `2026-11-21 14:05:09 CET`, or the full format if preferred. */
export const formatExact = (at: Date, format: DateFormat, timeZone: string): string =>
  format === 'full' ? formatFull(at, timeZone) : formatAbsolute(at, timeZone)

/** `4m ago`, `just now`, `in 2h`. */
export function formatRelative(at: Date, now: Date): string {
  const ageMs = now.getTime() - at.getTime()
  return ageMs <= -1000 ? `in ${formatAge(-ageMs)}` : formatAgo(ageMs)
}

/** `Tuesday, 24 November 2026`: the calendar day of a time in the zone. */
export function formatDay(at: Date, timeZone: string): string {
  const part = partsOf(at, timeZone)
  return `${part.weekday}, ${part.day} ${part.month} ${part.year}`
}

/**
 * A range of times, as short as possible: `08:00 – 13:05` today, `18 Nov, 08:00 – 13:05`, `18 Nov, 08:00 – 21 Nov,
 * 13:05`.
 */
export function formatDates(from: Date, to: Date, { now, timeZone }: Reader): string {
  const [start, end, today] = [partsOf(from, timeZone), partsOf(to, timeZone), partsOf(now, timeZone)]
  const isOneDay = dayOf(start) === dayOf(end)
  const [left, right] = [start, end].map((part) => {
    const time = `${part.hour}:${part.minute}`
    const year = start.year === today.year && end.year === today.year ? '' : ` ${part.year}`
    const isNamed = isOneDay ? part === start && dayOf(start) !== dayOf(today) : true
    return isNamed ? `${shortDate(part)}${year}, ${time}` : time
  })
  return `${left} – ${right}`
}

function formatFull(at: Date, timeZone: string): string {
  const part = partsOf(at, timeZone)
  return `${formatDay(at, timeZone)}, ${part.hour}:${part.minute}:${part.second} ${part.timeZoneName}`
}

function formatMedium(at: Date, now: Date, timeZone: string): string {
  const part = partsOf(at, timeZone)
  const time = `${part.hour}:${part.minute}`
  const [day, today] = [dayOf(part), dayOf(partsOf(now, timeZone))]
  if (day === today) return time
  if (weekOf(day) === weekOf(today)) return `${part.weekday.slice(0, 3)} ${time}`
  const date = shortDate(part)
  const isThisYear = part.year === partsOf(now, timeZone).year
  return isThisYear ? `${date}, ${time}` : `${date} ${part.year}, ${time}`
}

type Parts = Record<
  'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'second' | 'fractionalSecond' | 'timeZoneName',
  string
>

/** Creating a formatter takes a thousand times longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Lists have many times. Those close to each other differ only in minutes and smaller units. */
const quarters = new Map<string, Parts>()
const QUARTER_MS = 15 * 60_000
const MOST_QUARTERS = 2000
/** Since then, the offsets of all zones are multiples of a quarter of an hour. */
const QUARTERS_SINCE = Date.UTC(1973, 0)

const two = (count: number) => String(count).padStart(2, '0')

function partsOf(at: Date, timeZone: string): Parts {
  const ms = at.getTime()
  // Includes invalid dates, which must throw.
  if (!(ms >= QUARTERS_SINCE)) return readParts(at, timeZone)
  const since = ms % QUARTER_MS
  const key = `${timeZone} ${ms - since}`
  let begin = quarters.get(key)
  if (!begin) {
    if (quarters.size >= MOST_QUARTERS) quarters.clear()
    begin = readParts(new Date(ms - since), timeZone)
    quarters.set(key, begin)
  }
  return {
    ...begin,
    minute: two(Number(begin.minute) + Math.floor(since / 60_000)),
    second: two(Math.floor(since / 1000) % 60),
    fractionalSecond: String(since % 1000).padStart(3, '0'),
  }
}

function readParts(at: Date, timeZone: string): Parts {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
      timeZoneName: 'short',
      timeZone,
    })
  formatters.set(timeZone, formatter)
  return Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value])) as Parts
}

/**
 * Names of the formatter. Written out, because creating twelve formatters would take longer than the rest of the
 * initial load.
 */
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const shortDate = ({ day, month }: Parts) => `${day} ${month.slice(0, 3)}`
const monthOf = ({ month }: Parts) => monthNames.indexOf(month)
const dateOf = (part: Parts) =>
  [part.year.padStart(4, '0'), String(monthOf(part) + 1).padStart(2, '0'), part.day.padStart(2, '0')].join('-')

/** Days since 1970 on the calendar of the zone. */
const dayOf = (part: Parts) => Date.UTC(Number(part.year), monthOf(part), Number(part.day)) / 86_400_000
/** 1 January 1970 was a Thursday. Weeks start on Monday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)
