import { DEFAULT_SHORT_RANGE, type ShortRange, shortRangeNames } from '@/lib/time/lists'
import { formatRange, type TimeRange } from '@/lib/time/range'
import { fromShortRange, RANGE_CHOICE, toShortRange, findLongerRange } from '@/lib/time/short'
import { formatShortRange } from '@/ui/time-range/format-range'
import { announce } from '@/ui/voice'
import { createClipboardHandlers, type TimePlace } from './time-place'

/** The time range of a page with a fixed list of ranges up to now. */
export function useShortRange(
  value: ShortRange,
  onChange: (range: ShortRange) => void,
  names: readonly ShortRange[] = shortRangeNames
): TimePlace {
  function choose(next: ShortRange) {
    onChange(next)
    announce(`Time range: ${formatShortRange(next)}.`)
  }
  function set(range: TimeRange) {
    const short = toShortRange(range)
    if (short && names.includes(short)) choose(short)
    else announce(`This page supports only these ranges: ${names.join(', ')}.`, { urgent: true })
  }
  return {
    choices: {
      [RANGE_CHOICE]: names.map((name) => ({
        value: formatRange(fromShortRange(name)),
        label: formatShortRange(name),
      })),
    },
    handlers: {
      ...createClipboardHandlers(fromShortRange(value), set),
      'time.set': (_count, { range }) => set(range as TimeRange),
      'time.zoomOut': () => {
        const wider = findLongerRange(value, names)
        if (wider) choose(wider)
        else announce('This is the longest range.')
      },
      'time.reset': () => choose(DEFAULT_SHORT_RANGE),
    },
  }
}
