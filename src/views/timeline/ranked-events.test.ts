import { expect, test } from 'vitest'
import type { TimelineEvent } from '@/api/timeline/events'
import { findFailureTimes, flattenEvents, rankEvents } from './ranked-events'

const MINUTE = 60_000
const FAILED_AT = Date.UTC(2026, 10, 20, 3)
const resource = (id: string, steps: number) => ({ kind: 'config', id, name: id, steps }) as const
let lastId = 0
const event = (is: TimelineEvent['is'], minutesBefore: number, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  is,
  id: `${is} ${(lastId += 1)}`,
  at: FAILED_AT - minutesBefore * MINUTE,
  type: 'diff',
  title: is,
  on: resource('shop', 1),
  ...more,
})
const ranked = (events: TimelineEvent[], usual: [string, number][] = []) =>
  rankEvents({ events, usual: new Map(usual), usualDays: 30, missing: [] }, FAILED_AT)

test('ranks a rare event before a frequent one that is nearer in time', () => {
  const rare = event('change', 10, { type: 'Deployment' })
  const chatty = event('change', 2, { type: 'Reconciled' })
  const found = ranked(
    [chatty, rare],
    [
      ['shop Deployment', 1],
      ['shop Reconciled', 9000],
    ]
  )
  expect(found.map(({ id, rank: place }) => [id, place])).toEqual([
    [rare.id, 1],
    [chatty.id, 2],
  ])
  expect(found[0]?.reasons).toEqual(['10m before', '1 step away', 'first in 30 days'])
})

test('ranks changes by people before derived events, which are beneath their cause', () => {
  const near = event('change', 1, { isDerived: true })
  const release = event('change', 30)
  const below = event('change', 29, { isDerived: true, causedBy: release.id })
  const found = ranked([near, below, release])
  expect(found.map(({ id, rank: place, derived }) => [id, place, derived.map((one) => one.id)])).toEqual([
    [release.id, 1, [below.id]],
    [near.id, 2, []],
  ])
  expect(flattenEvents(found)).toHaveLength(3)
})

test('ranks no notifications, recoveries, waiting runs or failures that are not earlier as causes', () => {
  const cause = event('failed', 5, { on: resource('database', 2) })
  const others = [
    event('notification', 4),
    event('passed', 3),
    event('run', 2, { isWaiting: true }),
    event('failed', 1, { on: resource('itself', 0) }),
    event('failed', 0),
    event('run', -1),
  ]
  const found = ranked([...others.toReversed(), cause])
  expect(found.map(({ id, rank: place }) => [id, place])).toEqual([
    [cause.id, 1],
    ...others.map(({ id }) => [id, undefined]),
  ])
})

test('uses the failures of the resource itself, and those of checks that watch it only if it has none', () => {
  const own = event('failed', 5, { on: resource('itself', 0) })
  const near = event('failed', 3)
  const far = event('failed', 1, { on: resource('cluster', 2) })
  expect(findFailureTimes([near, own, far])).toEqual([own.at])
  expect(findFailureTimes([near, far])).toEqual([near.at])
  expect(findFailureTimes([far])).toEqual([])
})
