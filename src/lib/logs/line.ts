import { stripAnsi } from '@/shared/logs/ansi'
import { type LogLevel, readLogLevel } from './level'
import { replaceInvisible, stripLeadingTime } from './render-line'

/** An entry of a log. Its message may have several lines, such as a stack trace. */
export type LogLine = {
  id: string
  /** Milliseconds since 1970; NaN if the log service returns no time. */
  time: number
  /** The line has no time of its own: `time` only determines its place. */
  isUndated?: true
  message: string
  labels: Readonly<Record<string, string>>
  level: LogLevel
}

/** A line in the format of the protocol; only the embedded backend sends `id` and `undated`. */
type RawLogLine = { id?: unknown; timestamp?: unknown; undated?: unknown; message?: unknown; labels?: unknown }

/** The level of a line is in this number of characters. */
const LEVEL_IN = 2000

const nothing: Readonly<Record<string, string>> = {}

/** Lines have few different sets of labels. Equal sets share one object. */
function labelsOf(written: unknown, known: Map<string, Readonly<Record<string, string>>>) {
  if (typeof written !== 'object' || written === null) return nothing
  const key = JSON.stringify(written)
  const before = known.get(key)
  if (before) return before
  const labels: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(written).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
  )
  known.set(key, labels)
  return labels
}

/**
 * Parses lines; undefined for any other value.
 * @param prefix prefix of generated ids, followed by the index of the line
 */
export function parseLogLines(written: unknown, prefix: string): LogLine[] | undefined {
  // Many log services return null for an empty result.
  if (written === null || written === undefined) return []
  if (!Array.isArray(written)) return undefined
  const known = new Map<string, Readonly<Record<string, string>>>()
  const lines: LogLine[] = []
  for (const [at, one] of (written as unknown[]).entries()) {
    if (typeof one !== 'object' || one === null) return undefined
    const { id, timestamp, undated, message, labels: given } = one as RawLogLine
    if (typeof message !== 'string') return undefined
    const labels = labelsOf(given, known)
    lines.push({
      id: typeof id === 'string' && id !== '' ? id : `${prefix}${at}`,
      time: typeof timestamp === 'string' ? Date.parse(timestamp) : NaN,
      ...(undated === true && { isUndated: true as const }),
      message,
      labels,
      level: readLogLevel(labels, stripAnsi(message.slice(0, LEVEL_IN))),
    })
  }
  return lines
}

/** `2026-11-24T21:14:47.000Z`; empty for a line without a time of its own. */
export const formatLineTime = ({ time, isUndated }: Pick<LogLine, 'time' | 'isUndated'>): string =>
  Number.isNaN(time) || isUndated ? '' : new Date(time).toISOString()

/** Lines as plain text with their times, without control characters that a terminal would interpret. */
export const formatLogLines = (lines: readonly LogLine[]): string =>
  lines
    .map((line) =>
      [
        formatLineTime(line),
        replaceInvisible(stripAnsi(Number.isNaN(line.time) ? line.message : stripLeadingTime(line.message))),
      ]
        .filter(Boolean)
        .join(' ')
    )
    .join('\n')

/** The evidence of a line. */
export const toLogEvidence = (line: LogLine) => ({
  timestamp: formatLineTime(line),
  // Replaces characters that a database cannot store.
  message: line.message.replaceAll('\0', '\u2400').replace(/\p{Surrogate}/gu, '\ufffd'),
  labels: line.labels,
})
