import type { SeriesSpan } from '../charts/series'
import { type LogLevel, logLevels } from './level'
import type { LogLine } from './line'

type LevelBucket = SeriesSpan & { counts: Partial<Record<LogLevel, number>> }

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Round bucket lengths. */
const lengths = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 28, 91, 365].map((n) => n * DAY),
] as const

/** The bucket length in milliseconds for at most this number of buckets. */
const bucketLength = ({ from, to }: SeriesSpan, most: number): number =>
  lengths.find((length) => (to - from) / length <= most - 1) ?? Math.ceil((to - from) / (most - 1))

/**
 * Number of lines per level over time, in buckets that start at round times.
 * @param most the maximum number of buckets
 */
export function countLevelBuckets(lines: readonly LogLine[], span: SeriesSpan, most: number): LevelBucket[] {
  const length = bucketLength(span, most)
  const begin = Math.floor(span.from / length) * length
  const count = Math.max(1, Math.ceil((span.to - begin) / length))
  const buckets = Array.from({ length: count }, (_, at): LevelBucket => {
    const from = begin + at * length
    return { from, to: from + length, counts: {} }
  })
  for (const { time, level } of lines) {
    const counts = buckets[Math.floor((time - begin) / length)]?.counts
    if (counts) counts[level] = (counts[level] ?? 0) + 1
  }
  return buckets
}

/** Number of lines per level. Levels without lines are left out. */
export function countLevels(lines: readonly LogLine[]): ReadonlyMap<LogLevel, number> {
  const counts = new Map<LogLevel, number>(logLevels.map((level) => [level, 0]))
  for (const { level } of lines) counts.set(level, (counts.get(level) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count > 0))
}
