/** The message of the specification for input that is neither milliseconds nor seconds. */
export const NOT_A_RUN_DURATION = 'duration is allowed only in milli seconds & seconds'

/** How long runs took at least, as it is offered. Specification, "Validation rules". */
export const runDurations = ['100ms', '500ms', '1s', '5s', '10s', '30s'] as const

/** Milliseconds of `250ms` or `1.5s`; undefined for any other text. */
export function readRunDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s)$/i.exec(text.trim()) ?? []
  if (amount === undefined || unit === undefined) return undefined
  const ms = Number(amount) * (unit.toLowerCase() === 's' ? 1000 : 1)
  // What the backend can compare with: whole milliseconds, as Postgres's integers hold them.
  return ms <= 2 ** 31 - 1 ? Math.round(ms) : undefined
}
