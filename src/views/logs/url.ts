import { z } from 'zod/mini'
import { filterParam, flagParam, timeRangeParams } from '../shared/url-state/fields'
import { defineUrlState } from '../shared/url-state/url-state'

/** URL state of the logs page: component, selector and display options. */
export const logsUrl = defineUrlState({
  topologyId: z.optional(z.guid()),
  /** The name of a log selector. Absent selects the first. */
  logsSelector: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  follow: z._default(flagParam, false),
  wrap: z._default(flagParam, false),
})

export const logFiltersUrl = defineUrlState({ level: filterParam, labels: filterParam })

export const logRangeUrl = defineUrlState(timeRangeParams)
