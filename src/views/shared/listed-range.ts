import { findEqualRange, findLongerRange } from '@/lib/time/length'
import { RANGE_CHOICE } from '@/lib/time/lists'
import { formatRange, type TimeRange } from '@/lib/time/range'
import { listedRangeName } from '@/lib/time/range-codec'
import { announce } from '@/ui/voice'
import { createRangeHandlers, type TimePlace, useAddressRange } from './address-range'
import type { RangeAddress } from './url-state/range-address'

/**
 * The time range of a page with a list of ranges up to now, for which the code of other ranges is not loaded. The time
 * commands cannot move such a range, and zooming out selects the next longer one.
 * @param offered the ranges of the list that the commands accept
 */
export function useListedRange(address: RangeAddress<TimeRange>, offered: readonly TimeRange[]) {
  const { range, set } = useAddressRange(address)
  function setOffered(chosen: TimeRange) {
    const equal = findEqualRange(chosen, offered)
    if (equal) set(equal)
    else announce(`This page supports only these ranges: ${offered.map(listedRangeName).join(', ')}.`, { urgent: true })
  }
  const place: TimePlace = {
    choices: { [RANGE_CHOICE]: offered.map((one) => ({ value: formatRange(one), label: one.display })) },
    handlers: {
      ...createRangeHandlers(range, set, setOffered),
      'time.zoomOut': () => {
        const longer = findLongerRange(range, offered)
        if (longer) set(longer)
        else announce('This is the longest range.')
      },
    },
  }
  return { range, set, place }
}
