import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deferred } from '@/lib/deferred'
import { repeat } from './repeat'

const ignore = () => {}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('repeats the work without overlaps', async () => {
  const slow = deferred()
  const work = vi.fn<() => Promise<void>>().mockReturnValueOnce(slow.promise).mockResolvedValue(undefined)
  const stop = repeat(100, work, ignore)
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(1)
  slow.resolve()
  await vi.advanceTimersByTimeAsync(350)
  expect(work).toHaveBeenCalledTimes(4)
  await stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(4)
})

test('starts at once on request', async () => {
  const work = vi.fn<() => Promise<void>>().mockResolvedValue(undefined)
  const stop = repeat(100, work, ignore, { isAtOnce: true })
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(150)
  expect(work).toHaveBeenCalledTimes(2)
  await stop()
})

test('continues after failures and reports each series of failures once', async () => {
  const onError = vi.fn<(error: unknown) => void>()
  const outcomes = ['fail', 'fail', 'ok', 'fail']
  const stop = repeat(
    100,
    async () => {
      if (outcomes.shift() === 'fail') throw new Error('away')
    },
    onError
  )
  await vi.advanceTimersByTimeAsync(1000)
  expect(onError).toHaveBeenCalledTimes(2)
  await stop()
})

test('waits for work in progress when stopping', async () => {
  const slow = deferred()
  const stop = repeat(100, () => slow.promise, ignore)
  await vi.advanceTimersByTimeAsync(100)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isStopped).toBe(false)
  slow.resolve()
  await stopped
})
