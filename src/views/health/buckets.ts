/** How the runs of five minutes went; `none`: nothing ran. */
export type Bucket = 'passed' | 'failed' | 'none'

/** How many buckets a row shows: an hour, as its figures. */
export const BUCKETS = 12

/** What is worth saying beside the uptime: how often it failed, when that is neither always nor never. */
export function wordsOfBuckets(buckets: readonly Bucket[]): string | undefined {
  const failed = buckets.filter((bucket) => bucket === 'failed').length
  if (failed === 0 || !buckets.includes('passed')) return undefined
  return `failed in ${failed} of the last ${buckets.length} five-minute buckets`
}
