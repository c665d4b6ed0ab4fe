import { anyLevelWord, levelWords } from '@/shared/logs/level-words'

/** Levels of lines, the worst first; `other` for lines without a level. */
export const logLevels = ['fatal', 'error', 'warning', 'info', 'debug', 'trace', 'other'] as const
export type LogLevel = (typeof logLevels)[number]

const words = new Map(
  Object.entries(levelWords).flatMap(([level, names]) => names.split(' ').map((name) => [name, level as LogLevel]))
)

/** Letters for levels, in formats where a letter can be nothing else. */
const letters: Readonly<Record<string, LogLevel>> = {
  F: 'fatal',
  C: 'fatal',
  E: 'error',
  W: 'warning',
  N: 'info',
  I: 'info',
  D: 'debug',
  V: 'trace',
  T: 'trace',
}

/** Severities of syslog, from 0. */
const severities: readonly LogLevel[] = ['fatal', 'fatal', 'fatal', 'error', 'warning', 'info', 'info', 'debug']

/** Level numbers of pino and bunyan. */
const numbers: Readonly<Record<string, LogLevel>> = {
  60: 'fatal',
  50: 'error',
  40: 'warning',
  30: 'info',
  20: 'debug',
  10: 'trace',
}

/** Labels that may contain the level. */
const named = [
  'level',
  'severity',
  'lvl',
  'loglevel',
  'log.level',
  'detected_level',
  '@l',
  'levelname',
  'level_name',
  'log_level',
  'Level',
  'LogLevel',
  'PRIORITY',
  'priority',
  's',
] as const

/** Levels are near the start of a line. Later, the same words are part of the message. */
const LOOKED_AT = 200

const capitalWords =
  'FATAL|CRITICAL|CRIT|PANIC|EMERG|ALERT|ERROR|ERR|SEVERE|WARNING|WARN|INFO|NOTICE|DEBUG|TRACE|VERBOSE|FINER|FINEST|FINE|FTL|WRN|INF|DBG|TRC|VRB|FAIL|CONFIG'

/** Matches `level=warn` and `"level":"warn"` anywhere. */
const pair = /(?:^|[\s,{[("])(?:@l|log\.level|level(?:_?name)?|log_?level|severity|lvl)"?\s*[=:]\s*"?([a-z]+|\d+)/i
/** `[WARN]`, ` WARN `, `WARN:` and `|WARN|` in capitals. */
const capitals = new RegExp(`(?:^|[\\s\\[\\](|</])(${capitalWords}|LOG(?=:))(?=[\\s\\]):>|,!]|$)(?!: ?")`)
/** `[warn]`, `[core:warn]`, `<warn>` and `(warn)` in any letters; `error:` and `warn:` after a space. */
const bracketed = new RegExp(`[\\[<(](?:[\\w.-]{0,40}:)?(${anyLevelWord}) *[\\]>)]`, 'i')
const prefixed = /(?:^|\s)(fatal|panic|error|warning|warn):/
/** A level that begins a line, also after its time: `Error: …`, `fail: Microsoft.AspNetCore…`. */
const leading = new RegExp(
  `^(?:[\\[(]?[\\dT:.,/+Z-]+[\\])]? +){0,3}(?:##\\[)?(fatal(?= error:)|${anyLevelWord})(?: error)?(?: *[:\\]]| +-+ )`,
  'i'
)
/** An exception or a stack trace that begins a line. */
const exception =
  /^(?:[\dT:.,/+Z-]+ +){0,3}(?:Traceback \(|(?:Uncaught |Unhandled |thrown )?(?:Exception\b|[\w.$]*(?:Error|Exception)\b(?=[:( ]|$))|(?:Unhandled|Uncaught) )/
/** The header of klog: `E1124 21:14:47.000000`, also with a year. */
const klog = /^([FEWID])(?:\d{4})?\d{4} \d{2}:\d{2}/
/** The priority of syslog: `<34>`, also with a version. */
const priority = /^<(\d{1,3})>/
/** A letter after the time, between bars or brackets: `… 21:14:47.000 E NETWORK`, `[E 2026-11-24 …]`, `|W|`. */
const letter =
  /^(?:[\d-]+[T ])?\d{2}:\d{2}:\d{2}\S*(?: +[+-]\d{2}:?\d{2})?(?: +\d+){0,2} +([FCEWNIDVT])(?= |\/)|^\[([FCEWNIDVT])[ ,\]]|[|<]([FCEWIDVT])[|>]|^([FCEWIDVT]), \[|^([FEWIDV])\/[\w.-]+(?:\(|:)/
/** The mark of Redis after the time. */
const redis = /^\d+:[A-Z] .{10,30}? ([.*#-]) /

const read = (word: string): LogLevel | undefined => {
  const text = word.trim()
  return words.get(text.toLowerCase()) ?? numbers[text] ?? severities[Number(text || NaN)] ?? letters[text]
}

/** @param message without ANSI escape sequences */
export function readLogLevel(labels: Readonly<Record<string, string>>, message: string): LogLevel {
  for (const name of named) {
    const level = labels[name] === undefined ? undefined : read(labels[name])
    if (level) return level
  }
  const level = levelInText(message.slice(0, LOOKED_AT))
  // A stack trace may follow a line about something else.
  return (level === 'other' || level === 'info') && /^Traceback \(most recent call last\)/m.test(message)
    ? 'error'
    : level
}

function levelInText(start: string): LogLevel {
  const [, header] = klog.exec(start) ?? []
  if (header) return letters[header] ?? 'other'
  const found = read(
    pair.exec(start)?.[1] ??
      capitals.exec(start)?.[1] ??
      leading.exec(start)?.[1] ??
      bracketed.exec(start)?.[1] ??
      prefixed.exec(start)?.[1] ??
      ''
  )
  if (found) return found
  const one = letter.exec(start)?.slice(1).find(Boolean)
  if (one) return letters[one] ?? 'other'
  const [, mark] = redis.exec(start) ?? []
  if (mark) return mark === '#' ? 'warning' : mark === '*' ? 'info' : 'debug'
  if (exception.test(start)) return 'error'
  const [, number] = priority.exec(start) ?? []
  return (number === undefined ? undefined : severities[Number(number) % 8]) ?? 'other'
}

/** Whether the key `n` stops at the level. */
export const isErrorLevel = (level: LogLevel): boolean => level === 'fatal' || level === 'error'
