import { formatCount } from '@/shared/format'
import { formatTimestamp, formatZone } from '../format-date'
import { oneLineWithoutMentions } from '../text-for-others'

/** Kinds of events of a shift, in the order for simultaneous events. */
export const handoverKinds = ['changed', 'failed', 'recovered', 'notified', 'silenced', 'ran', 'decided'] as const
export type HandoverKind = (typeof handoverKinds)[number]

export type HandoverEntry = {
  /** Distinguishes and orders simultaneous entries. */
  id: string
  /** Milliseconds since 1970. */
  at: number
  is: HandoverKind
  /** Description of the event: `cart API: connection refused`. */
  what: string
  /** The description with the old and the new values of a change, for the document. */
  title?: string | undefined
  by?: string | undefined
  /** End of the entry in milliseconds since 1970; null if it has no end. */
  until?: number | null
  /** The resource that changed, failed or recovered. */
  on?: { id: string; name: string } | undefined
  /** Number of occurrences, if more than one. */
  count?: number | undefined
  /** A decision, or a change by a person or a pipeline: part of the document and not only of the raw log. */
  matters?: boolean
}

/** Start (inclusive) and end (exclusive), in milliseconds since 1970. */
export type Shift = { from: number; to: number }

const WIDTH = Math.max(...handoverKinds.map(({ length }) => length))
const rank = new Map<HandoverKind, number>(handoverKinds.map((is, at) => [is, at]))

const byMoment = (a: HandoverEntry, b: HandoverEntry) =>
  a.at - b.at || (rank.get(a.is) ?? 0) - (rank.get(b.is) ?? 0) || (a.id < b.id ? -1 : Number(a.id > b.id))

const within = (entries: readonly HandoverEntry[], { from, to }: Shift) =>
  entries.filter(({ at }) => at >= from && at < to)

/** With seconds. */
const clock = (at: number, timeZone: string) => formatTimestamp(new Date(at), timeZone).slice(0, 19)

/**
 * The events of a shift in order, one line per entry. A line depends on its entry alone, so the lines of two adjoining
 * shifts are those of the combined shift.
 */
export const formatShiftLines = (entries: readonly HandoverEntry[], shift: Shift, timeZone: string): string[] =>
  within(entries, shift)
    .toSorted(byMoment)
    .map(({ at, is, what, by, until }) => {
      const lasts = until === undefined ? '' : until === null ? ', no end' : `, until ${clock(until, timeZone)}`
      return `${clock(at, timeZone)}  ${is.padEnd(WIDTH)}  ${oneLineWithoutMentions(what)}${lasts}${by ? ` (by ${oneLineWithoutMentions(by)})` : ''}`
    })

/** Number of events of each kind in a shift. The counts of adjoining shifts add up to those of the combined shift. */
export function countShiftEntries(entries: readonly HandoverEntry[], shift: Shift): Record<HandoverKind, number> {
  const counts = Object.fromEntries(handoverKinds.map((is) => [is, 0])) as Record<HandoverKind, number>
  for (const { is } of within(entries, shift)) counts[is]++
  return counts
}

/** Markdown shows such lines as they are: no link, image or command in an event takes effect where the text is pasted. */
const INDENT = '    '

/**
 * The raw log of a shift as plain text: the time, the counts, and the events. The same entries produce the same text.
 * @param missing what could not be read, as sentences
 * @param timeZone an IANA name, which the text includes
 */
export function formatHandover(
  entries: readonly HandoverEntry[],
  missing: readonly string[],
  shift: Shift,
  timeZone: string
): string {
  const moment = (at: number) => `${clock(at, timeZone)} ${formatZone(new Date(at), timeZone)}`
  const counts = countShiftEntries(entries, shift)
  const summary = handoverKinds.filter((is) => counts[is] > 0).map((is) => `${counts[is].toLocaleString('en')} ${is}`)
  const lines = formatShiftLines(entries, shift, timeZone)
  return [
    'Raw log',
    `From ${moment(shift.from)} to ${moment(shift.to)}, times in ${timeZone}`,
    lines.length === 0 ? 'No events.' : `${formatCount(lines.length, 'entry', 'entries')}: ${summary.join(', ')}`,
    ...[missing.map((one) => `Incomplete: ${oneLineWithoutMentions(one)}`), lines].flatMap((block) =>
      block.length === 0 ? [] : ['', ...block.map((line) => INDENT + line)]
    ),
    '',
  ].join('\n')
}
