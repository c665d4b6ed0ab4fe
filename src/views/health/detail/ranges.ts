import { type ShortRange, shortRangeNames } from '@/lib/time/lists'

/** The time ranges of a check, from "Business constants" in the specification. The dashboard has two more. */
export const checkRanges: readonly ShortRange[] = shortRangeNames.filter((name) => name !== '15m' && name !== '2h')
