/** Levels of lines, the worst first; `other` for lines without a level. */
export const logLevels = ['fatal', 'error', 'warning', 'info', 'debug', 'trace', 'other'] as const
export type LogLevel = (typeof logLevels)[number]

/** Words for levels in logs. */
const words: Readonly<Record<string, LogLevel>> = {
  fatal: 'fatal',
  critical: 'fatal',
  crit: 'fatal',
  panic: 'fatal',
  emerg: 'fatal',
  emergency: 'fatal',
  alert: 'fatal',
  error: 'error',
  err: 'error',
  severe: 'error',
  warning: 'warning',
  warn: 'warning',
  info: 'info',
  information: 'info',
  notice: 'info',
  debug: 'debug',
  fine: 'debug',
  trace: 'trace',
  verbose: 'trace',
}

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
const named = ['level', 'severity', 'lvl', 'loglevel', 'log.level', 'detected_level'] as const

/** Levels are near the start of a line. Later, the same words are part of the message. */
const LOOKED_AT = 200

/** Matches `level=warn` and `"level":"warn"` anywhere, and `[WARN]`, ` WARN ` and `WARN:` in capitals. */
const pair = /\b(?:level|severity|lvl)"?\s*[=:]\s*"?([a-z]+)/i
const capitals =
  /(?:^|[\s[(|<])(FATAL|CRITICAL|CRIT|PANIC|EMERG|ALERT|ERROR|ERR|SEVERE|WARNING|WARN|INFO|NOTICE|DEBUG|TRACE|VERBOSE)(?=[\s\])|>:,]|$)/
const lower =
  /(?:^|\s)(?:\[(fatal|critical|panic|error|warning|warn|info|notice|debug|trace)\]|(fatal|panic|error|warning|warn):)/
/** The header of klog: `E1124 21:14:47.000000`. */
const klog = /^([FEWI])\d{4} \d{2}:\d{2}/

const read = (word: string): LogLevel | undefined => words[word.trim().toLowerCase()] ?? numbers[word.trim()]

/** @param message without ANSI escape sequences */
export function readLogLevel(labels: Readonly<Record<string, string>>, message: string): LogLevel {
  for (const name of named) {
    const level = labels[name] === undefined ? undefined : read(labels[name])
    if (level) return level
  }
  const start = message.slice(0, LOOKED_AT)
  const [, letter] = klog.exec(start) ?? []
  if (letter) return { F: 'fatal', E: 'error', W: 'warning', I: 'info' }[letter] as LogLevel
  const found = pair.exec(start)?.[1] ?? capitals.exec(start)?.[1]
  if (found) return read(found) ?? 'other'
  const [, bracketed, prefixed] = lower.exec(start) ?? []
  return read(bracketed ?? prefixed ?? '') ?? 'other'
}

/** Whether the key `n` stops at the level. */
export const isErrorLevel = (level: LogLevel): boolean => level === 'fatal' || level === 'error'
