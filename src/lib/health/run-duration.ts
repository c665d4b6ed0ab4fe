/** The error message of the specification for text that is neither milliseconds nor seconds. */
export const NOT_A_RUN_DURATION = 'duration is allowed only in milli seconds & seconds'

/** Suggested minimum durations of runs. Specification, "Validation rules". */
export const runDurations = ['100ms', '500ms', '1s', '5s', '10s', '30s'] as const

/** Milliseconds of `250ms` or `1.5s`; undefined for any other text. */
export function parseRunDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s)$/i.exec(text.trim()) ?? []
  if (amount === undefined || unit === undefined) return undefined
  const ms = Number(amount) * (unit.toLowerCase() === 's' ? 1000 : 1)
  // The backend compares whole milliseconds within the range of a Postgres integer.
  return ms <= 2 ** 31 - 1 ? Math.round(ms) : undefined
}
