import { z } from 'zod/mini'
import { defineDetailAddress } from '../../shell/list/detail/address'
import { defineUrlState } from '../../url-state/url-state'

export const checkAddress = defineDetailAddress('checkId', ['history', 'graph', 'spec', 'relationships'])

/** The filters of a check's history in the address. */
export const historyUrl = defineUrlState({
  /** Only runs with this result. */
  result: z.optional(z.enum(['healthy', 'unhealthy'])),
  /** Only runs of at least this duration: `500ms`, `5s`. */
  duration: z.optional(z.string().check(z.minLength(1))),
})
