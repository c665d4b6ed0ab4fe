import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import { parsePreferences, prefs } from '../../commands/stores/preference-store'
import type { HealthRow } from './order'
import { useDigest } from './use-digest'

const spoken: string[] = []
vi.mock('../../ui/voice', () => ({ announce: (text: string) => spoken.push(text) }))

beforeEach(() => {
  spoken.length = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const speak = (speech: 'off' | 'critical' | 'all') => prefs.set({ ...parsePreferences(null), speech })

const checks = (...statuses: HealthRow['status'][]) =>
  statuses.map((status, at) => createCheck(`check ${at}`, { status }))

const watch = (first: HealthRow[] | undefined) =>
  renderHook(({ now }: { now: HealthRow[] | undefined }) => useDigest(now), { initialProps: { now: first } })

test('announces nothing with the preference off', () => {
  speak('off')
  const { rerender } = watch(checks('healthy'))
  rerender({ now: checks('unhealthy') })
  vi.advanceTimersByTime(60_000)
  expect(spoken).toEqual([])
})

test('announces changes after the first data, at most every 30 seconds', () => {
  speak('all')
  const { rerender } = watch(undefined)
  rerender({ now: checks('healthy', 'unhealthy', 'healthy') })
  vi.advanceTimersByTime(60_000)
  expect(spoken).toEqual([])

  rerender({ now: checks('unhealthy', 'unhealthy', 'healthy') })
  vi.advanceTimersByTime(1)
  expect(spoken).toEqual(['check 0 became unhealthy.'])

  rerender({ now: checks('unhealthy', 'healthy', 'healthy') })
  vi.advanceTimersByTime(10_000)
  rerender({ now: checks('unhealthy', 'healthy', 'unhealthy') })
  vi.advanceTimersByTime(19_000)
  expect(spoken).toHaveLength(1)
  vi.advanceTimersByTime(2000)
  expect(spoken).toEqual(['check 0 became unhealthy.', 'check 2 became unhealthy, check 1 recovered.'])
})

test('the critical level does not announce recoveries', () => {
  speak('critical')
  const { rerender } = watch(checks('unhealthy', 'healthy'))
  rerender({ now: checks('healthy', 'healthy') })
  vi.advanceTimersByTime(60_000)
  expect(spoken).toEqual([])
  rerender({ now: checks('healthy', 'unhealthy') })
  vi.advanceTimersByTime(1)
  expect(spoken).toEqual(['check 1 became unhealthy.'])
})

test('announces nothing after leaving the page', () => {
  speak('all')
  const { rerender, unmount } = watch(checks('healthy'))
  rerender({ now: checks('unhealthy') })
  unmount()
  vi.advanceTimersByTime(60_000)
  expect(spoken).toEqual([])
})
