/** Result of the runs within five minutes; `none` if there were no runs. */
export type BucketResult = 'passed' | 'failed' | 'none'

/** Length of a bucket. */
export const BUCKET_MS = 300_000

/** Number of buckets per check: one hour. */
const BUCKET_COUNT = 12

/**
 * The buckets of one check.
 * @param found the buckets with runs
 * @param from the start of the first bucket, in milliseconds
 */
export function toBucketResults(found: readonly Found[], from: number): readonly BucketResult[] {
  const buckets = Array.from({ length: BUCKET_COUNT }, (): BucketResult => 'none')
  for (const { created_at: at, passed, failed } of found) {
    const index = Math.floor((Date.parse(at) - from) / BUCKET_MS)
    if (index in buckets) buckets[index] = failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'none'
  }
  return buckets
}

type Found = { created_at: string; passed: number; failed: number }

/** Start of the first bucket of the last hour, in milliseconds. */
export const firstBucketStart = (nowMs: number): number =>
  (Math.floor(nowMs / BUCKET_MS) - BUCKET_COUNT + 1) * BUCKET_MS

/** How often the check failed, as an addition to the uptime; undefined if it always or never failed. */
export function describeBuckets(buckets: readonly BucketResult[]): string | undefined {
  const failed = buckets.filter((bucket) => bucket === 'failed').length
  if (failed === 0 || !buckets.includes('passed')) return undefined
  return `failed in ${failed} of the last ${buckets.length} five-minute buckets`
}
