import { z } from 'zod/mini'
import { filter, flag, timeRange } from '../url-state/fields'
import { defineUrlState } from '../url-state/url-state'

/** URL state of the logs page: component, selector and display options. */
export const logsUrl = defineUrlState({
  topologyId: z.optional(z.guid()),
  /** The name of a log selector. Absent selects the first. */
  logsSelector: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  follow: z._default(flag, false),
  wrap: z._default(flag, false),
})

export const filtersUrl = defineUrlState({ level: filter, labels: filter })

export const rangeUrl = defineUrlState(timeRange)
