import { formatCount } from './format'
import { formatTimestamp, formatZone } from './format-date'

/** What is told of a shift, in this order where several happened at the same moment. */
export const handoverKinds = ['changed', 'failed', 'recovered', 'notified', 'silenced', 'ran', 'decided'] as const
export type HandoverKind = (typeof handoverKinds)[number]

export type HandoverEntry = {
  /** Tells entries of the same moment apart, and puts them in order. */
  id: string
  /** Milliseconds since 1970. */
  at: number
  is: HandoverKind
  /** What happened: `cart API: connection refused`. */
  what: string
  by?: string | undefined
  /** Until when it holds, in milliseconds since 1970; null: without an end. */
  until?: number | null
}

/** From a moment to before another, in milliseconds since 1970. */
export type Shift = { from: number; to: number }

const WIDTH = Math.max(...handoverKinds.map(({ length }) => length))
const rank = new Map<HandoverKind, number>(handoverKinds.map((is, at) => [is, at]))

const byMoment = (a: HandoverEntry, b: HandoverEntry) =>
  a.at - b.at || (rank.get(a.is) ?? 0) - (rank.get(b.is) ?? 0) || (a.id < b.id ? -1 : Number(a.id > b.id))

const within = (entries: readonly HandoverEntry[], { from, to }: Shift) =>
  entries.filter(({ at }) => at >= from && at < to)

/** To the second. */
const clock = (at: number, timeZone: string) => formatTimestamp(new Date(at), timeZone).slice(0, 19)

/** What others have written is one line, whatever it has in it. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/**
 * What happened in a shift, a line for each entry, in order. A line depends on its entry alone: those of two adjoining shifts,
 * one after the other, are those of the shift from the beginning of the first to the end of the second.
 */
export const linesOfShift = (entries: readonly HandoverEntry[], shift: Shift, timeZone: string): string[] =>
  within(entries, shift)
    .toSorted(byMoment)
    .map(({ at, is, what, by, until }) => {
      const lasts = until === undefined ? '' : until === null ? ', without an end' : `, until ${clock(until, timeZone)}`
      return `${clock(at, timeZone)}  ${is.padEnd(WIDTH)}  ${oneLine(what)}${lasts}${by ? ` (by ${oneLine(by)})` : ''}`
    })

/** How much of each kind happened in a shift. Of two adjoining shifts they add up to those of both as one. */
export function countsOfShift(entries: readonly HandoverEntry[], shift: Shift): Record<HandoverKind, number> {
  const counts = Object.fromEntries(handoverKinds.map((is) => [is, 0])) as Record<HandoverKind, number>
  for (const { is } of within(entries, shift)) counts[is]++
  return counts
}

/**
 * A shift to be handed over, as plain text: of when it is, how much happened, and what. The same entries give the same text.
 * @param missing what could not be had, in sentences
 * @param timeZone an IANA name; the text says it
 */
export function handoverText(
  entries: readonly HandoverEntry[],
  missing: readonly string[],
  shift: Shift,
  timeZone: string
): string {
  const moment = (at: number) => `${clock(at, timeZone)} ${formatZone(new Date(at), timeZone)}`
  const counts = countsOfShift(entries, shift)
  const told = handoverKinds.filter((is) => counts[is] > 0).map((is) => `${counts[is].toLocaleString('en')} ${is}`)
  const lines = linesOfShift(entries, shift, timeZone)
  return [
    'Handover',
    `From ${moment(shift.from)} to ${moment(shift.to)}, times in ${timeZone}`,
    lines.length === 0 ? 'Nothing happened.' : `${formatCount(lines.length, 'entry', 'entries')}: ${told.join(', ')}`,
    ...missing.map((one) => `Incomplete: ${oneLine(one)}`),
    ...(lines.length === 0 ? [] : ['', ...lines]),
    '',
  ].join('\n')
}
