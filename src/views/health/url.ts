import { z } from 'zod'
import { defineUrlState } from '../url-state'

/** How far back a check's history is shown, in milliseconds. */
export const timeRanges = {
  '15m': 900_000,
  '1h': 3_600_000,
  '3h': 10_800_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
} as const
export type TimeRange = keyof typeof timeRanges
const names = Object.keys(timeRanges) as [TimeRange, ...TimeRange[]]

export const healthUrl = defineUrlState({
  /** The check whose detail is open. */
  checkId: z.guid().optional(),
  timeRange: z.enum(names).default('1h'),
})
