import { expect, test } from 'vitest'
import { createDiskWatch } from './disk-watch'

const noFailure = { diskFullAtMs: () => undefined }
const megabytes = (count: number) => async () => count * 1024 * 1024

test.each([
  [31, true],
  [33, false],
])('with %i MB free, writes fail: %s', async (count, isFull) => {
  expect(await createDiskWatch(noFailure, '/data', megabytes(count))()).toBe(isFull)
})

test('reads the free space of this disk once a second', async () => {
  let reads = 0
  const isDiskFull = createDiskWatch(noFailure, '/data', async () => {
    reads++
    return 0
  })
  for (let times = 0; times < 3; times++) expect(await isDiskFull()).toBe(true)
  expect(reads).toBe(1)
  expect(await createDiskWatch(noFailure, '.')()).toBe(false)
})

test('trusts failed writes where the database is elsewhere or the system reports nothing', async () => {
  expect(await createDiskWatch(noFailure, '/data', () => Promise.reject(new Error('no')))()).toBe(false)
  expect(await createDiskWatch({ diskFullAtMs: () => Date.now() - 59_000 })()).toBe(true)
  expect(await createDiskWatch({ diskFullAtMs: () => Date.now() - 61_000 })()).toBe(false)
})
