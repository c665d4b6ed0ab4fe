/** How bad a line says it is, the worst first; `other` where it does not say. */
export const levels = ['fatal', 'error', 'warning', 'info', 'debug', 'trace', 'other'] as const
export type Level = (typeof levels)[number]

/** What programs call them. */
const words: Readonly<Record<string, Level>> = {
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

/** Those of pino and bunyan. */
const numbers: Readonly<Record<string, Level>> = {
  60: 'fatal',
  50: 'error',
  40: 'warning',
  30: 'info',
  20: 'debug',
  10: 'trace',
}

/** Labels in which a level may stand. */
const named = ['level', 'severity', 'lvl', 'loglevel', 'log.level', 'detected_level'] as const

/** Levels stand near the beginning of a line; farther in, the same words are what it is about. */
const LOOKED_AT = 200

/** `level=warn` and `"level":"warn"`, wherever it stands; `[WARN]`, ` WARN ` and `WARN:` in capitals. */
const pair = /\b(?:level|severity|lvl)"?\s*[=:]\s*"?([a-z]+)/i
const capitals =
  /(?:^|[\s[(|<])(FATAL|CRITICAL|CRIT|PANIC|EMERG|ALERT|ERROR|ERR|SEVERE|WARNING|WARN|INFO|NOTICE|DEBUG|TRACE|VERBOSE)(?=[\s\])|>:,]|$)/
const lower =
  /(?:^|\s)(?:\[(fatal|critical|panic|error|warning|warn|info|notice|debug|trace)\]|(fatal|panic|error|warning|warn):)/
/** The header of klog: `E1124 21:14:47.000000`. */
const klog = /^([FEWI])\d{4} \d{2}:\d{2}/

const read = (word: string): Level | undefined => words[word.trim().toLowerCase()] ?? numbers[word.trim()]

/** @param message without ANSI escapes */
export function levelOf(labels: Readonly<Record<string, string>>, message: string): Level {
  for (const name of named) {
    const level = labels[name] === undefined ? undefined : read(labels[name])
    if (level) return level
  }
  const start = message.slice(0, LOOKED_AT)
  const [, letter] = klog.exec(start) ?? []
  if (letter) return { F: 'fatal', E: 'error', W: 'warning', I: 'info' }[letter] as Level
  const found = pair.exec(start)?.[1] ?? capitals.exec(start)?.[1]
  if (found) return read(found) ?? 'other'
  const [, bracketed, said] = lower.exec(start) ?? []
  return read(bracketed ?? said ?? '') ?? 'other'
}

/** Whether `n` stops at it. */
export const isBad = (level: Level): boolean => level === 'fatal' || level === 'error'
