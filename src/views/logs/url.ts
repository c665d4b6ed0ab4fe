import { z } from 'zod/mini'
import { relativeRange } from '@/lib/time/range'
import { anyRangeCodec } from '@/lib/time/range-params'
import { filterParam, flagParam } from '../shared/url-state/fields'
import { defineRangeAddress } from '../shared/url-state/range-address'
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

export const logRangeAddress = defineRangeAddress({ codec: anyRangeCodec, initial: relativeRange('now-1h') })
