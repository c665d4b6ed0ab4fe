import { readFileSync } from 'node:fs'

/** The smallest value that at least this share of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The median, the 95th percentile and the maximum. */
export const formatSpread = (values: readonly number[]): string =>
  [0.5, 0.95, 1].map((share) => formatMs(percentile(values, share))).join(' / ')

export const formatMs = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
export const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** Linux counts processor time in this unit. */
const TICKS_PER_SECOND = 100

/** The processor time of a process so far, from `/proc`. */
export function cpuSeconds(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const parts = fields.split(' ')
  return (Number(parts[11]) + Number(parts[12])) / TICKS_PER_SECOND
}
