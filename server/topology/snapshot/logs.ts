import type { StoredLogLine, LogReader, LogSelector } from '../../platform/log-reader'
import { formatError } from '../../platform/outside/error-text'

/** Limit per selector; the newest lines are kept. */
const MOST_LINES = 10_000

export type LogFormat = 'log' | 'json'

/** Reads the log of a selector as a file, with a note for the README. An error becomes the note and is not thrown. */
export async function readLogFile(
  logs: LogReader,
  selector: LogSelector,
  { start, end, format }: { start: Date; end: Date; format: LogFormat },
  signal: AbortSignal
): Promise<{ text?: string; note: string }> {
  try {
    const { lines, isAll, notes } = await logs.readNewest(selector, { start, end, limit: MOST_LINES }, signal)
    const count = lines.length === 1 ? '1 line' : `${lines.length} lines`
    return {
      text: formatLines(lines, format),
      note: [isAll ? `${count}.` : `only the newest ${count}.`, ...notes].join(' '),
    }
  } catch (error) {
    signal.throwIfAborted()
    return { note: `omitted. ${formatError(error)}` }
  }
}

const formatLines = (lines: readonly StoredLogLine[], format: LogFormat): string =>
  format === 'json'
    ? `${JSON.stringify(
        lines.map(({ text: _text, ...line }) => line),
        null,
        1
      )}\n`
    : lines.map(({ text }) => `${text}\n`).join('')
