import { defineDetailAddress } from '../../shared/list/detail/detail-address'

/** The URL of the insight that is open next to the list. */
export const insightAddress = defineDetailAddress('insightId', ['analysis'])
