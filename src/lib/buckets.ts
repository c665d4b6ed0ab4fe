/** How the runs of five minutes went; `none`: nothing ran. */
export type Bucket = 'passed' | 'failed' | 'none'

/** How long a bucket of runs is. */
export const BUCKET_MS = 300_000

/** How many buckets are shown of a check: an hour. */
export const BUCKETS = 12

/**
 * The buckets of one check.
 * @param found those in which it ran
 * @param from when the first begins, in milliseconds
 */
export function bucketsFor(found: readonly Found[], from: number): readonly Bucket[] {
  const buckets = Array.from({ length: BUCKETS }, (): Bucket => 'none')
  for (const { created_at: at, passed, failed } of found) {
    const place = Math.floor((Date.parse(at) - from) / BUCKET_MS)
    if (place in buckets) buckets[place] = failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'none'
  }
  return buckets
}

type Found = { created_at: string; passed: number; failed: number }

/** When the first bucket of the last hour begins, in milliseconds. */
export const firstBucket = (nowMs: number): number => (Math.floor(nowMs / BUCKET_MS) - BUCKETS + 1) * BUCKET_MS

/** What is worth saying beside the uptime: how often it failed, when that is neither always nor never. */
export function wordsOfBuckets(buckets: readonly Bucket[]): string | undefined {
  const failed = buckets.filter((bucket) => bucket === 'failed').length
  if (failed === 0 || !buckets.includes('passed')) return undefined
  return `failed in ${failed} of the last ${buckets.length} five-minute buckets`
}
