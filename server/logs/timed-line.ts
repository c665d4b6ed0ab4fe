/** The time in a line, and its text, with the time removed in some formats. */
export type TimedLine = { time: number; message: string; labels?: Record<string, string> }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Times are near the beginning of a line. */
const LOOKED_AT = 120

// oxlint-disable-next-line no-control-regex -- colours before a time
const lead = String.raw`^(?:\u001b\[[0-9;]*m)*[\[(]?`
const iso = new RegExp(
  `${lead}(\\d{4}-\\d{2}-\\d{2})[T ](\\d{2}:\\d{2}:\\d{2})(?:[.,](\\d{1,9}))?\\s?(Z|[+-]\\d{2}:?\\d{2})?(?:[\\])]|(?=\\s|$|\\u001b))`
)
const slashed = new RegExp(`${lead}(\\d{4})/(\\d{2})/(\\d{2}) (\\d{2}:\\d{2}:\\d{2})(?:\\.(\\d{1,9}))?`)
const syslog = /^(?:<\d{1,3}>)?([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d{2}:\d{2}:\d{2})\s/
const web = /\[(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{4})\]/
const klog = /^[FEWI](\d{2})(\d{2}) (\d{2}:\d{2}:\d{2})\.(\d{1,9})/
const epoch = /^(1\d{9})(?:\.(\d{1,9}))?\s/

const fraction = (digits = '') => digits.slice(0, 3).padEnd(3, '0')
const zone = (text = '') => (/^[+-]\d{4}$/.test(text) ? `${text.slice(0, 3)}:${text.slice(3)}` : text)

/** @param nowMs determines the year of a line without one: its time is not in the future. */
function timeIn(start: string, nowMs: number): number | undefined {
  const [, date, clock, part, at] = iso.exec(start) ?? []
  // Without a zone it is the local time of this machine, which wrote the line.
  if (date) return valid(`${date}T${clock}.${fraction(part)}${zone(at)}`)
  const [, year, month, day, time, piece] = slashed.exec(start) ?? []
  if (year) return valid(`${year}-${month}-${day}T${time}.${fraction(piece)}`)
  const [, dayOfWeb, monthOfWeb = '', yearOfWeb, timeOfWeb, zoneOfWeb] = web.exec(start) ?? []
  if (dayOfWeb) return valid(`${yearOfWeb}-${monthNumber(monthOfWeb)}-${dayOfWeb}T${timeOfWeb}.000${zone(zoneOfWeb)}`)
  const [, name = '', dayOfMonth = '', timeOfDay] = syslog.exec(start) ?? []
  if (timeOfDay) return withYear(`${monthNumber(name)}-${dayOfMonth.padStart(2, '0')}T${timeOfDay}.000`, nowMs)
  const [, monthOf, dayOf, clockOf, micro] = klog.exec(start) ?? []
  if (clockOf) return withYear(`${monthOf}-${dayOf}T${clockOf}.${fraction(micro)}`, nowMs)
  const [, seconds, rest] = epoch.exec(start) ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1000 + Number(fraction(rest))
}

const monthNumber = (name: string) => String(months.indexOf(name.toLowerCase()) + 1).padStart(2, '0')

function valid(text: string): number | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

const DAY_MS = 86_400_000

function withYear(rest: string, nowMs: number): number | undefined {
  const year = new Date(nowMs).getFullYear()
  const time = valid(`${year}-${rest}`)
  return time !== undefined && time > nowMs + DAY_MS ? valid(`${year - 1}-${rest}`) : time
}

/** Common names for the members of a JSON line. */
const timeNames = ['timestamp', '@timestamp', 'time', 'ts', 't', 'datetime']
const textNames = ['message', 'msg', 'event']
const MOST_LABELS = 20
const LONGEST_LABEL = 200
/** Longer JSON lines are shown unchanged. */
const LONGEST_JSON = 64 * 1024

/**
 * Parses a line that is a JSON object: its message, with the other members as labels; unchanged when it contains more
 * than labels can.
 */
function parseJsonLine(text: string): TimedLine | undefined {
  if (!text.startsWith('{') || text.length > LONGEST_JSON) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const object = value as Record<string, unknown>
  const timeName = timeNames.find((name) => ['string', 'number'].includes(typeof object[name]))
  const time = timeName === undefined ? undefined : parseLogTime(object[timeName])
  if (time === undefined) return undefined
  const textName = textNames.find((name) => typeof object[name] === 'string')
  const rest = Object.entries(object).filter(([name]) => name !== timeName && name !== textName)
  const plain = rest.filter(([, one]) => ['string', 'number', 'boolean'].includes(typeof one))
  const labels = Object.fromEntries(
    plain.slice(0, MOST_LABELS).map(([name, one]) => [name, String(one).slice(0, LONGEST_LABEL)])
  )
  const isAll =
    textName !== undefined &&
    plain.length === rest.length &&
    plain.length <= MOST_LABELS &&
    plain.every(([, one]) => String(one).length <= LONGEST_LABEL)
  return { time, message: isAll ? String(object[textName]) : text, labels }
}

/** Parses a time: a text, or seconds or milliseconds since 1970. */
export function parseLogTime(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    const ms = value > 1e17 ? value / 1e6 : value > 1e14 ? value / 1000 : value > 1e11 ? value : value * 1000
    return Math.round(ms)
  }
  if (typeof value !== 'string') return undefined
  return /^\d{10,19}$/.test(value) ? parseLogTime(Number(value)) : valid(value)
}

/** Parses a line; undefined for a line without a time. Its text stays unchanged, except for JSON. */
export function parseTimedLine(text: string, nowMs: number): TimedLine | undefined {
  const json = parseJsonLine(text)
  if (json) return json
  const time = timeIn(text.slice(0, LOOKED_AT), nowMs)
  return time === undefined ? undefined : { time, message: text }
}

/** Whether a line without a time continues the previous one, as in a stack trace. */
export const isContinuation = (text: string): boolean =>
  /^(?:\s|Caused by:|Traceback |\.\.\. \d+ more|[}\])]|Suppressed:)/.test(text) || text === ''
