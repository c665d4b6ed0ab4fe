const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Length of one step of the graph of a check, by the length of the window, as in canary-checker. Milliseconds. */
export function graphStepMs(windowMs: number): number {
  if (windowMs <= 2 * HOUR_MS) return MINUTE_MS
  if (windowMs <= DAY_MS) return 15 * MINUTE_MS
  return windowMs <= 7 * DAY_MS ? HOUR_MS : 4 * HOUR_MS
}
