import { shiftSpan, zoomOutRange } from '@/lib/time/move'
import { absoluteRange, type TimeRange } from '@/lib/time/range'
import { type OpenSpan, resolveRange, type TimeSpan } from '@/lib/time/resolve'
import { announce } from '@/ui/voice'
import { createRangeHandlers, logRangeError, preferredZone, type TimePlace, useAddressRange } from './address-range'
import type { RangeAddress } from './url-state/range-address'

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

/** The time range of a page with any range. The address stores the range, and the time commands change it. */
export function useTimeRange<I extends TimeRange | undefined>(address: RangeAddress<I>): Bound<I> {
  const { range, isChosen, set } = useAddressRange(address)
  const resolve = (now: Date): OpenSpan | undefined => (range ? resolveSpan(range, now) : undefined)
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
        ...createRangeHandlers(range, set, set),
        'time.back': (count) => move((span, now) => toAbsolute(shiftSpan(span, -count, now))),
        'time.forward': (count) => move((span, now) => toAbsolute(shiftSpan(span, count, now))),
        'time.zoomOut': () => move((span, now) => (range ? zoomOutRange(range, span, now) : toAbsolute(span))),
        'time.absolute': () => move(toAbsolute),
      },
    },
  }
}

/** Start and end of a range, for a query at that time. */
export function resolveSpan(range: TimeRange, now: Date): OpenSpan {
  const found = resolveRange(range, { now, timeZone: preferredZone(), log: logRangeError })
  if (!found) throw new RangeError('The initial range of the page cannot be resolved')
  return found
}

const current = () => new Date()
const toAbsolute = ({ from, to }: TimeSpan) => absoluteRange(from, to)
