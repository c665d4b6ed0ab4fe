import { useEffect } from 'react'
import { prefs } from '@/commands/stores/preference-store'
import { shiftSpan, zoomOutRange } from '@/lib/time/move'
import { absoluteRange, type TimeRange } from '@/lib/time/range'
import { fromTimeParams, noTime, type TimeParams, toTimeParams } from '@/lib/time/range-params'
import { withRecent } from '@/lib/time/recent'
import { findRangeError, type OpenSpan, resolveRange, type TimeSpan } from '@/lib/time/resolve'
import { resolveZone } from '@/lib/time/zones'
import { formatDateRange } from '@/ui/time-range/format-range'
import { announce } from '@/ui/voice'
import type { UrlState } from './url-state/url-state'
import { createClipboardHandlers, type TimePlace } from './time-place'

type Bound<I extends TimeRange | undefined> = {
  /** The chosen range, or the initial one of the page. */
  range: TimeRange | I
  /** Whether the address holds a range. */
  isChosen: boolean
  /** Start and end as of now, for queries. */
  span(): OpenSpan | (I extends undefined ? undefined : never)
  set(range: TimeRange | undefined): void
  place: TimePlace
}

/**
 * The time range of a page with the full picker. The address stores the range, and the time commands change it.
 * @param initial the range without one in the address; undefined for any time
 */
export function useTimeRange<const I extends TimeRange | undefined>(
  url: Pick<UrlState<TimeParams>, 'use' | 'set'>,
  initial: I
): Bound<I> {
  const { range, isChosen, fault } = readAddressRange(url.use(), initial)
  useEffect(() => warn(fault), [fault])
  const resolve = (now: Date): OpenSpan | undefined => (range ? resolveSpan(range, now) : undefined)
  function set(next: TimeRange | undefined) {
    url.set(next ? toTimeParams(next) : noTime, 'replace')
    if (next) prefs.set((all) => ({ ...all, recentlyUsedTimeRanges: withRecent(all.recentlyUsedTimeRanges, next) }))
    announce(`Time range: ${nameOf(next ?? initial)}.`)
  }
  /** A range without an end cannot be moved. */
  function move(how: (span: TimeSpan, now: Date) => TimeRange) {
    const now = current()
    const { from, to } = resolve(now) ?? {}
    if (from && to) set(how({ from, to }, now))
    else announce(range ? 'A time range without an end cannot be moved.' : 'Choose a time range first.')
  }

  return {
    range,
    isChosen,
    span: () => resolve(current()) as ReturnType<Bound<I>['span']>,
    set,
    place: {
      choices: {},
      handlers: {
        ...createClipboardHandlers(range, set),
        'time.set': (_count, { range: chosen }) => set(chosen as TimeRange),
        'time.back': (count) => move((span, now) => toAbsolute(shiftSpan(span, -count, now))),
        'time.forward': (count) => move((span, now) => toAbsolute(shiftSpan(span, count, now))),
        'time.zoomOut': () => move((span, now) => (range ? zoomOutRange(range, span, now) : toAbsolute(span))),
        'time.absolute': () => move(toAbsolute),
        'time.reset': () => set(undefined),
      },
    },
  }
}

/** The range of an address, or the initial range if the address has none or an invalid one; `fault` is the error. */
export function readAddressRange<I extends TimeRange | undefined>(params: TimeParams, initial: I) {
  const written = fromTimeParams(params)
  const fault = written && findRangeError(written)
  const range: TimeRange | I = written && fault === undefined ? written : initial
  return { range, isChosen: range === written, fault }
}

/** Start and end of a range, for a query at that time. */
export function resolveSpan(range: TimeRange, now: Date): OpenSpan {
  const found = resolveRange(range, { now, timeZone: timeZone(), log: warn })
  if (!found) throw new RangeError('The initial range of the page cannot be resolved')
  return found
}

const current = () => new Date()
const toAbsolute = ({ from, to }: TimeSpan) => absoluteRange(from, to)
const nameOf = (range: TimeRange | undefined) =>
  !range ? 'Any time' : range.type === 'absolute' ? formatDateRange(range, new Date(), timeZone()) : range.display
const timeZone = () => resolveZone(prefs.get().display_timezone_preference)

function warn(fault: string | undefined) {
  // The error is logged and not shown, as the specification requires; the page uses its initial range.
  // oxlint-disable-next-line no-console
  if (fault !== undefined) console.warn(fault)
}
