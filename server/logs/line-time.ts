import { anyLevelWord } from '@/shared/logs/level-words'

/** Times are near the beginning of a line. */
const LOOKED_AT = 300

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAY_MS = 86_400_000

/** Offsets of the names of zones that formats for dates use. */
const zones: Readonly<Record<string, string>> = {
  z: 'Z',
  utc: 'Z',
  gmt: 'Z',
  est: '-05:00',
  edt: '-04:00',
  cst: '-06:00',
  cdt: '-05:00',
  mst: '-07:00',
  mdt: '-06:00',
  pst: '-08:00',
  pdt: '-07:00',
  wet: '+00:00',
  west: '+01:00',
  bst: '+01:00',
  cet: '+01:00',
  cest: '+02:00',
  eet: '+02:00',
  eest: '+03:00',
  msk: '+03:00',
  jst: '+09:00',
  aest: '+10:00',
}
const zonePattern = `(Z|[+-]\\d{2}(?::?\\d{2})?|${Object.keys(zones).slice(1).join('|')})`

type Parts = {
  year?: string | undefined
  /** A number, or the name of a month. */
  month: string
  day: string
  clock: string
  fraction?: string | undefined
  half?: string | undefined
  zone?: string | undefined
}

type Format = {
  /** The kind of its first character: other formats are not tried. */
  begins: 'digit' | 'letter' | 'either'
  text: string
  /** The meaning of its groups. */
  order: readonly (keyof Parts)[]
}

const weekday = '(?:[A-Z][a-z]{2},? )?'
const month = '([A-Z][a-z]{2})'
const clock = '(\\d{2}:\\d{2}:\\d{2})'
const fraction = '(?:[.,](\\d{1,9}))?'

const formats: readonly Format[] = [
  {
    // 2026-11-24T10:00:00.123Z, 2026-11-24 10:00:00,123 +0100, 2026/11/24 10:00:00
    begins: 'digit',
    text: `(\\d{4})[-/](\\d{2})[-/](\\d{2})[T ](\\d{2}:\\d{2}(?::\\d{2})?)${fraction}(?: ?${zonePattern}\\b)?`,
    order: ['year', 'month', 'day', 'clock', 'fraction', 'zone'],
  },
  {
    // 20261124T100000Z, 20261124 10:00:00
    begins: 'digit',
    text: `(\\d{4})(\\d{2})(\\d{2})[T ](\\d{2}:?\\d{2}:?\\d{2})${fraction}(?: ?${zonePattern}\\b)?`,
    order: ['year', 'month', 'day', 'clock', 'fraction', 'zone'],
  },
  {
    // 24/Nov/2026:10:00:00 +0100
    begins: 'digit',
    text: `(\\d{2})/${month}/(\\d{4}):${clock}${fraction}(?: ${zonePattern}\\b)?`,
    order: ['day', 'month', 'year', 'clock', 'fraction', 'zone'],
  },
  {
    // Tue Nov 24 10:00:00 2026, Tue Nov 24 10:00:00.123456 2026, Tue Nov 24 10:00:00 CET 2026
    begins: 'letter',
    text: `${weekday}${month} {1,2}(\\d{1,2}) ${clock}${fraction} (?:${zonePattern} )?(\\d{4})\\b`,
    order: ['month', 'day', 'clock', 'fraction', 'zone', 'year'],
  },
  {
    // Tue, 24 Nov 2026 10:00:00 GMT, 24-Nov-2026 10:00:00.123
    begins: 'either',
    text: `${weekday}(\\d{1,2})[- ]${month}[a-z]{0,6}[- ](\\d{4}) ${clock}${fraction}(?: ${zonePattern}\\b)?`,
    order: ['day', 'month', 'year', 'clock', 'fraction', 'zone'],
  },
  {
    // Nov 24, 2026 10:00:00 AM
    begins: 'letter',
    text: `${month}[a-z]{0,6} (\\d{1,2}), (\\d{4}),? (\\d{1,2}:\\d{2}:\\d{2})${fraction} ?([AP]M)?`,
    order: ['month', 'day', 'year', 'clock', 'fraction', 'half'],
  },
  {
    // Nov 24 2026 10:00:00, of network devices
    begins: 'letter',
    text: `${month} {1,2}(\\d{1,2}) (\\d{4}) ${clock}${fraction}(?: ${zonePattern}\\b)?`,
    order: ['month', 'day', 'year', 'clock', 'fraction', 'zone'],
  },
  {
    // Nov 24 10:00:00
    begins: 'letter',
    text: `${month} {1,2}(\\d{1,2}) ${clock}${fraction}(?: ${zonePattern}(?=[ :]))?`,
    order: ['month', 'day', 'clock', 'fraction', 'zone'],
  },
  {
    // 24.11.2026 10:00:00
    begins: 'digit',
    text: `(\\d{2})\\.(\\d{2})\\.(\\d{4}),? ${clock}${fraction}`,
    order: ['day', 'month', 'year', 'clock', 'fraction'],
  },
  {
    // 11/24/2026 10:00:00 AM. Without AM or PM, the day may be first.
    begins: 'digit',
    text: `(\\d{1,2})/(\\d{1,2})/(\\d{4}),? (\\d{1,2}:\\d{2}:\\d{2})${fraction} ?([AP]M)\\b`,
    order: ['month', 'day', 'year', 'clock', 'fraction', 'half'],
  },
  {
    // 11-24 10:00:00.123, of Android
    begins: 'digit',
    text: `(\\d{2})-(\\d{2}) ${clock}\\.(\\d{1,9})`,
    order: ['month', 'day', 'clock', 'fraction'],
  },
]

/** Parts of a line that may precede its time: colours, a level, brackets, the name of a container, a priority. */
const before = new RegExp(
  [
    // oxlint-disable-next-line no-control-regex -- colours before a time
    String.raw`\u001b\[[0-9;]*m`,
    String.raw`<\d{1,3}>(?:\d{1,2} )?`,
    `\\[?(?:${anyLevelWord})\\]?(?:[:,|][ \\t]*|[ \\t]+)`,
    String.raw`[A-Z], |\[[A-Z] `,
    String.raw`\[[^\]\n]{0,60}\][: ]?\s?`,
    String.raw`[\w./-]{1,60} {0,20}\| ?`,
    String.raw`\d+:[A-Z] `,
    String.raw`[*("']`,
  ].join('|'),
  'iy'
)
const MOST_PARTS_BEFORE = 5

/** A word may not continue a time. */
const compiled = formats.map(({ begins, text, order }) => ({
  begins,
  order,
  start: new RegExp(`\\[?${text}(?!\\w)`, 'iy'),
  whole: new RegExp(`^\\s*${text}\\s*$`, 'i'),
}))
const digitFormats = compiled.filter(({ begins }) => begins !== 'letter')
const letterFormats = compiled.filter(({ begins }) => begins !== 'digit')

/** The time of a request in the middle of a line, in the format of web servers. */
const web = /\[(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{4})\]/
const klog = /^[FEWID](\d{4})?(\d{2})(\d{2}) (\d{2}:\d{2}:\d{2})\.(\d{1,9})/
const audit = /^(?:\S+=\S+ )?(?:type=\S+ )?msg=audit\((\d{10})\.(\d{1,9}):\d+\)/
/** Seconds, milliseconds, microseconds and nanoseconds since 1970, from 2001 to 2033. */
const epoch = /^[[(]?(1\d{9}(?:\d{3}|\d{6}|\d{9})?)(?:\.(\d{1,9}))?[\])]?(?=[\s,;:|]|$)/
/** Names for the time in lines of pairs: `ts=… level=…`. */
const pairName = /(?:^|\s)(?:time|timestamp|ts|t|@timestamp|datetime|date|at)=(?:"([^"]{1,60})"|([^\s"]{1,60}))/
const pairs = /^(?:[[<][^\]>]{0,60}[\]>]\s*)?[\w.@-]{1,40}=/

/** @param nowMs determines the year of a time without one: it is not in the future. */
export function findLineTime(line: string, nowMs: number): number | undefined {
  const start = line.slice(0, LOOKED_AT)
  const [, ofYear, ofMonth, ofDay, ofClock = '', micro] = klog.exec(start) ?? []
  if (ofMonth && ofDay)
    return toTime({ year: ofYear, month: ofMonth, day: ofDay, clock: ofClock, fraction: micro }, nowMs)
  const time = timeAtStart(start, nowMs)
  if (time !== undefined) return time
  const [, ...request] = web.exec(start) ?? []
  if (request.length > 0) {
    const [dayOfWeb = '', monthOfWeb = '', yearOfWeb, clockOfWeb = '', zone] = request
    return toTime({ year: yearOfWeb, month: monthOfWeb, day: dayOfWeb, clock: clockOfWeb, zone }, nowMs)
  }
  const [, seconds, millis = ''] = audit.exec(start) ?? []
  if (seconds) return Number(seconds) * 1000 + Number(toMillis(millis))
  const [, count, rest] = epoch.exec(start) ?? []
  if (count !== undefined) return fromEpoch(Number(count)) + (rest ? Number(toMillis(rest)) : 0)
  if (!pairs.test(start)) return undefined
  const [, quoted, plain] = pairName.exec(start) ?? []
  return parseTimeText(quoted ?? plain ?? '', nowMs)
}

/** Finds a time at the beginning of a line or after the parts that may precede it. */
function timeAtStart(start: string, nowMs: number): number | undefined {
  for (let at = 0, parts = 0; parts <= MOST_PARTS_BEFORE; parts++) {
    const first = start.charCodeAt(at) === 91 ? start.charCodeAt(at + 1) : start.charCodeAt(at)
    const isDigit = first >= 48 && first <= 57
    for (const { order, start: pattern } of isDigit ? digitFormats : letterFormats) {
      pattern.lastIndex = at
      const time = matchTime(pattern, order, start, nowMs)
      if (time !== undefined) return time
    }
    before.lastIndex = at
    const [part] = before.exec(start) ?? []
    if (part === undefined) return undefined
    at += part.length
  }
  return undefined
}

/** Parses a text that is a time and nothing else. */
export function parseTimeText(text: string, nowMs: number): number | undefined {
  if (/^\d{10}(?:\.\d{1,9})?$|^\d{13}(?:\.\d{1,9})?$|^\d{16}$|^\d{19}$/.test(text)) return fromEpoch(Number(text))
  for (const { order, whole } of compiled) {
    const time = matchTime(whole, order, text, nowMs)
    if (time !== undefined) return time
  }
  return undefined
}

/** Converts seconds, milliseconds, microseconds or nanoseconds since 1970. */
export const fromEpoch = (value: number): number =>
  Math.round(value > 1e17 ? value / 1e6 : value > 1e14 ? value / 1000 : value > 1e11 ? value : value * 1000)

function matchTime(pattern: RegExp, order: readonly (keyof Parts)[], text: string, nowMs: number) {
  const [, ...groups] = pattern.exec(text) ?? []
  if (groups.length === 0) return undefined
  const parts = Object.fromEntries(order.map((name, at) => [name, groups[at]])) as Parts
  return toTime(parts, nowMs)
}

const toMillis = (digits = '') => digits.slice(0, 3).padEnd(3, '0')

function toTime(parts: Parts, nowMs: number): number | undefined {
  const { year, day, half } = parts
  const number = /^\d/.test(parts.month)
    ? parts.month
    : String(months.indexOf(parts.month.slice(0, 3).toLowerCase()) + 1)
  const [hour = '', minute, second = '00'] = parts.clock.includes(':')
    ? parts.clock.split(':')
    : (parts.clock.match(/\d{2}/g) ?? [])
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)
  const rest = `${number.padStart(2, '0')}-${day.padStart(2, '0')}T${String(hours).padStart(2, '0')}:${minute}:${second}.${toMillis(parts.fraction)}${toOffset(parts.zone)}`
  if (year !== undefined) return valid(`${year}-${rest}`)
  const thisYear = new Date(nowMs).getFullYear()
  const time = valid(`${thisYear}-${rest}`)
  return time !== undefined && time > nowMs + DAY_MS ? valid(`${thisYear - 1}-${rest}`) : time
}

/** Without a zone, it is the local time of this machine, which wrote the line. */
function toOffset(zone: string | undefined): string {
  if (zone === undefined || zone === '') return ''
  const named = zones[zone.toLowerCase()]
  if (named !== undefined) return named
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
}

function valid(text: string): number | undefined {
  const time = Date.parse(text)
  // `2026-02-30` would be another day.
  if (Number.isNaN(time) || Number(text.slice(8, 10)) > daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7))))
    return undefined
  return time
}

const daysIn = (year: number, monthNumber: number) => new Date(Date.UTC(year, monthNumber, 0)).getUTCDate()
