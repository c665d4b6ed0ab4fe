import { z } from 'zod/mini'
import { filter, flag, timeRange } from '../url-state/fields'
import { defineUrlState } from '../url-state/url-state'

/** Whose logs, and which of them; how they are shown. */
export const logsUrl = defineUrlState({
  topologyId: z.optional(z.guid()),
  /** The name of a log selector; absent: the first. */
  logsSelector: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  follow: z._default(flag, false),
  wrap: z._default(flag, false),
})

export const filtersUrl = defineUrlState({ level: filter, labels: filter })

export const rangeUrl = defineUrlState(timeRange)
