import type { TimeRange } from './range'

export const RECENT_KEPT = 5

/** An absolute range, as the preferences keep it. */
export type RecentRange = { from: string; to: string }

/** The list with a range at its front; only absolute ranges are kept, since the others are on their own lists. */
export function withRecent(recent: readonly RecentRange[], range: TimeRange): readonly RecentRange[] {
  if (range.type !== 'absolute') return recent
  const { from, to } = range
  return [{ from, to }, ...recent.filter((one) => one.from !== from || one.to !== to)].slice(0, RECENT_KEPT)
}
