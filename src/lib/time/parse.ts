import { add } from 'date-fns'
import { inZone } from '@/shared/time/zone'
import { z } from 'zod/mini'
import { parseDatemath, parseTimestamp } from '@/shared/datemath'
import { formatTimestamp } from '../format-date'
import { isNoDate } from './dates'
import { quickRangeNames } from './lists'
import type { ParseNatural } from './natural'
import { absoluteRange, INDEFINITELY, mappedRange, relativeRange, type TimeRange } from './range'
import { formatStep, parseStep } from './units'
import { readZone } from './zones'

type ParseContext = {
  now: Date
  timeZone: string
  /** Parses dates in natural language; absent until it is loaded. */
  natural?: ParseNatural | undefined
}

/** Maximum length in characters. No time or range needs more, and the patterns below scan a text repeatedly. */
const LONGEST = 200

type Edge = 'start' | 'end'

/**
 * Parses a typed time: `now-5m`, `5m`, `2h ago`, `in 2h`, a date, a date and a time, or natural language.
 * @param edge whether a whole day means its start or the start of the next day
 * @returns undefined for text that is not a date, or that means "no date".
 */
export function parseMoment(text: string, reading: ParseContext, edge: Edge = 'start'): Date | undefined {
  if (text.length > LONGEST || isNoDate(text)) return undefined
  const found = readMoment(text.trim(), reading)
  return found?.isDay && edge === 'end' ? dayAfter(found.at, reading.timeZone) : found?.at
}

/**
 * Parses a typed range: `15m`, `last 2 hours`, `next week`, `yesterday`, `now-2d`, one day, `monday to now`, the output
 * of `formatRange`, and a range copied from Grafana. A single time means from then until now.
 */
export function parseRange(text: string, reading: ParseContext): TimeRange | undefined {
  if (text.length > LONGEST) return undefined
  const written = text.trim()
  const quick = quickRangeNames.find((name) => name.toLowerCase() === written.toLowerCase())
  if (quick) return mappedRange(quick)
  if (written.toLowerCase() === INDEFINITELY) return relativeRange(INDEFINITELY)
  return parseRelative(written, reading) ?? parsePair(written, reading) ?? parseSingle(written, reading)
}

/** Formats a time in the zone so that `parseMoment` returns the same time. */
export function formatMoment(at: Date, timeZone: string): string {
  const text = formatTimestamp(at, timeZone).replace(/\.000$/, '')
  // An hour that is repeated when the clocks go back needs the offset to be unambiguous.
  const isOnce = parseTimestamp(text, timeZone)?.getTime() === at.getTime()
  return isOnce ? text : `${text} ${readZone(timeZone, at).offset.slice('UTC'.length)}`
}

function parseRelative(text: string, { now, timeZone }: ParseContext): TimeRange | undefined {
  if (/^now[+-]/.test(text)) return parseDatemath(text, now, timeZone) && relativeRange(text)
  const signed = /^([+-])(?=\d)(.*)$/.exec(text)
  if (signed) return stepped(signed[2], signed[1] === '-' ? 'now-' : 'now+')
  // Hours are the default unit.
  const [, hours] = /^(?:the )?(?:last|past)\s+(\d+)$/i.exec(text) ?? []
  if (hours !== undefined) return stepped(`${hours}h`, 'now-')
  const ahead = /^(?:next|in)\s+(.+)$/i.exec(text)
  if (ahead) return stepped(ahead[1], 'now+')
  const [, behind] = /^(?:(?:the )?(?:last|past)\s+)?(.+?)(?:\s+ago)?$/i.exec(text) ?? []
  // A unit alone is ambiguous: `hour` is not a range, `last hour` is.
  return behind === text && !/^\d/.test(text) ? undefined : stepped(behind, 'now-')
}

function stepped(text: string | undefined, start: string): TimeRange | undefined {
  const step = parseStep(text ?? '')
  return step && relativeRange(`${start}${formatStep(step)}`)
}

/** Separators of two times. A slash or dash alone may be part of a date. */
const between = [/\s+(?:to|until|till|through|–|—|-)\s+/i, /\s*\.\.+\s*/, /(?<=\d|Z)\/(?=\d{4}-)/]

function parsePair(text: string, reading: ParseContext): TimeRange | undefined {
  const pair =
    grafana(text) ?? between.map((mark) => text.replace(/^(?:from|between)\s+/i, '').split(mark)).find(isPair)
  if (!pair) return undefined
  const from = parseMoment(pair[0], reading)
  const to = parseMoment(pair[1], reading, 'end')
  return from && to && from < to ? absoluteRange(from, to) : undefined
}

const isPair = (parts: readonly string[]): parts is [string, string] => parts.length === 2

const copiedByGrafana = z.object({ from: z.string(), to: z.string() })

function grafana(text: string): [string, string] | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const { from, to } = copiedByGrafana.parse(JSON.parse(text))
    return [from, to]
  } catch {
    return undefined
  }
}

function parseSingle(text: string, reading: ParseContext): TimeRange | undefined {
  const found = isNoDate(text) ? undefined : readMoment(text.replace(/^since\s+/i, ''), reading)
  if (!found) return undefined
  if (found.isDay && !/^since\s/i.test(text)) return absoluteRange(found.at, dayAfter(found.at, reading.timeZone))
  return found.at < reading.now ? absoluteRange(found.at, reading.now) : undefined
}

function readMoment(text: string, reading: ParseContext): { at: Date; isDay: boolean } | undefined {
  const { now, timeZone, natural } = reading
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const at = parseTimestamp(text, timeZone)
    return at && { at, isDay: true }
  }
  const relativeTo = parseRelative(text, reading)
  const written = relativeTo?.type === 'relative' ? relativeTo.range : text
  const at = parseDatemath(written, now, timeZone)
  return at ? { at, isDay: false } : natural?.(text, now, timeZone)
}

const dayAfter = (day: Date, timeZone: string) => new Date(add(day, { days: 1 }, { in: inZone(timeZone) }).getTime())
