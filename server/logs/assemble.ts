import { LONGEST_LINE, type RawLine } from './read-lines'
import { isContinued, type Stamped, stampedLine } from './stamp'

/** An entry made of the lines that belong together. */
export type Assembled = { offset: number; time: number; message: string; labels: Readonly<Record<string, string>> }

/** Lines that one entry has at most; what is behind them is an entry of its own. */
const MOST_LINES = 1000
/** Characters; a whole line has room, with what is said of its rest. */
const LONGEST_ENTRY = LONGEST_LINE + 100

const none = {}

const messageOf = ({ cut }: RawLine, text: string) => (cut > 0 ? `${text} … (${cut} more bytes)` : text)

function joined(first: string, others: readonly string[]): string {
  const text = others.length === 0 ? first : [first, ...others].join('\n')
  return text.length > LONGEST_ENTRY ? text.slice(0, LONGEST_ENTRY) : text
}

/**
 * Entries from lines that come with the last one first: lines that go on with the one before them are part of its entry, and
 * one that says no time has that of the line before it.
 * @param usual the time of lines before which there is none with a time
 */
export async function* entriesFrom(
  lines: AsyncIterable<RawLine> | Iterable<RawLine>,
  { usual, nowMs }: { usual: number; nowMs: number }
): AsyncGenerator<Assembled> {
  /** Of the entry that is not complete yet, the last line first. */
  let rest: RawLine[] = []
  /** Entries that wait for the time of a line before them, the last one first. */
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
  // What goes on with nothing is what there is.
  const first = rest.pop()
  if (first && (first.text !== '' || rest.length > 0)) undated.push(take(first, first.text))
  yield* dated(usual)
}
