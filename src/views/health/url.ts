import { z } from 'zod'
import { DEFAULT_SHORT_RANGE, shortRangeNames } from '../../lib/time/lists'
import { defineUrlState } from '../url-state'

export const healthUrl = defineUrlState({
  /** The check whose detail is open. */
  checkId: z.guid().optional(),
  /** How far back its history is shown. */
  timeRange: z.enum(shortRangeNames).default(DEFAULT_SHORT_RANGE),
})
