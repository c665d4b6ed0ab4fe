import { type ShortRange, shortRangeNames } from '../../../lib/time/lists'

/** How far back a check can be looked at. Specification, "Business constants": the dashboard has two more. */
export const checkRanges: readonly ShortRange[] = shortRangeNames.filter((name) => name !== '15m' && name !== '2h')
