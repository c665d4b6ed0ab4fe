const msPerUnit: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000,
}

const DURATION_PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h|d|w|y)/gy

/**
 * Parses a duration in the format of Go (`1m30s`, `500ms`, `-1.5h`), with the days, weeks and years of Mission Control
 * (`3d`, `1w`). `m` is minutes; there are no months.
 * @param bareUnitMs milliseconds per unit of a number without a unit. Without it, only `0` may lack a unit.
 * @returns milliseconds, including fractions; undefined if the text is not a duration.
 */
export function parseDuration(text: string, bareUnitMs?: number): number | undefined {
  const [, sign, rest = ''] = /^([+-]?)(.+)$/.exec(text.trim()) ?? []
  if (/^(\d+(\.\d*)?|\.\d+)$/.test(rest)) {
    if (Number(rest) === 0) return 0
    return bareUnitMs === undefined ? undefined : signed(sign, Number(rest) * bareUnitMs)
  }
  let ms = 0
  let end = 0
  for (const [whole, amount, unit = ''] of rest.matchAll(DURATION_PART)) {
    ms += Number(amount) * (msPerUnit[unit] ?? NaN)
    end += whole.length
  }
  return end > 0 && end === rest.length ? signed(sign, ms) : undefined
}

/** Formats a duration like Go: `1m30s`, `1h0m0s`, `1.5s`, `250ms`, `0s`. Rounded to microseconds. */
export function formatGoDuration(durationMs: number): string {
  const ms = Math.round(Math.abs(durationMs) * 1000) / 1000
  const sign = durationMs < 0 && ms > 0 ? '-' : ''
  if (ms === 0) return '0s'
  if (ms < 1) return `${sign}${Math.round(ms * 1000)}µs`
  if (ms < 1000) return `${sign}${ms}ms`
  const hours = Math.floor(ms / 3_600_000)
  const minutes = Math.floor((ms % 3_600_000) / 60_000)
  const seconds = Math.round((ms % 60_000) * 1000) / 1_000_000
  if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}s`
  return minutes > 0 ? `${sign}${minutes}m${seconds}s` : `${sign}${seconds}s`
}

// Avoids -0, which toEqual and JSON distinguish from 0.
const signed = (sign: string | undefined, ms: number) => (sign === '-' && ms !== 0 ? -ms : ms)
