import { LONGEST_LINE, type RawLine } from './read-lines'
import { isContinued, type Stamped, stampedLine } from './stamp'

/** An entry of one or more lines. */
export type Assembled = { offset: number; time: number; message: string; labels: Readonly<Record<string, string>> }

/** The largest number of lines of one entry; further lines start another entry. */
const MOST_LINES = 1000
/** In characters; fits a whole line with the note about its rest. */
const LONGEST_ENTRY = LONGEST_LINE + 100

const none = {}

const messageOf = ({ cut }: RawLine, text: string) => (cut > 0 ? `${text} … (${cut} more bytes)` : text)

function joined(first: string, others: readonly string[]): string {
  const text = others.length === 0 ? first : [first, ...others].join('\n')
  return text.length > LONGEST_ENTRY ? text.slice(0, LONGEST_ENTRY) : text
}

/**
 * Assembles entries from lines that arrive last line first: continuation lines belong to the entry before them, and a
 * line without a time gets the time of the line before it.
 * @param usual the time of lines without any earlier time
 */
export async function* entriesFrom(
  lines: AsyncIterable<RawLine> | Iterable<RawLine>,
  { usual, nowMs }: { usual: number; nowMs: number }
): AsyncGenerator<Assembled> {
  /** The lines of the incomplete entry, last line first. */
  let rest: RawLine[] = []
  /** Entries that wait for the time of an earlier line, last entry first. */
  let undated: Omit<Assembled, 'time'>[] = []
  const take = (line: RawLine, message: string, labels: Assembled['labels'] = none): Omit<Assembled, 'time'> => {
    const others = rest.toReversed().map((one) => messageOf(one, one.text))
    rest = []
    return { offset: line.offset, message: joined(messageOf(line, message), others), labels }
  }
  function* dated(time: number) {
    for (const one of undated) yield { ...one, time }
    undated = []
  }
  for await (const line of lines) {
    const stamped: Stamped | undefined = stampedLine(line.text, nowMs)
    if (stamped) {
      const entry = take(line, stamped.message, stamped.labels)
      yield* dated(stamped.time)
      yield { ...entry, time: stamped.time }
    } else if (isContinued(line.text) && rest.length < MOST_LINES) rest.push(line)
    else {
      undated.push(take(line, line.text))
      if (undated.length >= MOST_LINES) yield* dated(usual)
    }
  }
  // Continuation lines without a beginning form an entry of their own.
  const first = rest.pop()
  if (first && (first.text !== '' || rest.length > 0)) undated.push(take(first, first.text))
  yield* dated(usual)
}
