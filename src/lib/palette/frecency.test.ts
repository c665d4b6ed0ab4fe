import { expect, test } from 'vitest'
import { frecencyBucket, addUse } from './frecency'

const day = 86_400_000
const now = Date.UTC(2026, 10, 21)
const usedTimes = (times: number) => {
  let frecency: number | undefined
  for (let n = 0; n < times; n++) frecency = addUse(frecency, now)
  return frecency
}

test.each([
  [0, 0],
  [1, 2],
  [4, 4],
  [8, 6],
  [100, 7],
])('%d uses in a row give bucket %d', (times, bucket) => {
  expect(frecencyBucket(usedTimes(times), now)).toBe(bucket)
})

test('halves the score in ten days and forgets it within months', () => {
  const frecency = usedTimes(4)
  expect(frecencyBucket(frecency, now + 10 * day)).toBe(3)
  expect(frecencyBucket(frecency, now + 120 * day)).toBe(0)
})
