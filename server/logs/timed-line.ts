import { findLineTime, fromEpoch, parseTimeText } from './line-time'

/** A line: its text, without its time in some formats, and its labels. */
export type ParsedLine = {
  /** Milliseconds since 1970; undefined for a line without a time in a known format. */
  time: number | undefined
  message: string
  labels?: Record<string, string>
}
type TimedLine = ParsedLine & { time: number }

/** The members of a line with its time, text and level, where a backend names them. */
export type LineFields = { timestamp?: readonly string[]; message?: readonly string[]; level?: readonly string[] }

/** Common names for the members of a JSON line. */
const timeNames = [
  'timestamp',
  '@timestamp',
  'time',
  'ts',
  '@t',
  't',
  'datetime',
  'date',
  'asctime',
  'eventTime',
  '__REALTIME_TIMESTAMP',
]
const textNames = ['message', 'msg', '@m', '@mt', 'event', 'short_message', 'MESSAGE', 'log']
const MOST_LABELS = 20
const LONGEST_LABEL = 200
/** Longer JSON lines are shown unchanged. */
const LONGEST_JSON = 64 * 1024

/**
 * Parses a line that is a JSON object: its message, with the other members as labels; unchanged when it contains more
 * than labels can.
 */
function parseJsonLine(text: string, fields: LineFields, nowMs: number): ParsedLine | undefined {
  if (!text.startsWith('{') || text.length > LONGEST_JSON) return undefined
  const object = tryParseObject(text)
  if (!object) return undefined
  const timeName = timeNames.find((name) => name in object && readTime(object[name], nowMs) !== undefined)
  const time = fields.timestamp
    ? readTime(memberAt(object, fields.timestamp), nowMs)
    : timeName === undefined
      ? readInstant(object['instant'])
      : readTime(object[timeName], nowMs)
  const named = fields.message && memberAt(object, fields.message)
  const textName =
    typeof named === 'string' ? fields.message?.[0] : textNames.find((name) => typeof object[name] === 'string')
  if (time === undefined && textName === undefined) return undefined
  const message = typeof named === 'string' ? named : textName === undefined ? undefined : String(object[textName])
  const usedNames = new Set([fields.timestamp ? fields.timestamp[0] : timeName, textName])
  const rest = Object.entries(object).filter(([name]) => !usedNames.has(name))
  const plain = rest.filter(([, one]) => ['string', 'number', 'boolean'].includes(typeof one))
  const level = fields.level && memberAt(object, fields.level)
  const labels = Object.fromEntries([
    ...plain.slice(0, MOST_LABELS).map(([name, one]) => [name, String(one).slice(0, LONGEST_LABEL)]),
    ...(typeof level === 'string' || typeof level === 'number' ? [['level', String(level)]] : []),
    // Serilog leaves out its usual level.
    ...('@t' in object && !('@l' in object) ? [['@l', 'Information']] : []),
  ]) as Record<string, string>
  // Docker stores each line with its line end.
  const isDocker = textName === 'log' && 'stream' in object
  const isAll =
    message !== undefined &&
    plain.length === rest.length &&
    plain.length <= MOST_LABELS &&
    plain.every(([, one]) => String(one).length <= LONGEST_LABEL)
  return { time, message: isDocker && message ? message.replace(/\r?\n$/, '') : isAll ? message : text, labels }
}

function tryParseObject(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

const memberAt = (object: Readonly<Record<string, unknown>>, path: readonly string[]): unknown =>
  // A name with dots is a member of its own in some formats.
  Object.hasOwn(object, path.join('.'))
    ? object[path.join('.')]
    : path.reduce<unknown>(
        (at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined),
        object
      )

/** A time in a member: a text, a number, or MongoDB's `{"$date": …}`. */
function readTime(value: unknown, nowMs: number): number | undefined {
  if (typeof value === 'object' && value !== null && '$date' in value) return parseLogTime(value.$date, nowMs)
  return parseLogTime(value, nowMs)
}

/** The time of Log4j's JSON layout. */
function readInstant(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('epochSecond' in value)) return undefined
  const { epochSecond: seconds, nanoOfSecond: nanos } = value as { epochSecond: unknown; nanoOfSecond?: unknown }
  return typeof seconds === 'number'
    ? seconds * 1000 + Math.floor((typeof nanos === 'number' ? nanos : 0) / 1e6)
    : undefined
}

/** Parses a time: a text, or seconds, milliseconds, microseconds or nanoseconds since 1970. */
export function parseLogTime(value: unknown, nowMs = Date.now()): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? fromEpoch(value) : undefined
  if (typeof value !== 'string') return undefined
  const time = parseTimeText(value, nowMs)
  if (time !== undefined) return time
  // Other formats with a year and a time of day. `Date.parse` finds a date in nearly any text with a number.
  const other = /\d{4}/.test(value) && /\d:\d{2}/.test(value) && value.length <= 60 ? Date.parse(value) : NaN
  return Number.isNaN(other) ? undefined : other
}

/** Values of the pairs of a line: `ts=… level=… msg="…"`. */
function readPairs(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, plain] of text
    .slice(0, 4000)
    .matchAll(/(?:^|\s)([\w.@-]{1,60})=(?:"((?:\\.|[^"\\])*)"|([^\s"]*))/g))
    if (!found.has(name)) found.set(name, quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1'))
  return found
}

/** Applies the fields of a backend to a line of pairs. */
function parsePairLine(text: string, fields: LineFields, nowMs: number): ParsedLine | undefined {
  const pairs = readPairs(text)
  const valueOf = (path?: readonly string[]) => path && pairs.get(path.join('.'))
  const [time, message, level] = [valueOf(fields.timestamp), valueOf(fields.message), valueOf(fields.level)]
  if (time === undefined && message === undefined && level === undefined) return undefined
  return {
    time: fields.timestamp ? parseLogTime(time, nowMs) : findLineTime(text, nowMs),
    message: message ?? text,
    ...(level !== undefined && { labels: { level } }),
  }
}

/** Parses a line. Its text stays unchanged, except for JSON. */
export function parseLogLine(text: string, nowMs: number, fields: LineFields = {}): ParsedLine {
  const json = parseJsonLine(text, fields, nowMs)
  if (json) return json
  const hasFields = fields.timestamp ?? fields.message ?? fields.level
  const pairs = hasFields ? parsePairLine(text, fields, nowMs) : undefined
  return pairs ?? { time: findLineTime(text, nowMs), message: text }
}

/** Same; undefined for a line without a time. */
export function parseTimedLine(text: string, nowMs: number, fields: LineFields = {}): TimedLine | undefined {
  const { time, ...rest } = parseLogLine(text, nowMs, fields)
  return time === undefined ? undefined : { time, ...rest }
}

/** Whether a line without a time continues the previous one, as in a stack trace. */
export const isContinuation = (text: string): boolean =>
  /^(?:\s|Caused by:|Traceback |\.\.\. \d+ more|[}\])]|Suppressed:)/.test(text) || text === ''
