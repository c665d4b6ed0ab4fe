import { statfs } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { createDiskWatch } from './disk-watch'

vi.mock('node:fs/promises', () => ({ statfs: vi.fn<typeof statfs>() }))

const noFailure = { diskFullAtMs: () => undefined }
const free = (bytes: number) => vi.mocked(statfs).mockResolvedValue({ bavail: bytes / 4096, bsize: 4096 } as never)

test.each([
  [31, true],
  [33, false],
])('with %i MB free, writes fail: %s', async (megabytes, isFull) => {
  free(megabytes * 1024 * 1024)
  expect(await createDiskWatch(noFailure, '/data')()).toBe(isFull)
})

test('looks at the disk once a second', async () => {
  free(0)
  const isDiskFull = createDiskWatch(noFailure, '/data')
  vi.mocked(statfs).mockClear()
  for (let times = 0; times < 3; times++) expect(await isDiskFull()).toBe(true)
  expect(statfs).toHaveBeenCalledTimes(1)
})

test('trusts failed writes where the database is elsewhere or the system reports nothing', async () => {
  vi.mocked(statfs).mockRejectedValue(new Error('no'))
  expect(await createDiskWatch(noFailure, '/data')()).toBe(false)
  expect(await createDiskWatch({ diskFullAtMs: () => Date.now() - 59_000 })()).toBe(true)
  expect(await createDiskWatch({ diskFullAtMs: () => Date.now() - 61_000 })()).toBe(false)
})
