import { z } from 'zod/mini'
import { defineDetailAddress } from '../../shell/list/detail/address'
import { defineUrlState } from '../../url-state/url-state'

export const checkAddress = defineDetailAddress('checkId', ['history', 'graph', 'spec', 'relationships'])

/** Which runs of a check are listed. */
export const historyUrl = defineUrlState({
  /** Only runs that went this way. */
  result: z.optional(z.enum(['healthy', 'unhealthy'])),
  /** Only runs that took at least as long: `500ms`, `5s`. */
  duration: z.optional(z.string().check(z.minLength(1))),
})
