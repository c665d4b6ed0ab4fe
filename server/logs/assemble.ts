import { MAX_LINE_BYTES, type RawLogLine } from './read-lines'
import { isContinuation, type LineFields, parseLogLine } from './timed-line'

/** An entry of one or more lines. */
export type AssembledEntry = {
  offset: number
  time: number
  /** No time was found in it: `time` is that of the line before it, and only determines its place. */
  isUndated?: true
  message: string
  labels: Readonly<Record<string, string>>
}

/** The largest number of lines of one entry; further lines start another entry. */
const MOST_LINES = 1000
/** Maximum length in characters; fits a whole line with the note about its rest. */
const LONGEST_ENTRY = MAX_LINE_BYTES + 100

const none = {}

const formatMessage = ({ cut }: RawLogLine, text: string) => (cut > 0 ? `${text} … (${cut} more bytes)` : text)

function joined(first: string, others: readonly string[]): string {
  const text = others.length === 0 ? first : [first, ...others].join('\n')
  return text.length > LONGEST_ENTRY ? text.slice(0, LONGEST_ENTRY) : text
}

/**
 * Assembles entries from lines that arrive last line first: continuation lines belong to the entry before them, and a
 * line without a time has its place after the line before it.
 * @param usual the place of lines without any earlier time
 * @param fields the members of a line with its time, text and level
 */
export async function* assembleEntries(
  lines: AsyncIterable<RawLogLine> | Iterable<RawLogLine>,
  { usual, nowMs, fields = {} }: { usual: number; nowMs: number; fields?: LineFields | undefined }
): AsyncGenerator<AssembledEntry> {
  /** The lines of the incomplete entry, last line first. */
  let rest: RawLogLine[] = []
  /** Entries that wait for the time of an earlier line, last entry first. */
  let undated: Omit<AssembledEntry, 'time'>[] = []
  const take = (
    line: RawLogLine,
    message: string,
    labels: AssembledEntry['labels'] = none
  ): Omit<AssembledEntry, 'time'> => {
    const others = rest.toReversed().map((one) => formatMessage(one, one.text))
    rest = []
    return { offset: line.offset, message: joined(formatMessage(line, message), others), labels }
  }
  function* dated(time: number) {
    for (const one of undated) yield { ...one, time, isUndated: true as const }
    undated = []
  }
  for await (const line of lines) {
    const { time, message, labels } = parseLogLine(line.text, nowMs, fields)
    if (time !== undefined) {
      const entry = take(line, message, labels)
      yield* dated(time)
      yield { ...entry, time }
    } else if (isContinuation(line.text) && rest.length < MOST_LINES) rest.push(line)
    else {
      undated.push(take(line, message, labels))
      if (undated.length >= MOST_LINES) yield* dated(usual)
    }
  }
  // Continuation lines without a beginning form an entry of their own.
  const first = rest.pop()
  if (first && (first.text !== '' || rest.length > 0)) undated.push(take(first, first.text))
  yield* dated(usual)
}
