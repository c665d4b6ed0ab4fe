import { expect, test } from 'vitest'
import { type BucketResult, describeBuckets } from './buckets'

test.each<[BucketResult[], string | undefined]>([
  [['passed', 'failed', 'passed'], 'failed in 1 of the last 3 five-minute buckets'],
  [['none', 'failed', 'passed'], 'failed in 1 of the last 3 five-minute buckets'],
  // The uptime already shows this.
  [['passed', 'passed'], undefined],
  [['none', 'failed', 'failed'], undefined],
  [['none', 'none'], undefined],
])('describes %j as %s', (buckets, words) => {
  expect(describeBuckets(buckets)).toBe(words)
})
