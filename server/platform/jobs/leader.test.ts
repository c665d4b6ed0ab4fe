import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { type Locks, createLocalLocks } from '../../data/db/locks'
import { createLeaderEngine } from './leader'
import type { Engine } from './engine'

const log = pino({ level: 'silent' })
const calls: string[] = []
const engine = (name: string): Engine => ({
  name,
  start: async () => void calls.push(`start ${name}`),
  stop: async () => void calls.push(`stop ${name}`),
})

beforeEach(() => {
  calls.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

test('runs the engines of one process, and of the other after it stops', async () => {
  const locks = createLocalLocks()
  const [first, second] = ['first', 'second'].map((name) => createLeaderEngine([engine(name)], { locks, log }))
  await first?.start?.()
  await second?.start?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls).toEqual(['start first'])
  await first?.stop?.()
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toEqual(['start first', 'stop first', 'start second'])
  await second?.stop?.()
  expect(calls.at(-1)).toBe('stop second')
})

test('stops when the lock is lost and starts again when it is reacquired', async () => {
  const listeners: (() => void)[] = []
  let isFree = true
  const locks: Locks = {
    take: async () => (isFree ? async () => {} : undefined),
    onLost: (listener) => {
      listeners.push(listener)
      return () => {}
    },
    returnsWithinMs: 0,
    close: async () => {},
  }
  const leader = createLeaderEngine([engine('health')], { locks, log })
  await leader.start?.()
  isFree = false
  for (const listener of listeners) listener()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(calls).toEqual(['start health', 'stop health'])
  isFree = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toEqual(['start health', 'stop health', 'start health'])
  await leader.stop?.()
})

test('fails to start and releases the lock when an engine fails', async () => {
  const locks = createLocalLocks()
  const broken = { name: 'broken', start: () => Promise.reject(new Error('no database')) }
  await expect(createLeaderEngine([broken], { locks, log }).start?.()).rejects.toThrow('no database')
  expect(await locks.take('leader')).toBeDefined()
})
