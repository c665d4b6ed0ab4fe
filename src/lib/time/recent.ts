import type { TimeRange } from './range'

export const RECENT_KEPT = 5

/** An absolute range as stored in the preferences. */
export type RecentRange = { from: string; to: string }

/**
 * Adds a range to the front of the list. Only absolute ranges are stored, because the others have lists of their own.
 */
export function withRecent(recent: readonly RecentRange[], range: TimeRange): readonly RecentRange[] {
  if (range.type !== 'absolute') return recent
  const { from, to } = range
  return [{ from, to }, ...recent.filter((one) => one.from !== from || one.to !== to)].slice(0, RECENT_KEPT)
}
