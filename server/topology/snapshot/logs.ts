import { errorText } from '../../outside/error-text'

/** Of one selector; of more, the newest. */
const MOST_LINES = 10_000

export type LogFormat = 'log' | 'json'

type Selector = { name: string }
type Line = { timestamp: string; message: string; labels: Readonly<Record<string, string>>; text: string }

/** Who reads logs. */
export type Logs = {
  /** The log selectors of a component, from its column. */
  selectorsOf(written: unknown): readonly Selector[]
  /** The newest lines of a selector, the oldest first. @throws what kept them from being read. */
  newest(
    selector: Selector,
    wanted: { start: Date; end: Date; limit: number },
    signal: AbortSignal
  ): Promise<{ lines: readonly Line[]; isAll: boolean; notes: readonly string[] }>
}

/** Reads the log of a selector as a file, with what is to be told of it; what kept it out is told, and not thrown. */
export async function logFile(
  logs: Logs,
  selector: Selector,
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

const textOf = (lines: readonly Line[], format: LogFormat): string =>
  format === 'json'
    ? `${JSON.stringify(
        lines.map(({ text: _text, ...line }) => line),
        null,
        1
      )}\n`
    : lines.map(({ text }) => `${text}\n`).join('')
