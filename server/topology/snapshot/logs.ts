import type { KeptLine, LogReader, LogSelector } from '../../log-reader'
import { errorText } from '../../outside/error-text'

/** Of one selector; of more, the newest. */
const MOST_LINES = 10_000

export type LogFormat = 'log' | 'json'

/** Reads the log of a selector as a file, with what is to be told of it; what kept it out is told, and not thrown. */
export async function logFile(
  logs: LogReader,
  selector: LogSelector,
  { start, end, format }: { start: Date; end: Date; format: LogFormat },
  signal: AbortSignal
): Promise<{ text?: string; note: string }> {
  try {
    const { lines, isAll, notes } = await logs.newest(selector, { start, end, limit: MOST_LINES }, signal)
    const count = lines.length === 1 ? '1 line' : `${lines.length} lines`
    return {
      text: textOf(lines, format),
      note: [isAll ? `${count}.` : `the newest ${count}; there are more.`, ...notes].join(' '),
    }
  } catch (error) {
    signal.throwIfAborted()
    return { note: `left out. ${errorText(error)}` }
  }
}

const textOf = (lines: readonly KeptLine[], format: LogFormat): string =>
  format === 'json'
    ? `${JSON.stringify(
        lines.map(({ text: _text, ...line }) => line),
        null,
        1
      )}\n`
    : lines.map(({ text }) => `${text}\n`).join('')
