import { defineDetailAddress } from '../../shell/list/detail/address'

/** The insight that is open beside the list. */
export const insightAddress = defineDetailAddress('insightId', ['analysis'])
