import { type ShortRange, shortRangeNames } from '../../../lib/time/lists'

/** The time ranges of a check, from the specification, "Business constants". The dashboard has two more. */
export const checkRanges: readonly ShortRange[] = shortRangeNames.filter((name) => name !== '15m' && name !== '2h')
